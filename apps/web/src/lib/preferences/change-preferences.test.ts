import { getSession, saveSceneChange, setPreferences } from '@winnow/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { buildUser } from '../../testing/build-user.ts'
import { failure, FakeApi } from '../../testing/fake-api.ts'
import { connectionStore } from '../connection/connection.ts'
import { sessionEnded, sessionStarted, sessionStore } from '../session/session-store.ts'
import { changePreferences, followPreferences } from './change-preferences.ts'
import { preferencesOf } from './user-preferences.ts'

let api: FakeApi
let end: () => void

const shown = () => preferencesOf(sessionStore.get().user)
const sent = () => api.callsOf(setPreferences).map(({ body }) => body)
const other = buildUser({ id: '01900000-0000-7000-8000-0000000000bb' })

beforeEach(() => {
  api = new FakeApi().install()
  api.on(setPreferences, () => buildUser().preferences)
  api.on(saveSceneChange, ({ body }) => body)
  end = followPreferences()
})
afterEach(() => {
  vi.restoreAllMocks()
  end()
})

describe('preferences', () => {
  test('have the defaults of the specification · PREFS-001 PREFS-002', () => {
    expect(shown()).toMatchObject({
      sceneChangeMode: 'images',
      sceneChangeOpacity: 50,
      interpreterSpeed: 1,
      interpreterStrokeSize: 4,
      interpreterFontSize: 1,
    })
  })

  test('are shown at once and stored with the account; the hours follow the date format · PREFS-003', async () => {
    sessionStarted(buildUser())
    changePreferences({ dateFormat: 'american' })
    expect(shown()).toMatchObject({ dateFormat: 'american', is12h: true })
    await expect.poll(sent).toEqual([{ dateFormat: 'american', is12h: true }])
    changePreferences({ sceneChangeOpacity: 20 })
    await expect
      .poll(() => api.callsOf(saveSceneChange).map(({ body }) => body))
      .toEqual([{ sceneChangeMode: 'images', sceneChangeOpacity: 20 }])
    await expect.poll(() => JSON.stringify(localStorage)).not.toContain('unsent')
  })

  test('wait for the connection, also across a reload, and are sent for their user only', async () => {
    sessionStarted(buildUser())
    api.disconnect()
    changePreferences({ interpreterSpeed: 2 })
    changePreferences({ interpreterSpeed: 4 })
    await expect.poll(() => connectionStore.get()).toBe('lost')
    sessionEnded()
    api.install()
    sessionStarted(other)
    expect(shown().interpreterSpeed).toBe(1)
    sessionEnded()
    expect(sent()).toEqual([])
    // The server's reply of the next login still has the old value.
    sessionStarted(buildUser())
    expect(shown().interpreterSpeed).toBe(4)
    await expect.poll(sent).toEqual([{ interpreterSpeed: 4 }])
  })

  test('are stored with the account also where the browser forbids storage', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    sessionStarted(buildUser())
    changePreferences({ interpreterSpeed: 4 })
    await expect.poll(sent).toEqual([{ interpreterSpeed: 4 }])
  })

  test('that the server refuses are set back to what it has', async () => {
    sessionStarted(buildUser())
    api.on(setPreferences, () => failure('VALIDATION', 'Invalid timezone'))
    api.on(getSession, () => ({ user: buildUser(), waiting: null }))
    changePreferences({ userTimezone: 'Mars/Olympus' })
    expect(shown().userTimezone).toBe('Mars/Olympus')
    await expect.poll(() => shown().userTimezone).toBe('Europe/London')
    expect(JSON.stringify(localStorage)).not.toContain('Mars')
    expect(shown().userTimezone).toBe('Europe/London')
  })

  test('of a user in whose name a super user acts are only changed on this page', () => {
    sessionStarted(buildUser({ impersonatedBy: { id: other.id, name: 'Sue' } }))
    changePreferences({ dateFormat: 'american' })
    expect(shown().dateFormat).toBe('american')
    expect(api.calls).toEqual([])
    expect(JSON.stringify(localStorage)).not.toContain('unsent')
  })

  test('follow other pages of this browser, but not those of another user', async () => {
    sessionStarted(buildUser())
    const page = new BroadcastChannel('winnow-preferences')
    page.postMessage({ userId: other.id, change: { interpreterStrokeSize: 9 } })
    page.postMessage({ userId: buildUser().id, change: { interpreterFontSize: 2 } })
    await expect.poll(() => shown().interpreterFontSize).toBe(2)
    expect(shown().interpreterStrokeSize).toBe(4)
    expect(sent()).toEqual([])
    page.close()
  })
})
