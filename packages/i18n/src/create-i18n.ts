import { createInstance, type i18n, type InitOptions, type Module } from 'i18next'
import { type LocaleTexts, loadLocale } from './load-locale.ts'
import { FALLBACK_LOCALE } from './locales.ts'

/** Must agree with the `CustomTypeOptions` in `typed-keys.ts`. */
const OPTIONS: InitOptions = {
  fallbackLng: FALLBACK_LOCALE,
  defaultNS: 'common',
  // React escapes values itself. Mails and reports escape them where they generate HTML.
  interpolation: { escapeValue: false },
  returnNull: false,
}

function addTexts(instance: i18n, locale: string, texts: LocaleTexts) {
  for (const [namespace, bundle] of Object.entries(texts))
    instance.addResourceBundle(locale, namespace, bundle, true, true)
}

/**
 * Creates an i18next instance for `locale`, with English for missing texts.
 * @param plugins e.g. the binding to React
 * @throws Error 'Cannot find module …' for a language the product does not have
 */
export async function createI18n(locale: string, plugins: readonly Module[] = []): Promise<i18n> {
  const [texts, fallback] = await Promise.all([loadLocale(locale), loadLocale(FALLBACK_LOCALE)])
  const instance = createInstance()
  for (const plugin of plugins) instance.use(plugin)
  await instance.init({ ...OPTIONS, lng: locale, resources: {} })
  addTexts(instance, FALLBACK_LOCALE, fallback)
  if (locale !== FALLBACK_LOCALE) addTexts(instance, locale, texts)
  return instance
}

/**
 * Changes the language of an i18next instance as soon as the texts are loaded. Until then, the old language stays active.
 * @throws Error 'Cannot find module …' for a language the product does not have
 */
export async function changeLocale(instance: i18n, locale: string): Promise<void> {
  addTexts(instance, locale, await loadLocale(locale))
  await instance.changeLanguage(locale)
}
