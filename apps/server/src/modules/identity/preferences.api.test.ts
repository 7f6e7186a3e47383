import { setPreferences } from '@winnow/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { type PasswordsWorld, startPasswordsWorld } from './passwords.fixture.ts'

let world: PasswordsWorld

beforeAll(async () => {
  world = await startPasswordsWorld()
})
afterAll(() => world.close())

type Who = Awaited<ReturnType<PasswordsWorld['newUser']>>

const store = (who: Who, body: object) => callApi(world.server, who, 'PUT', setPreferences.path, body)
const load = async (who: Who) => (await callApi(world.server, who, 'GET', '/auth/user')).body.preferences

const DEFAULTS = {
  dateFormat: 'international',
  is12h: false,
  userTimezone: null,
  themeMode: null,
  interpreterSpeed: 1,
  interpreterStrokeSize: 4,
  interpreterFontSize: 1,
  language: null,
}

describe('preferences', () => {
  it('have defaults, are kept for each user, and change one by one · PREFS-002 PREFS-003', async () => {
    const [user, other] = [await world.newUser(), await world.newUser()]
    expect(await load(user)).toEqual(DEFAULTS)
    const chosen = {
      userTimezone: 'Asia/Kolkata',
      themeMode: 'light',
      interpreterSpeed: 2,
      interpreterStrokeSize: 7,
      interpreterFontSize: 1.5,
    }
    expect((await store(user, chosen)).body).toEqual({ ...DEFAULTS, ...chosen })
    await store(user, { interpreterSpeed: 0.5 })
    await callApi(world.server, user, 'PUT', '/auth/language', { language: 'de' })
    await store(user, { userTimezone: null })
    expect(await load(user)).toEqual({
      ...DEFAULTS,
      ...chosen,
      interpreterSpeed: 0.5,
      userTimezone: null,
      language: 'de',
    })
    expect(await load(other)).toEqual(DEFAULTS)
  })

  it('have the hours of the date format until the hours are chosen · DATEFORMAT-001 DATEFORMAT-002', async () => {
    const user = await world.newUser()
    expect((await store(user, { dateFormat: 'american' })).body).toMatchObject({ is12h: true })
    expect((await store(user, { is12h: false })).body).toMatchObject({ dateFormat: 'american', is12h: false })
    expect((await store(user, { userTimezone: 'UTC' })).body).toMatchObject({ is12h: false })
    expect((await store(user, { dateFormat: 'international' })).body).toMatchObject({ is12h: false })
    expect((await store(user, { dateFormat: 'american' })).body).toMatchObject({ is12h: true })
  })

  it('refuse values that no screen could show', async () => {
    const user = await world.newUser()
    for (const wrong of [
      {},
      { userTimezone: 'Europe/Atlantis' },
      { interpreterSpeed: 3 },
      { interpreterStrokeSize: 0 },
      { interpreterStrokeSize: 11 },
      { interpreterFontSize: 9 },
      { dateFormat: 'iso' },
      { themeMode: null },
    ])
      expect((await store(user, wrong)).status, JSON.stringify(wrong)).toBe(400)
    expect(await load(user)).toEqual(DEFAULTS)
  })
})
