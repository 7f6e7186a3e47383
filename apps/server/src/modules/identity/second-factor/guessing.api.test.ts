import { describe, expect, it } from 'vitest'
import { codeAt, wrongCodeAt } from '../../../../test/authenticator.ts'
import { lab, PASSWORD, useLoginLab } from '../../../../test/login-lab.ts'

const HOUR = 3_600_000
useLoginLab()

describe('guessing', () => {
  /** Logs in anew for each try: sessions of their own do not give more tries. */
  async function guess(email: string, shown: object, from = lab.address) {
    const here = lab.browser(from)
    await lab.enter(here, email)
    return here.send('POST', '/auth', shown)
  }

  it('is locked after five wrong codes, over sessions and addresses, for a quarter of an hour, and then a right one gets in', async () => {
    const { session, email } = await lab.newUser()
    const { secret } = await lab.protect(session)
    const tries = []
    for (let n = 0; n < 5; n++)
      tries.push(await guess(email, { authenticationCode: wrongCodeAt(secret, lab.clock.now()) }))
    expect(tries.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400, 400])
    const locked = await guess(email, { authenticationCode: codeAt(secret, lab.clock.now()) }, '10.9.9.9')
    expect(locked.json()).toMatchObject({ code: 'RATE_LIMITED' })
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(800)
    lab.clock.advance(15 * 60_000)
    expect((await guess(email, { authenticationCode: codeAt(secret, lab.clock.now()) })).statusCode).toBe(200)
  })

  it('is counted for both kinds of codes together, and at the same moment too', async () => {
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
    expect(replies.filter((reply) => reply.status === 400)).toHaveLength(5)
    expect(replies.filter((reply) => reply.status === 429)).toHaveLength(3)
  })

  it('is over for the day after twenty', async () => {
    const { session, email } = await lab.newUser()
    const { secret } = await lab.protect(session)
    const statuses = []
    for (let round = 0; round < 6; round++) {
      for (let n = 0; n < 5; n++)
        statuses.push((await guess(email, { authenticationCode: wrongCodeAt(secret, lab.clock.now()) })).statusCode)
      lab.clock.advance(16 * 60_000)
    }
    expect(statuses.filter((each) => each === 400)).toHaveLength(20)
    expect((await guess(email, { authenticationCode: codeAt(secret, lab.clock.now()) })).statusCode).toBe(429)
    lab.clock.advance(24 * HOUR)
    expect((await guess(email, { authenticationCode: codeAt(secret, lab.clock.now()) })).statusCode).toBe(200)
  })

  it('at many accounts is locked by address; right codes do not count to it', async () => {
    const crowd = []
    for (let n = 0; n < 7; n++) {
      const made = await lab.newUser()
      crowd.push({ ...made, ...(await lab.protect(made.session)) })
    }
    const [first, ...others] = crowd
    for (const { email, secret } of crowd)
      expect((await guess(email, { authenticationCode: codeAt(secret, lab.clock.now()) }, '10.8.8.8')).statusCode).toBe(
        200,
      )
    for (const { email, secret } of others)
      for (let n = 0; n < 5; n++)
        expect(
          (await guess(email, { authenticationCode: wrongCodeAt(secret, lab.clock.now()) }, '10.8.8.8')).statusCode,
        ).toBe(400)
    lab.clock.advance(30_000)
    const right = { authenticationCode: codeAt(first?.secret ?? '', lab.clock.now()) }
    expect((await guess(first?.email ?? '', right, '10.8.8.8')).statusCode).toBe(429)
    expect((await guess(first?.email ?? '', right, '10.7.7.7')).statusCode).toBe(200)
  })

  it('of the password that switches it off is locked too', async () => {
    const { session, userId } = await lab.newUser()
    await lab.protect(session)
    const off = (password: string) =>
      session.call('POST', `/v1/2fa/user-otp-update/${userId}`, { field: 'enabled', value: false, password })
    for (let n = 0; n < 5; n++) expect((await off('wrong')).body.code).toBe('PASSWORD_INVALID')
    expect((await off(PASSWORD)).body.code).toBe('RATE_LIMITED')
  })
})
