import { setLanguage } from '@winnow/contract'
import { isLocale } from '@winnow/i18n'
import { call } from '../lib/api/call.ts'
import { CHOICES, type Language } from '../lib/preferences/languages.ts'
import { isLocaleChosen, localeStore } from '../lib/preferences/preferences.ts'
import { sessionStore } from '../lib/session/session-store.ts'

/**
 * Synchronises the language of the console and the account at each login. An account without a language gets the console's language, in
 * which its mails are written from then on. A browser without a chosen language gets the account's language.
 * @param choices offered languages; any other language of an account is ignored
 * @returns a function that stops the synchronisation
 */
export function followAccountLanguage(choices: readonly Language[] = CHOICES): () => void {
  const synchronised = new Set<string>()
  const meet = () => {
    const { user } = sessionStore.get()
    if (!user || user.impersonatedBy || synchronised.has(user.id)) return
    synchronised.add(user.id)
    const { language } = user.preferences
    const locale = localeStore.get()
    if (language !== null) {
      if (!isLocaleChosen() && choices.includes(language)) localeStore.set(language)
    } else if (isLocale(locale)) {
      // A failure is ignored, since the next login tries again.
      call(setLanguage, { body: { language: locale } }).catch(() => undefined)
    }
  }
  meet()
  return sessionStore.subscribe(meet)
}
