/**
 * The languages of the product, in the order in which they are offered. English texts are written first and replace missing texts of other
 * languages.
 */
export const LOCALES = ['en', 'de', 'it', 'es', 'fr', 'pt'] as const
export type Locale = (typeof LOCALES)[number]

/** The language whose text is used when the requested language has none. */
export const FALLBACK_LOCALE = 'en' satisfies Locale

/**
 * Languages that users can choose, because their texts are complete. `npm run check` fails when one of them has a missing or faulty text.
 */
export const OFFERED: readonly Locale[] = ['en', 'de', 'it', 'es', 'fr', 'pt']

/** The name of each language in that language; never translated. */
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

/**
 * A pseudo-language: English texts with accents and extra length. It shows texts that do not fit or are not translated. It is never offered
 * to users.
 */
export const PSEUDO_LOCALE = 'en-XA'

/** The offered language that best matches the user's languages, e.g. `navigator.languages`. `de-AT` is matched with German. */
export function preferredLocale(wanted: readonly string[], offered: readonly Locale[] = OFFERED): Locale {
  for (const tag of wanted) {
    const language = tag.toLowerCase().split('-')[0]
    const found = offered.find((locale) => locale === language)
    if (found) return found
  }
  return FALLBACK_LOCALE
}
