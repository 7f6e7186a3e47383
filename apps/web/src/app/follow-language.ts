import { changeLocale, createI18n, FALLBACK_LOCALE } from '@winnow/i18n'
import type { i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { handleError } from '../lib/errors/error-handler.ts'
import { loadCalendarNames } from '../lib/formats/calendar-names.ts'
import { localeStore } from '../lib/preferences/preferences.ts'
import { isLanguage } from '../lib/preferences/languages.ts'

/** Creates the translator for the chosen language, or for English if the texts of that language cannot be loaded: a page must appear. */
export async function createTranslator(loadNames = loadCalendarNames): Promise<i18n> {
  const locale = localeStore.get()
  const plugins = [initReactI18next]
  try {
    const [translator] = await Promise.all([createI18n(locale, plugins), loadNames(locale)])
    return translator
  } catch (error) {
    if (locale === FALLBACK_LOCALE) throw error
    handleError(error)
    return createI18n(FALLBACK_LOCALE, plugins)
  }
}

/**
 * Keeps the page's language equal to the chosen language, which every tab can change. Changes run one after another, so that the last
 * choice wins. If the texts of the chosen language cannot be loaded, the choice is set back to the displayed language.
 * @returns a function that stops following the choice
 */
export function followLanguage(translator: i18n, loadNames = loadCalendarNames): () => void {
  let changes = Promise.resolve()
  const name = () => {
    document.documentElement.lang = translator.language
  }
  const change = async () => {
    const locale = localeStore.get()
    if (translator.language === locale) return
    try {
      await loadNames(locale)
      await changeLocale(translator, locale)
    } catch (error) {
      handleError(error)
      if (isLanguage(translator.language)) localeStore.set(translator.language)
    }
  }
  name()
  translator.on('languageChanged', name)
  const end = localeStore.subscribe(() => {
    changes = changes.then(change)
  })
  return () => {
    end()
    translator.off('languageChanged', name)
  }
}
