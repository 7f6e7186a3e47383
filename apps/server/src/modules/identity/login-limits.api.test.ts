import { createFakeClock } from '@winnow/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLoggedIn, createTenant, type Tenant } from '../../../test/factories.ts'
import { plainHash, plainHasher } from '../../../test/plain-hasher.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

const PASSWORD = 'Correct-Horse-9'
const CAPTCHA = 'KWX479'
const clock = createFakeClock(new Date())
let server: TestServer
let tenant: Tenant

beforeAll(async () => {
  server = await startTestServer({
    clock,
    settings: { WINNOW_TRUSTED_PROXIES: '127.0.0.1' },
    captchaText: () => CAPTCHA,
    hasher: plainHasher,
  })
  tenant = await createTenant(server.database.runtime)
})
afterAll(() => server.close())

let people = 0
async function newAccount(): Promise<string> {
  const email = `person${people++}@example.com`
  const passwordHash = plainHash(PASSWORD)
  await createLoggedIn(server.database.runtime, {
    companyId: tenant.companyId,
    userType: 'OPERATOR_USER',
    email,
    passwordHash,
  })
  return email
}

const logIn = (email: string, password = PASSWORD, from = '192.0.2.1', solved: Record<string, string> = {}) =>
  server.app.inject({
    method: 'POST',
    url: '/api/auth',
    payload: { email, password },
    headers: { 'x-requested-with': 'winnow', 'x-forwarded-for': from, ...solved },
  })

/** As a person with patience does: with a captcha solved for each attempt. */
async function logInPatiently(email: string, password = PASSWORD) {
  const captcha = await server.app.inject({ url: '/api/v1/captcha', headers: { 'x-forwarded-for': '192.0.2.1' } })
  const nonce = String(captcha.headers['x-captcha-nonce'])
  return logIn(email, password, '192.0.2.1', { 'x-captcha-nonce': nonce, 'x-captcha-answer': CAPTCHA })
}

describe('guessing passwords', () => {
  it('of an account ends after ten failures, also for the right one, and may go on after the window', async () => {
    const email = await newAccount()
    for (let failure = 0; failure < 10; failure++)
      expect((await logInPatiently(email, 'wrong')).json()).toMatchObject({ code: 'LOGIN_FAILED' })
    const stopped = await logInPatiently(email)
    expect(stopped.statusCode).toBe(429)
    expect(stopped.json()).toMatchObject({ code: 'RATE_LIMITED' })
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(0)
    // Ten failures make the address suspicious too: others behind it need a captcha, and get in with it.
    expect((await logInPatiently(await newAccount())).statusCode).toBe(200)
    clock.advance(15 * 60_000)
    expect((await logIn(email)).statusCode).toBe(200)
  })

  it('is not held against who logs in rightly in between', async () => {
    const email = await newAccount()
    clock.advance(15 * 60_000)
    for (let round = 0; round < 3; round++) {
      for (let failure = 0; failure < 9; failure++) await logInPatiently(email, 'wrong')
      expect((await logInPatiently(email)).statusCode).toBe(200)
    }
  })

  it('cannot lock anybody out without a person who solves captchas', async () => {
    const email = await newAccount()
    for (let failure = 0; failure < 30; failure++) await logIn(email, 'wrong', '192.0.2.3')
    expect((await logInPatiently(email)).statusCode).toBe(200)
  })

  it('from one address ends after sixty attempts on whatever accounts, and for no other address', async () => {
    const email = await newAccount()
    const attempts = Array.from({ length: 60 }, (_none, n) => logIn(`guess${n}@example.com`, 'x', '192.0.2.7'))
    expect((await Promise.all(attempts)).filter(({ statusCode }) => statusCode !== 400)).toEqual([])
    expect((await logIn(email, PASSWORD, '192.0.2.7')).statusCode).toBe(429)
    expect((await logIn(email, PASSWORD, '192.0.2.8')).statusCode).toBe(200)
  })

  it('over IPv6 counts a whole /64, which one client has to itself, as one address', async () => {
    const email = await newAccount()
    const from = (n: number) => `2001:db8:1:2::${n.toString(16)}`
    const attempts = Array.from({ length: 60 }, (_none, n) => logIn(`guess${n}@example.com`, 'x', from(n)))
    expect((await Promise.all(attempts)).filter(({ statusCode }) => statusCode !== 400)).toEqual([])
    expect((await logIn(email, PASSWORD, from(4711))).statusCode).toBe(429)
    expect((await logIn(email, PASSWORD, '2001:db8:1:3::1')).statusCode).toBe(200)
  })

  it('over IPv6 asks the whole /64 for a captcha', async () => {
    for (let n = 0; n < 10; n++) await logIn(`six${n}@example.com`, 'x', `2001:db8:2:2::${n}`)
    const reply = await logIn(await newAccount(), PASSWORD, '2001:db8:2:2:ffff::1')
    expect(reply.json()).toMatchObject({ code: 'CAPTCHA_REQUIRED' })
  })
})

it('a peer that is no trusted proxy cannot say where a request comes from', async () => {
  const bare = await startTestServer({ clock, hasher: plainHasher, beside: server })
  const from = (forwarded: string, email: string) =>
    bare.app.inject({
      method: 'POST',
      url: '/api/auth',
      payload: { email, password: 'x' },
      headers: { 'x-requested-with': 'winnow', 'x-forwarded-for': forwarded },
    })
  const email = await newAccount()
  for (let n = 0; n < 10; n++) await from(`198.51.100.${n}`, `elsewhere${n}@example.com`)
  expect((await from('198.51.100.99', email)).json()).toMatchObject({ code: 'CAPTCHA_REQUIRED' })
  await bare.close()
})
