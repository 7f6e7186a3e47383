import { getCurrentUser } from '@winnow/contract'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { onUnauthorised } from '../lib/api/call.ts'
import { sessionExpired, sessionStarted, sessionStore } from '../lib/session/session-store.ts'
import { buildUser } from '../testing/build-user.ts'
import { failure, FakeApi } from '../testing/fake-api.ts'
import { checkSession } from './check-session.ts'

let api: FakeApi
beforeEach(() => {
  api = new FakeApi().install()
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const stop = onUnauthorised(sessionExpired)
  return () => {
    stop()
    warn.mockRestore()
  }
})

describe('after the stream reports the end of the session', () => {
  test('the page checks the session, and a 401 shows the login', async () => {
    sessionStarted(buildUser())
    api.on(getCurrentUser, () => failure('NOT_AUTHORISED', 'x'))
    await checkSession()
    expect(sessionStore.get().expired).toBe(true)
  })

  test('a changed right is applied', async () => {
    sessionStarted(buildUser())
    api.on(getCurrentUser, () => buildUser({ permissions: ['alarm.read'] }))
    await checkSession()
    expect(Object.values(sessionStore.get().user?.permissionsByCompany ?? {})).toEqual([['alarm.read']])
  })

  test('a tab that shows the login sends no check', async () => {
    await checkSession()
    expect(api.calls).toEqual([])
  })
})
