import { createFakeClock } from '@winnow/testkit'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLoggedIn, createTenant, type LoggedIn, type Tenant } from '../../../../test/factories.ts'
import { plainHash, plainHasher } from '../../../../test/plain-hasher.ts'
import { startTestServer, type TestServer } from '../../../../test/test-server.ts'
import { newKeyRing } from '../../../platform/crypto/key-ring.ts'
import { inSystem } from '../../../platform/db/transaction.ts'
import { createCaptchaChallenges } from './captcha-challenges.ts'

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
/** Each test uses its own address, so that failures are counted separately. */
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
  it('is a picture, and its nonce is in a header · CAPTCHA-007', async () => {
    const reply = await getCaptcha()
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'no-store' })
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ format: 'png', width: 240, height: 88 })
    const nonce = String(reply.headers['x-captcha-nonce'])
    expect(nonce.length).toBeGreaterThanOrEqual(32)
    expect(await newNonce()).not.toBe(nonce)
  })

  it('cannot be read from its nonce, and stores nothing in the database until it is answered', async () => {
    const countNotes = async () =>
      (await inSystem(server.database.runtime, (tx) => tx.selectFrom('answered_captcha').select('id').execute())).length
    const before = await countNotes()
    const nonce = await newNonce()
    for (const part of nonce.split('.')) expect(Buffer.from(part, 'base64url').toString('latin1')).not.toContain(TEXT)
    expect(await countNotes()).toBe(before)
  })

  it('is drawn for any number of requests of an address, and earlier captchas stay valid', async () => {
    const person = await newPerson()
    await fail(person, 3)
    const headers = await solved()
    const drawn = await Promise.all(Array.from({ length: 300 }, () => getCaptcha(person.address)))
    expect(new Set(drawn.map((reply) => reply.statusCode))).toEqual(new Set([200]))
    expect((await logIn(person, { headers })).statusCode).toBe(200)
  })

  it('is invalid if it was sealed with another key or with none', async () => {
    const person = await newPerson()
    await fail(person, 3)
    const { nonce } = await createCaptchaChallenges(
      { db: server.database.runtime, keys: newKeyRing() },
      { text: () => TEXT },
    ).issue(clock.now())
    for (const made of [nonce, '', 'nonsense', 's1.00000000.AAAA']) {
      const reply = await logIn(person, { headers: { 'x-captcha-nonce': made, 'x-captcha-answer': TEXT } })
      expect(reply.json()).toMatchObject({ code: 'CAPTCHA_EXPIRED' })
    }
  })
})

describe('the login', () => {
  it('requires a captcha after three failures for an account, from any addresses · CAPTCHA-004', async () => {
    const person = await newPerson()
    await fail(person, 3)
    for (const address of [person.address, '192.0.2.200']) {
      const reply = await logIn({ ...person, address })
      expect(reply.statusCode).toBe(400)
      expect(reply.json()).toMatchObject({ code: 'CAPTCHA_REQUIRED', message: 'Captcha required' })
    }
  })

  it('requires a captcha also for an account that does not exist', async () => {
    const nobody = { email: 'nobody@example.com', address: '198.51.100.250' }
    await fail(nobody, 3)
    expect((await logIn(nobody)).json()).toMatchObject({ code: 'CAPTCHA_REQUIRED' })
    expect((await logIn(nobody, { headers: await solved() })).json()).toMatchObject({ code: 'LOGIN_FAILED' })
  })

  it('requires a captcha from an address after ten failures for any accounts', async () => {
    const address = '198.51.100.251'
    for (let n = 0; n < 10; n++) await fail({ email: `guess${n}@example.com`, address }, 1)
    const person = await newPerson()
    expect((await logIn({ ...person, address })).json()).toMatchObject({ code: 'CAPTCHA_REQUIRED' })
    expect((await logIn(person)).statusCode).toBe(200)
  })

  it('accepts the answer in headers, only with the right password · CAPTCHA-005 CAPTCHA-006', async () => {
    const person = await newPerson()
    await fail(person, 3)
    const wrong = await logIn(person, { password: 'wrong', headers: await solved() })
    expect(wrong.json()).toMatchObject({ code: 'LOGIN_FAILED' })
    expect((await logIn(person, { headers: await solved() })).statusCode).toBe(200)
    // A successful login resets the account's failures, so the next login needs no captcha.
    expect((await logIn(person)).statusCode).toBe(200)
  })

  it('accepts the answer in the body, also in lower case and with spaces', async () => {
    const person = await newPerson()
    await fail(person, 3)
    const reply = await logIn(person, { captcha: { nonce: await newNonce(), answer: ' kwx 479 ' } })
    expect(reply.statusCode).toBe(200)
  })

  it('refuses a wrong answer and does not check the password · CAPTCHA-004', async () => {
    const person = await newPerson()
    await fail(person, 3)
    for (const password of [PASSWORD, 'wrong']) {
      const reply = await logIn(person, { password, headers: await solved('ABCDEF') })
      expect(reply.statusCode).toBe(400)
      expect(reply.json()).toMatchObject({ code: 'CAPTCHA_INCORRECT', message: 'Incorrect captcha answer' })
    }
  })

  it('accepts each captcha once, right or wrong · CAPTCHA-004', async () => {
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

  it('accepts each captcha once even if its nonce is spelled differently: the last letter of base64 has unused bits', async () => {
    const person = await newPerson()
    await fail(person, 3)
    const headers = await solved()
    const nonce = headers['x-captcha-nonce']
    const bytesOf = (sealed: string) => Buffer.from(sealed.split('.').at(-1) ?? '', 'base64url')
    const twin = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')
      .map((letter) => nonce.slice(0, -1) + letter)
      .find((other) => other !== nonce && bytesOf(other).equals(bytesOf(nonce)))
    if (twin === undefined) throw new Error('the nonce has no twin')
    await logIn(person, { password: 'wrong', headers })
    const again = await logIn(person, { headers: { ...headers, 'x-captcha-nonce': twin } })
    expect(again.json()).toMatchObject({ code: 'CAPTCHA_EXPIRED' })
  })

  it('accepts a captcha once in simultaneous attempts', async () => {
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
  it('requires a captcha after three wrong old passwords, and accepts it in headers · SESSION-011 VALIDATION-035', async () => {
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
