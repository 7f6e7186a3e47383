/** The languages of the product, in the order in which they are offered. English is written first and stands in for missing texts. */
export const LOCALES = ['en', 'de', 'it', 'es', 'fr', 'pt'] as const
export type Locale = (typeof LOCALES)[number]

/** Used when a text is missing in the language asked for. */
export const FALLBACK_LOCALE = 'en' satisfies Locale

/** What each language calls itself; never translated. */
export const LOCALE_NAMES: Record<Locale, string> = {
  en: 'English',
  de: 'Deutsch',
  it: 'Italiano',
  es: 'Español',
  fr: 'Français',
  pt: 'Português',
}

/** Whether `value` is one of the product's languages. */
export function isLocale(value: unknown): value is Locale {
  return LOCALES.some((locale) => locale === value)
}
