import { createFakeClock } from '@winnow/testkit'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLoggedIn, createTenant, type LoggedIn, type Tenant } from '../../../../test/factories.ts'
import { plainHash, plainHasher } from '../../../../test/plain-hasher.ts'
import { startTestServer, type TestServer } from '../../../../test/test-server.ts'
import { inSystem } from '../../../platform/db/transaction.ts'

const PASSWORD = 'Correct-Horse-9'
const TEXT = 'KWX479'
const WINDOW = 15 * 60_000
const clock = createFakeClock(new Date())
let server: TestServer
let tenant: Tenant

beforeAll(async () => {
  server = await startTestServer({
    clock,
    settings: { WINNOW_TRUSTED_PROXIES: '127.0.0.1' },
    captchaText: () => TEXT,
    hasher: plainHasher,
  })
  tenant = await createTenant(server.database.runtime)
})
afterAll(() => server.close())

let people = 0
/** Everybody has an address of their own, so that nobody's failures count against another. */
interface Person extends LoggedIn {
  email: string
  address: string
}
async function newPerson(): Promise<Person> {
  const n = people++
  const email = `person${n}@example.com`
  const made = await createLoggedIn(server.database.runtime, {
    companyId: tenant.companyId,
    userType: 'OPERATOR_USER',
    email,
    passwordHash: plainHash(PASSWORD),
  })
  return { ...made, email, address: `198.51.100.${n}` }
}

interface Attempt {
  password?: string
  headers?: Record<string, string>
  captcha?: { nonce: string; answer: string }
}
const logIn = ({ email, address }: { email: string; address: string }, attempt: Attempt = {}) =>
  server.app.inject({
    method: 'POST',
    url: '/api/auth',
    payload: {
      email,
      password: attempt.password ?? PASSWORD,
      ...(attempt.captcha ? { captcha: attempt.captcha } : {}),
    },
    headers: { 'x-requested-with': 'winnow', 'x-forwarded-for': address, ...attempt.headers },
  })

async function fail(who: { email: string; address: string }, times: number): Promise<void> {
  for (let failure = 0; failure < times; failure++)
    expect((await logIn(who, { password: 'wrong' })).json()).toMatchObject({ code: 'LOGIN_FAILED' })
}

const getCaptcha = (address = '203.0.113.1') =>
  server.app.inject({ url: '/api/v1/captcha', headers: { 'x-forwarded-for': address } })
const newNonce = async () => String((await getCaptcha()).headers['x-captcha-nonce'])
const solved = async (answer = TEXT) => ({ 'x-captcha-nonce': await newNonce(), 'x-captcha-answer': answer })

describe('a captcha', () => {
  it('is a picture, and its nonce stands in a header · CAPTCHA-007', async () => {
    const reply = await getCaptcha()
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'no-store' })
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: 'png', width: 240, height: 88 })
    const nonce = String(reply.headers['x-captcha-nonce'])
    expect(nonce.length).toBeGreaterThanOrEqual(32)
    expect(await newNonce()).not.toBe(nonce)
  })

  it('can be read neither from its nonce nor from the database', async () => {
    const nonce = await newNonce()
    expect(Buffer.from(nonce, 'base64url').toString('latin1')).not.toContain(TEXT)
    const rows = await inSystem(server.database.runtime, (tx) => tx.selectFrom('captcha').selectAll().execute())
    const stored = JSON.stringify(rows)
    expect(rows.length).toBeGreaterThan(0)
    expect(stored).not.toContain(TEXT)
    expect(stored).not.toContain(nonce)
    // The same text under two nonces is stored as two different hashes.
    expect(new Set(rows.map(({ answer_hash }) => answer_hash)).size).toBe(rows.length)
  })

  it('cannot be drawn without end from one address', async () => {
    for (let drawn = 0; drawn < 120; drawn++) await getCaptcha('203.0.113.9')
    expect((await getCaptcha('203.0.113.9')).statusCode).toBe(429)
    expect((await getCaptcha('203.0.113.10')).statusCode).toBe(200)
  })
})

