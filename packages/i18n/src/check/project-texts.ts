import { join } from 'node:path'
import { GLOSSARIES } from '../glossary/index.ts'
import { loadLocale } from '../load-locale.ts'
import { OFFERED } from '../locales.ts'
import type { TextsToCheck } from './check-texts.ts'
import { SAME_EVERYWHERE, SAME_IN_BOTH } from './same-in-both.ts'

const root = join(import.meta.dirname, '../../../..')

/** The check's configuration for the texts of this product. */
export const projectTexts: TextsToCheck = {
  locales: join(root, 'packages/i18n/locales'),
  glossaries: GLOSSARIES,
  sources: [
    'apps/web/src',
    'apps/server/src',
    'packages/contract/src',
    'packages/delivery/src',
    'packages/i18n/src/device-setup',
  ].map((folder) => join(root, folder)),
  offered: OFFERED,
  loaded: async (locale) => Object.keys(await loadLocale(locale)),
  sameInBoth: SAME_IN_BOTH,
  sameEverywhere: SAME_EVERYWHERE,
}
