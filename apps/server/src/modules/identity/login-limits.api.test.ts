import { createFakeClock } from '@winnow/testkit'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createLoggedIn, createTenant, type Tenant } from '../../../test/factories.ts'
import { plainHash, plainHasher } from '../../../test/plain-hasher.ts'
import { BusyError } from '../../platform/crypto/gate.ts'
import type { PasswordHasher } from '../../platform/crypto/password-hasher.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

const PASSWORD = 'Correct-Horse-9'
const CAPTCHA = 'KWX479'
const clock = createFakeClock(new Date())
let isBusy = false
/** A fast hasher that, like the real one, rejects work while too many hashes wait. */
const hasher: PasswordHasher = {
  ...plainHasher,
  verify: async (stored, password) => {
    if (isBusy) throw new BusyError('too many are waiting')
    return plainHasher.verify(stored, password)
  },
}
let server: TestServer
let tenant: Tenant

beforeAll(async () => {
  server = await startTestServer({
    clock,
    settings: { WINNOW_TRUSTED_PROXIES: '127.0.0.1' },
    captchaText: () => CAPTCHA,
    hasher,
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

/** Logs in like a person who solves a captcha for each attempt. */
async function logInPatiently(email: string, password = PASSWORD, from = '192.0.2.1') {
  // Issues the captcha directly, without the limits of a request. Another test covers requests for captchas.
  const captcha = await server.container.deps.captchas.issue(clock.now())
  return logIn(email, password, from, { 'x-captcha-nonce': captcha.nonce, 'x-captcha-answer': CAPTCHA })
}

const codesOf = (replies: Awaited<ReturnType<typeof logIn>>[]) => {
  const counts: Record<string, number> = {}
  for (const reply of replies) {
    const { code = 'OK' } = reply.json<{ code?: string }>()
    counts[code] = (counts[code] ?? 0) + 1
  }
  return counts
}

describe('guessing passwords', () => {
  it('is blocked for an account and address after ten failures, also with the right password, until the window is over', async () => {
    const email = await newAccount()
    for (let failure = 0; failure < 10; failure++)
      expect((await logInPatiently(email, 'wrong')).json()).toMatchObject({ code: 'LOGIN_FAILED' })
    const stopped = await logInPatiently(email)
    expect(stopped.statusCode).toBe(429)
    expect(stopped.json()).toMatchObject({ code: 'RATE_LIMITED' })
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(0)
    // The account's owner can log in from another address.
    expect((await logInPatiently(email, PASSWORD, '192.0.2.200')).statusCode).toBe(200)
    // Ten failures also affect the address: other users with this address need a captcha, and can log in with it.
    expect((await logInPatiently(await newAccount())).statusCode).toBe(200)
    clock.advance(15 * 60_000)
    expect((await logIn(email)).statusCode).toBe(200)
  })

  it('is blocked for an account after a hundred failures from any addresses, of which only three needed no captcha', async () => {
    const email = await newAccount()
    for (let failure = 0; failure < 100; failure++)
      expect((await logInPatiently(email, 'wrong', `198.51.100.${failure}`)).statusCode).toBe(400)
    expect((await logInPatiently(email, PASSWORD, '198.51.100.200')).json()).toMatchObject({ code: 'RATE_LIMITED' })
  })

  it('does not block an owner who logs in correctly in between', async () => {
    const email = await newAccount()
    clock.advance(15 * 60_000)
    for (let round = 0; round < 3; round++) {
      for (let failure = 0; failure < 9; failure++) await logInPatiently(email, 'wrong')
      expect((await logInPatiently(email)).statusCode).toBe(200)
    }
  })

  it('without captchas never locks the owner out, neither from one address nor from many, nor with simultaneous attempts', async () => {
    const email = await newAccount()
    const addresses = Array.from({ length: 40 }, (_none, n) => (n < 20 ? '192.0.2.3' : `192.0.2.${n}`))
    const replies = await Promise.all(addresses.map((from) => logIn(email, 'wrong', from)))
    expect(codesOf(replies)).toEqual({ LOGIN_FAILED: 3, CAPTCHA_REQUIRED: 37 })
    for (const from of ['192.0.2.3', '192.0.2.199'])
      expect((await logInPatiently(email, PASSWORD, from)).statusCode).toBe(200)
  })

  it('is not counted while too many hashes wait to be checked', async () => {
    const email = await newAccount()
    const busy = []
    isBusy = true
    try {
      for (let attempt = 0; attempt < 5; attempt++) busy.push(await logIn(email, PASSWORD, '192.0.2.40'))
    } finally {
      isBusy = false
    }
    expect(codesOf(busy)).toEqual({ UNAVAILABLE: 5 })
    const wrong = []
    for (let attempt = 0; attempt < 4; attempt++) wrong.push(await logIn(email, 'wrong', '192.0.2.40'))
    expect(codesOf(wrong)).toEqual({ LOGIN_FAILED: 3, CAPTCHA_REQUIRED: 1 })
  })

  it('allows no more simultaneous attempts than sequential ones', async () => {
    const email = await newAccount()
    const verify = vi.spyOn(server.container.deps.hasher, 'verify')
    const replies = await Promise.all(Array.from({ length: 12 }, () => logIn(email, 'wrong', '192.0.2.4')))
    expect(codesOf(replies)).toEqual({ LOGIN_FAILED: 3, CAPTCHA_REQUIRED: 9 })
    expect(verify).toHaveBeenCalledTimes(3)
    verify.mockRestore()
  })

  it('is counted for a shared address without its successful logins', async () => {
    const emails = await Promise.all(Array.from({ length: 30 }, newAccount))
    for (const email of emails) expect((await logIn(email, PASSWORD, '192.0.2.5')).statusCode).toBe(200)
  })

  it('is blocked for one address after sixty attempts with captchas for any accounts, and for no other address', async () => {
    const email = await newAccount()
    for (let n = 0; n < 60; n++)
      expect((await logInPatiently(`guess${n}@example.com`, 'x', '192.0.2.7')).statusCode).toBe(400)
    expect((await logInPatiently(email, PASSWORD, '192.0.2.7')).statusCode).toBe(429)
    expect((await logIn(email, PASSWORD, '192.0.2.8')).statusCode).toBe(200)
  })

  it('without captchas does not lock out others behind the same address', async () => {
    const email = await newAccount()
    const attempts = Array.from({ length: 80 }, (_none, n) => logIn(`other${n}@example.com`, 'x', '192.0.2.9'))
    expect(codesOf(await Promise.all(attempts))).toEqual({ LOGIN_FAILED: 10, CAPTCHA_REQUIRED: 70 })
    expect((await logInPatiently(email, PASSWORD, '192.0.2.9')).statusCode).toBe(200)
  })

  it('over IPv6 requires a captcha for the whole /64', async () => {
    for (let n = 0; n < 10; n++) await logIn(`six${n}@example.com`, 'x', `2001:db8:2:2::${n}`)
    const reply = await logIn(await newAccount(), PASSWORD, '2001:db8:2:2:ffff::1')
    expect(reply.json()).toMatchObject({ code: 'CAPTCHA_REQUIRED' })
  })
})

it('an untrusted proxy cannot set the address of a request', async () => {
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