describe('the login', () => {
  it('asks for one after three failures of an account, whatever address they come from · CAPTCHA-004', async () => {
    const person = await newPerson()
    await fail(person, 3)
    for (const address of [person.address, '192.0.2.200']) {
      const reply = await logIn({ ...person, address })
      expect(reply.statusCode).toBe(400)
      expect(reply.json()).toMatchObject({ code: 'CAPTCHA_REQUIRED', message: 'Captcha required' })
    }
  })

  it('asks for one for an account that does not exist just the same', async () => {
    const nobody = { email: 'nobody@example.com', address: '198.51.100.250' }
    await fail(nobody, 3)
    expect((await logIn(nobody)).json()).toMatchObject({ code: 'CAPTCHA_REQUIRED' })
    expect((await logIn(nobody, { headers: await solved() })).json()).toMatchObject({ code: 'LOGIN_FAILED' })
  })

  it('asks an address for one after ten failures on whatever accounts', async () => {
    const address = '198.51.100.251'
    for (let n = 0; n < 10; n++) await fail({ email: `guess${n}@example.com`, address }, 1)
    const person = await newPerson()
    expect((await logIn({ ...person, address })).json()).toMatchObject({ code: 'CAPTCHA_REQUIRED' })
    expect((await logIn(person)).statusCode).toBe(200)
  })

  it('takes the answer in headers, with the right password only · CAPTCHA-005 CAPTCHA-006', async () => {
    const person = await newPerson()
    await fail(person, 3)
    const wrong = await logIn(person, { password: 'wrong', headers: await solved() })
    expect(wrong.json()).toMatchObject({ code: 'LOGIN_FAILED' })
    expect((await logIn(person, { headers: await solved() })).statusCode).toBe(200)
    // Who got in has shown who they are.
    expect((await logIn(person)).statusCode).toBe(200)
  })

  it('takes the answer in the body, in small letters and with spaces too', async () => {
    const person = await newPerson()
    await fail(person, 3)
    const reply = await logIn(person, { captcha: { nonce: await newNonce(), answer: ' kwx 479 ' } })
    expect(reply.statusCode).toBe(200)
  })

  it('refuses a wrong answer and does not look at the password · CAPTCHA-004', async () => {
    const person = await newPerson()
    await fail(person, 3)
    for (const password of [PASSWORD, 'wrong']) {
      const reply = await logIn(person, { password, headers: await solved('ABCDEF') })
      expect(reply.statusCode).toBe(400)
      expect(reply.json()).toMatchObject({ code: 'CAPTCHA_INCORRECT', message: 'Incorrect captcha answer' })
    }
  })

  it('takes each captcha once, right or wrong · CAPTCHA-004', async () => {
    const person = await newPerson()
    await fail(person, 3)
    const used = await solved()
    await logIn(person, { password: 'wrong', headers: used })
    const again = await logIn(person, { headers: used })
    expect(again.json()).toMatchObject({ code: 'CAPTCHA_EXPIRED', message: 'Captcha expired' })
    const missed = await solved('ABCDEF')
    await logIn(person, { headers: missed })
    const corrected = await logIn(person, { headers: { ...missed, 'x-captcha-answer': TEXT } })
    expect(corrected.json()).toMatchObject({ code: 'CAPTCHA_EXPIRED' })
  })

  it('takes a captcha once when several attempts come at the same time', async () => {
    const person = await newPerson()
    await fail(person, 3)
    const headers = await solved()
    const replies = await Promise.all([1, 2, 3].map(() => logIn(person, { password: 'wrong', headers })))
    const codes = replies.map((reply) => String(reply.json().code)).toSorted((a, b) => a.localeCompare(b))
    expect(codes).toEqual(['CAPTCHA_EXPIRED', 'CAPTCHA_EXPIRED', 'LOGIN_FAILED'])
  })

  it('refuses a captcha after five minutes · CAPTCHA-004', async () => {
    const person = await newPerson()
    await fail(person, 3)
    const [early, late] = [await solved(), await solved()]
    clock.advance(299_999)
    expect((await logIn(person, { password: 'wrong', headers: early })).json()).toMatchObject({ code: 'LOGIN_FAILED' })
    clock.advance(1)
    expect((await logIn(person, { headers: late })).json()).toMatchObject({ code: 'CAPTCHA_EXPIRED' })
  })

  it('forgets failures after a quarter of an hour', async () => {
    const person = await newPerson()
    await fail(person, 3)
    clock.advance(WINDOW - 1)
    expect((await logIn(person)).json()).toMatchObject({ code: 'CAPTCHA_REQUIRED' })
    clock.advance(1)
    expect((await logIn(person)).statusCode).toBe(200)
  })
})

describe('a change of password', () => {
  it('asks for a captcha after three wrong old ones, and takes it in headers · SESSION-011 VALIDATION-035', async () => {
    const person = await newPerson()
    const change = (oldPassword: string, headers: Record<string, string> = {}) =>
      server.app.inject({
        method: 'PUT',
        url: '/api/auth',
        payload: { userId: person.userId, oldPassword, newPassword: 'Wheat&Chaff-2026' },
        headers: {
          cookie: person.cookie,
          'x-requested-with': 'winnow',
          'x-forwarded-for': person.address,
          ...headers,
        },
      })
    for (let failure = 0; failure < 3; failure++)
      expect((await change('wrong')).json()).toMatchObject({
        code: 'OLD_PASSWORD_INVALID',
        message: 'Invalid old password',
      })
    expect((await change(PASSWORD)).json()).toMatchObject({ code: 'CAPTCHA_REQUIRED' })
    expect((await change(PASSWORD, await solved('ABCDEF'))).json()).toMatchObject({ code: 'CAPTCHA_INCORRECT' })
    expect((await change(PASSWORD, await solved())).statusCode).toBe(200)
  })
})
