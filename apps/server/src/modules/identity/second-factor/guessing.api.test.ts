import { describe, expect, it } from 'vitest'
import { codeAt, wrongCodeAt } from '../../../../test/authenticator.ts'
import { lab, PASSWORD, useLoginLab } from '../../../../test/login-lab.ts'

const HOUR = 3_600_000
useLoginLab()

describe('guessing codes', () => {
  /** Logs in again for each attempt. A new session gives no additional attempts. */
  async function guess(email: string, shown: object, from = lab.address, headers: Record<string, string> = {}) {
    const here = lab.browser(from)
    await lab.enter(here, email)
    return here.send('POST', '/auth', shown, headers)
  }
  const wrong = (secret: string) => ({ authenticationCode: wrongCodeAt(secret, lab.clock.now()) })
  const right = (secret: string) => ({ authenticationCode: codeAt(secret, lab.clock.now()) })

  it('requires captchas after three wrong codes from any sessions and addresses; a right code with a captcha is accepted', async () => {
    const { session, email } = await lab.newUser()
    const { secret } = await lab.protect(session)
    for (let n = 0; n < 3; n++) expect((await guess(email, wrong(secret))).json().code).toBe('CODE_INVALID')
    for (const from of [lab.address, '10.9.9.9'])
      expect((await guess(email, right(secret), from)).json().code).toBe('CAPTCHA_REQUIRED')
    expect((await guess(email, wrong(secret), lab.address, await lab.captcha())).json().code).toBe('CODE_INVALID')
    expect((await guess(email, right(secret), '10.9.9.9', await lab.captcha())).statusCode).toBe(200)
  })

  it('requires no captchas any more after a quarter of an hour', async () => {
    const { session, email } = await lab.newUser()
    const { secret } = await lab.protect(session)
    for (let n = 0; n < 4; n++) await guess(email, wrong(secret))
    lab.clock.advance(15 * 60_000)
    expect((await guess(email, right(secret))).statusCode).toBe(200)
  })

  it('is counted together for both kinds of codes, also with simultaneous attempts', async () => {
    const { session, email } = await lab.newUser()
    const { secret } = await lab.protect(session)
    const all = Array.from({ length: 8 }, () => lab.browser())
    for (const each of all) await lab.enter(each, email)
    const replies = await Promise.all(
      all.map((each, index) => {
        const code = wrongCodeAt(secret, lab.clock.now())
        return each.call('POST', '/auth', index % 2 ? { backupCode: code } : { authenticationCode: code })
      }),
    )
    expect(replies.filter(({ body }) => body.code === 'CODE_INVALID')).toHaveLength(3)
    expect(replies.filter(({ body }) => body.code === 'CAPTCHA_REQUIRED')).toHaveLength(5)
  })

  it('without captchas uses up only half of a day’s attempts, and the owner can use the other half', async () => {
    const { session, email } = await lab.newUser()
    const { secret } = await lab.protect(session)
    const codes = []
    for (let round = 0; round < 6; round++) {
      for (let n = 0; n < 4; n++) codes.push(String((await guess(email, wrong(secret))).json().code))
      lab.clock.advance(16 * 60_000)
    }
    expect(codes.filter((code) => code === 'CODE_INVALID')).toHaveLength(10)
    expect(codes.filter((code) => code === 'CAPTCHA_REQUIRED')).toHaveLength(14)
    expect((await guess(email, right(secret), lab.address, await lab.captcha())).statusCode).toBe(200)
  })

  it('is blocked for the day after twenty attempts, with or without captchas', async () => {
    const { session, email } = await lab.newUser()
    const { secret } = await lab.protect(session)
    for (let n = 0; n < 20; n++)
      expect((await guess(email, wrong(secret), lab.address, await lab.captcha())).json().code).toBe('CODE_INVALID')
    const over = await guess(email, right(secret), '10.9.9.9', await lab.captcha())
    expect(over.json().code).toBe('RATE_LIMITED')
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(80_000)
    lab.clock.advance(24 * HOUR)
    expect((await guess(email, right(secret))).statusCode).toBe(200)
  })

  it('for many accounts from one address requires captchas there; right codes are not counted', async () => {
    const crowd = []
    for (let n = 0; n < 11; n++) {
      const made = await lab.newUser()
      crowd.push({ ...made, ...(await lab.protect(made.session)) })
    }
    const [first, ...others] = crowd
    for (const { email, secret } of crowd) expect((await guess(email, right(secret), '10.8.8.8')).statusCode).toBe(200)
    for (const { email, secret } of others)
      for (let n = 0; n < 3; n++)
        expect((await guess(email, wrong(secret), '10.8.8.8')).json().code).toBe('CODE_INVALID')
    lab.clock.advance(30_000)
    const { email, secret } = first ?? { email: '', secret: '' }
    expect((await guess(email, right(secret), '10.8.8.8')).json().code).toBe('CAPTCHA_REQUIRED')
    expect((await guess(email, right(secret), '10.8.8.8', await lab.captcha())).statusCode).toBe(200)
  })

  it('is limited also for the password that switches off a second factor: wrong ones are counted like failed logins', async () => {
    const { session, userId, email } = await lab.newUser()
    await lab.protect(session)
    const off = async (password: string, headers = {}) => {
      const body = { field: 'enabled', value: false, password }
      return (await session.send('POST', `/v1/2fa/user-otp-update/${userId}`, body, headers)).json<{ code?: string }>()
    }
    for (let n = 0; n < 3; n++) expect((await off('wrong')).code).toBe('PASSWORD_INVALID')
    expect((await off(PASSWORD)).code).toBe('CAPTCHA_REQUIRED')
    expect((await lab.enter(lab.browser('10.9.9.9'), email)).body.code).toBe('CAPTCHA_REQUIRED')
    expect(await off(PASSWORD, await lab.captcha())).toEqual({ success: true })
    expect((await lab.enter(lab.browser('10.9.9.9'), email)).status).toBe(200)
  })
})
