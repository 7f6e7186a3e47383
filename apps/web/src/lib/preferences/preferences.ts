import { preferredLocale } from '@winnow/i18n'
import { z } from 'zod'
import { createStoredStore } from '../stored.ts'
import { LANGUAGES } from './languages.ts'

const LOCALE_KEY = 'winnow.locale'

/** The console's language: the choice in this browser, else the first offered one that the browser prefers. */
export const localeStore = createStoredStore(LOCALE_KEY, z.enum(LANGUAGES), preferredLocale(navigator.languages))

/** Whether a language was chosen in this browser. Never true where storage is forbidden. */
export function isLocaleChosen(): boolean {
  try {
    return localStorage.getItem(LOCALE_KEY) !== null
  } catch {
    return false
  }
}
