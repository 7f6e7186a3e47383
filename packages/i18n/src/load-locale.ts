import { isLocale, type Locale, PSEUDO_LOCALE } from './locales.ts'
import type { Resources } from './texts/en.ts'

/** Texts of one language. English is used for missing texts. */
export type LocaleTexts = { [N in keyof Resources]?: Record<string, unknown> }

// One entry per language, so that a bundler makes one chunk per language and a browser loads only the language it displays.
const loaders: Record<Locale | typeof PSEUDO_LOCALE, () => Promise<LocaleTexts>> = {
  en: async () => (await import('./texts/en.ts')).en,
  de: async () => (await import('./texts/de.ts')).de,
  it: async () => (await import('./texts/it.ts')).it,
  es: async () => (await import('./texts/es.ts')).es,
  fr: async () => (await import('./texts/fr.ts')).fr,
  pt: async () => (await import('./texts/pt.ts')).pt,
  [PSEUDO_LOCALE]: async () =>
    (await import('./pseudo/pseudo-texts.ts')).pseudoTexts((await import('./texts/en.ts')).en),
}

/**
 * Loads the texts of a language.
 * @throws Error whose message starts with 'Cannot find module' when the product has no such language
 */
export async function loadLocale(locale: string): Promise<LocaleTexts> {
  if (!isLocale(locale) && locale !== PSEUDO_LOCALE) throw new Error(`Cannot find module './locales/${locale}'`)
  return loaders[locale]()
}
