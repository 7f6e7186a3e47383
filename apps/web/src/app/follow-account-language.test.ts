import { setLanguage } from '@winnow/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { localeStore } from '../lib/preferences/preferences.ts'
import { sessionEnded, sessionStarted } from '../lib/session/session-store.ts'
import { buildUser } from '../testing/build-user.ts'
import { FakeApi } from '../testing/fake-api.ts'
import { followAccountLanguage } from './follow-account-language.ts'

let api: FakeApi
let end: () => void
const kept = vi.fn<(language: string) => void>()

const user = (language: 'de' | 'pt' | null, more: Parameters<typeof buildUser>[0] = {}) => {
  const built = buildUser(more)
  return { ...built, preferences: { ...built.preferences, language } }
}

beforeEach(() => {
  api = new FakeApi().install()
  kept.mockReset()
  api.on(setLanguage, ({ body }) => {
    kept(body.language)
    return { success: true as const }
  })
  end = followAccountLanguage()
})
afterEach(() => {
  end()
  localStorage.removeItem('winnow.locale')
  window.dispatchEvent(new StorageEvent('storage', { key: 'winnow.locale' }))
})

describe('after a login', () => {
  test('the console uses the account’s language if none was chosen in this browser · I18N-002', () => {
    sessionStarted(user('de'))
    expect(localeStore.get()).toBe('de')
    expect(kept).not.toHaveBeenCalled()
  })

  test('the console keeps the language that was chosen in this browser', () => {
    localeStore.set('en')
    sessionStarted(user('de'))
    expect(localeStore.get()).toBe('en')
    expect(kept).not.toHaveBeenCalled()
  })

  test('an account without a language gets the console’s language, once', async () => {
    localeStore.set('de')
    sessionStarted(user(null))
    sessionStarted(user(null))
    await expect.poll(() => kept.mock.calls).toEqual([['de']])
    sessionEnded()
  })

  test('the console stays in English if the account’s language is not offered', () => {
    end()
    end = followAccountLanguage(['en', 'de'])
    sessionStarted(user('pt'))
    expect(localeStore.get()).toBe('en')
  })
})
