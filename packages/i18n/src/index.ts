export type { QualifiedKey } from './typed-keys.ts'

export { changeLocale, createI18n } from './create-i18n.ts'
export { importProblemText, type ImportWords } from './import-problem-text.ts'
export { type LocaleTexts, loadLocale } from './load-locale.ts'
export {
  FALLBACK_LOCALE,
  isLocale,
  LOCALE_NAMES,
  type Locale,
  LOCALES,
  OFFERED,
  preferredLocale,
  PSEUDO_LOCALE,
} from './locales.ts'
export { en, type Namespace, type Resources } from './texts/en.ts'
