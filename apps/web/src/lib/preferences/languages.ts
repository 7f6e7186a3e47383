import { LOCALE_NAMES, LOCALES, OFFERED, PSEUDO_LOCALE } from '@winnow/i18n'

export type Language = (typeof LOCALES)[number] | typeof PSEUDO_LOCALE

/** Languages that can be stored as a choice. */
export const LANGUAGES = [...LOCALES, PSEUDO_LOCALE] as const

/** Languages to choose from: the complete ones; in development also the others and the pseudo-language. */
export const CHOICES: readonly Language[] = import.meta.env.MODE === 'development' ? LANGUAGES : OFFERED

/** A language's name for itself. */
export const nameOfLanguage = (language: Language): string =>
  language === PSEUDO_LOCALE ? 'Pseudo' : LOCALE_NAMES[language]

export const isLanguage = (value: unknown): value is Language => LANGUAGES.some((language) => language === value)
