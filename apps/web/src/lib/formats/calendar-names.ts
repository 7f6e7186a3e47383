import { isLocale, type Locale } from '@winnow/i18n'

// dayjs includes English, and the names of other languages once their file is loaded.
const files: Record<Exclude<Locale, 'en'>, () => Promise<unknown>> = {
  de: () => import('dayjs/locale/de.js'),
  it: () => import('dayjs/locale/it.js'),
  es: () => import('dayjs/locale/es.js'),
  fr: () => import('dayjs/locale/fr.js'),
  pt: () => import('dayjs/locale/pt.js'),
}

/** Loads the names of months and days that calendars show in a language. */
export async function loadCalendarNames(locale: string): Promise<void> {
  if (isLocale(locale) && locale !== 'en') await files[locale]()
}
