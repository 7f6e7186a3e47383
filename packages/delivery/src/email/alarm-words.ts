import { createI18n, type Locale, preferredLocale } from '@winnow/i18n'

/** The texts and formats of an alarm mail. */
export interface AlarmWords {
  locale: Locale
  t: Awaited<ReturnType<typeof createI18n>>['t']
}

const made = new Map<Locale, Promise<AlarmWords>>()

async function make(locale: Locale): Promise<AlarmWords> {
  return { locale, t: (await createI18n(locale)).t }
}

/** The texts in a language, or in English if the language is not offered. Each language is loaded once. */
export async function wordsOfAlarmMails(language: string | undefined): Promise<AlarmWords> {
  const locale = preferredLocale(language === undefined ? [] : [language])
  const words = made.get(locale) ?? make(locale)
  made.set(locale, words)
  return words
}
