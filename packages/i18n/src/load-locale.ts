import type { Resources } from './en.ts'
import { isLocale, type Locale } from './locales.ts'

/** Texts of one language; what is missing falls back to English. */
export type LocaleTexts = { [N in keyof Resources]?: Record<string, unknown> }

// One entry per language, so that a bundler makes one chunk of each and a browser loads only the one it shows.
// A language without texts of its own yet is an empty object: everything falls back.
const loaders: Record<Locale, () => Promise<LocaleTexts>> = {
  en: async () => (await import('./en.ts')).en,
  de: async () => ({}),
  it: async () => ({}),
  es: async () => ({}),
  fr: async () => ({}),
  pt: async () => ({}),
}

/** Languages that have texts of their own. */
export const TRANSLATED: readonly Locale[] = ['en']

/**
 * Loads the texts of a language.
 * @throws Error whose message starts with 'Cannot find module' when the product has no such language
 */
export async function loadLocale(locale: string): Promise<LocaleTexts> {
  if (!isLocale(locale)) throw new Error(`Cannot find module './locales/${locale}'`)
  return loaders[locale]()
}
