import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFakeClock } from '@winnow/testkit'
import { createLoggedIn, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { createPasswordHasher } from '../../platform/crypto/password-hasher.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { PARTNER_COMPANY_IDS } from '../../platform/env/partner-companies.ts'

const PASSWORD = 'Correct-Horse-9'
const HOUR = 3_600_000
const DAY = 24 * HOUR
const clock = createFakeClock(new Date())
let server: TestServer
let tenant: Tenant
let passwordHash: string

beforeAll(async () => {
  server = await startTestServer({ clock, settings: { WINNOW_TRUSTED_PROXIES: '127.0.0.1' } })
  tenant = await createTenant(server.database.runtime)
  passwordHash = await createPasswordHasher().hash(PASSWORD)
})
afterAll(() => server.close())
// Advances the clock beyond the windows of all limits, so that tests do not count each other's attempts.
beforeEach(() => clock.advance(HOUR))

let people = 0
async function newUser(userType: Parameters<typeof createLoggedIn>[1]['userType'] = 'OPERATOR_USER') {
  const email = `person${people++}@example.com`
  const made = await createLoggedIn(server.database.runtime, {
    companyId: tenant.companyId,
    userType,
    email,
    passwordHash,
  })
  return { ...made, email }
}

interface Attempt {
  keepLoggedIn?: boolean
  headers?: Record<string, string>
}
const logIn = (email: string, password = PASSWORD, { keepLoggedIn, headers }: Attempt = {}) =>
  server.app.inject({
    method: 'POST',
    url: '/api/auth',
    payload: { email, password, ...(keepLoggedIn === undefined ? {} : { keepLoggedIn }) },
    headers: { 'x-requested-with': 'winnow', ...headers },
  })

const cookieOf = (reply: Awaited<ReturnType<typeof logIn>>) =>
  reply.cookies.find(({ name }) => name === 'winnow_session')
const sessionOf = (reply: Awaited<ReturnType<typeof logIn>>) => `winnow_session=${cookieOf(reply)?.value}`
const whoAmI = (cookie: string) => server.app.inject({ url: '/api/auth/user', headers: { cookie } })

describe('logging in', () => {
  it('returns the user and opens a session', async () => {
    const user = await newUser('ADMIN_USER')
    const reply = await logIn(`  ${user.email.toUpperCase()} `)
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({ id: user.userId, email: user.email, roles: ['ADMIN_USER'] })
    expect(reply.body).not.toContain('argon2')
    expect((await whoAmI(sessionOf(reply))).json()).toEqual(reply.json())
  })

  it('returns the same error for a wrong password, and for an unknown account, a disabled one and one without console access', async () => {
    const [user, disabled, program] = [await newUser(), await newUser(), await newUser('PROGRAMMATIC_USER')]
    await inSystem(server.database.runtime, (tx) =>
      tx.updateTable('app_user').set({ disabled_at: clock.now() }).where('id', '=', disabled.userId).execute(),
    )
    const replies = [
      await logIn(user.email, 'wrong'),
      await logIn('nobody@example.com'),
      await logIn(disabled.email),
      await logIn(program.email),
    ]
    for (const reply of replies) {
      expect(reply.statusCode).toBe(400)
      expect(reply.json()).toEqual({
        code: 'LOGIN_FAILED',
        message: 'Incorrect email or password',
        requestId: expect.any(String),
      })
      expect(reply.cookies).toEqual([])
    }
  })

  it('ends the session of the request’s cookie, so that a planted session gains nothing', async () => {
    const { email, cookie } = await newUser()
    expect((await whoAmI(cookie)).statusCode).toBe(200)
    const reply = await logIn(email, PASSWORD, { headers: { cookie } })
    expect(sessionOf(reply)).not.toBe(cookie)
    expect((await whoAmI(cookie)).statusCode).toBe(401)
    expect((await whoAmI(sessionOf(reply))).statusCode).toBe(200)
  })

  it('leaves the open session unchanged if it fails', async () => {
    const { email, cookie } = await newUser()
    await logIn(email, 'wrong', { headers: { cookie } })
    expect((await whoAmI(cookie)).statusCode).toBe(200)
  })
})

describe('the session cookie', () => {
  it('is unreadable for scripts and other sites, and ends with the browser', async () => {
    const cookie = cookieOf(await logIn((await newUser()).email))
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(cookie).not.toHaveProperty('maxAge')
    expect(cookie).not.toHaveProperty('secure')
    expect(cookie?.value.length).toBeGreaterThanOrEqual(32)
  })

  it('is kept for thirty days if the user asks for it', async () => {
    const cookie = cookieOf(await logIn((await newUser()).email, PASSWORD, { keepLoggedIn: true }))
    expect(cookie?.maxAge).toBe(30 * 86_400)
  })

  it('is Secure if the browser uses TLS, also if the TLS ends at a trusted proxy', async () => {
    const tls = { 'x-forwarded-proto': 'https' }
    const reply = await logIn((await newUser()).email, PASSWORD, { headers: tls })
    // With this prefix a browser refuses a cookie that another subdomain planted.
    const [cookie] = reply.cookies.filter(({ name }) => name === '__Host-winnow_session')
    expect(cookie).toMatchObject({ secure: true, path: '/' })
    expect(cookie).not.toHaveProperty('domain')
    const ask = async (name: string) => {
      const headers = { ...tls, cookie: `${name}=${cookie?.value}` }
      return (await server.app.inject({ url: '/api/auth/user', headers })).statusCode
    }
    expect([await ask('__Host-winnow_session'), await ask('winnow_session')]).toEqual([200, 401])
  })

  it('is Secure if the console’s configured address uses TLS, even if its proxy does not report it', async () => {
    const behind = await startTestServer({
      clock,
      settings: { WINNOW_TRUSTED_PROXIES: '127.0.0.1', WINNOW_PUBLIC_URL: 'https://console.example' },
      beside: server,
    })
    const { email } = await newUser()
    const reply = await behind.app.inject({
      method: 'POST',
      url: '/api/auth',
      payload: { email, password: PASSWORD },
      headers: { 'x-requested-with': 'winnow' },
    })
    expect(reply.cookies).toMatchObject(
      ['__Host-winnow_session', '__Host-winnow_browser'].map((name) => ({ name, secure: true, path: '/' })),
    )
    await behind.close()
  })

  it('is stored only hashed', async () => {
    const value = cookieOf(await logIn((await newUser()).email))?.value ?? ''
    const hashes = await inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('session').select('token_hash').execute(),
    )
    expect(hashes.map(({ token_hash }) => token_hash)).not.toContain(value)
  })
})

