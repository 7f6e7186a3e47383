import './typed-keys.ts'

export { changeLocale, createI18n } from './create-i18n.ts'
export { en, type Namespace, type Resources } from './en.ts'
export { type LocaleTexts, loadLocale, TRANSLATED } from './load-locale.ts'
export { FALLBACK_LOCALE, isLocale, LOCALE_NAMES, type Locale, LOCALES } from './locales.ts'
