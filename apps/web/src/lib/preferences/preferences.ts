import { preferredLocale } from '@winnow/i18n'
import { z } from 'zod'
import { createStoredStore } from '../stored.ts'
import { LANGUAGES } from './languages.ts'

/** The date format; `null` if not chosen in this browser: the account's preference applies. */
export const dateFormatStore = createStoredStore(
  'winnow.date-format',
  z.enum(['international', 'american']).nullable(),
  null,
)

/** The time zone for times that belong to no site; `null`: the time zone of the account applies, or else of the device. */
export const timezoneStore = createStoredStore('winnow.timezone', z.string().min(1).nullable(), null)

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