describe('a session', () => {
  it('ends after twelve hours without use', async () => {
    const cookie = sessionOf(await logIn((await newUser()).email))
    clock.advance(11 * HOUR)
    expect((await whoAmI(cookie)).statusCode).toBe(200)
    clock.advance(11 * HOUR)
    expect((await whoAmI(cookie)).statusCode).toBe(200)
    clock.advance(1 * HOUR)
    const idle = sessionOf(await logIn((await newUser()).email))
    clock.advance(12 * HOUR + 1)
    expect((await whoAmI(idle)).statusCode).toBe(401)
  })

  it('ends a day after the login even if it is in use', async () => {
    const cookie = sessionOf(await logIn((await newUser()).email))
    for (let hour = 0; hour < 23; hour += 6) {
      clock.advance(5.9 * HOUR)
      expect((await whoAmI(cookie)).statusCode).toBe(200)
    }
    clock.advance(HOUR)
    expect((await whoAmI(cookie)).statusCode).toBe(401)
  })

  it('is not prolonged by automatic requests of a page', async () => {
    const cookie = sessionOf(await logIn((await newUser()).email))
    const poll = () =>
      server.app.inject({
        url: '/api/v1/get-alarm-count?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z',
        headers: { cookie },
      })
    clock.advance(11 * HOUR)
    expect((await poll()).statusCode).toBe(200)
    clock.advance(2 * HOUR)
    expect((await poll()).statusCode).toBe(401)
  })

  it('that the user asked to keep ends after a week without use, or thirty days after the login', async () => {
    const keep = async () => sessionOf(await logIn((await newUser()).email, PASSWORD, { keepLoggedIn: true }))
    const used = await keep()
    for (let week = 0; week < 4; week += 1) {
      clock.advance(7 * DAY - 1)
      expect((await whoAmI(used)).statusCode).toBe(200)
    }
    clock.advance(2 * DAY + 5)
    expect((await whoAmI(used)).statusCode).toBe(401)
    const unused = await keep()
    clock.advance(7 * DAY)
    expect((await whoAmI(unused)).statusCode).toBe(401)
  })

  it('ends at once when its user is disabled', async () => {
    const { cookie, userId } = await newUser()
    await inSystem(server.database.runtime, (tx) =>
      tx.updateTable('app_user').set({ disabled_at: clock.now() }).where('id', '=', userId).execute(),
    )
    expect((await whoAmI(cookie)).statusCode).toBe(401)
  })

  it('ends with the logout for every copy of its cookie', async () => {
    const { cookie } = await newUser()
    const reply = await server.app.inject({
      method: 'POST',
      url: '/api/auth/logout',
      headers: { cookie, 'x-requested-with': 'winnow' },
    })
    expect(reply.statusCode).toBe(200)
    expect(cookieOf(reply)).toMatchObject({ value: '', expires: new Date(0) })
    expect((await whoAmI(cookie)).statusCode).toBe(401)
  })
})

describe('a partner company', () => {
  it('always gets the partner theme, even if it has chosen another · ENV-004 COMPANY-001', async () => {
    const themes = []
    for (const companyId of [PARTNER_COMPANY_IDS[3] ?? '', tenant.companyId]) {
      if (companyId !== tenant.companyId)
        await inSystem(server.database.runtime, (tx) =>
          tx.insertInto('company').values({ id: companyId, name: 'Partner' }).execute(),
        )
      const { cookie } = await createLoggedIn(server.database.runtime, { companyId, userType: 'MEMBER_USER' })
      themes.push((await whoAmI(cookie)).json().company.theme)
    }
    expect(themes).toEqual(['pelco', 'default'])
  })
})
