import { OTP_SECRET_HEADER } from '@winnow/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeAt, wrongCodeAt } from '../../../../test/authenticator.ts'
import type { BrowserClient } from '../../../../test/browser-client.ts'
import { PASSWORD, startLoginLab, type LoginLab } from '../../../../test/login-lab.ts'
import { hashToken } from '../../../platform/crypto/tokens.ts'
import { newKeyRing } from '../../../platform/crypto/key-ring.ts'
import { resealColumn } from '../../../platform/crypto/reseal-column.ts'
import { inSystem } from '../../../platform/db/transaction.ts'
import { sealedSecondFactors } from './second-factor-secrets.ts'

const HOUR = 3_600_000
let lab: LoginLab
beforeAll(async () => {
  lab = await startLoginLab()
})
afterAll(() => lab.close())
beforeEach(() => lab.next())

describe('setting up', () => {
  it('shows a QR code as a picture · 2FA-022 2FA-001', async () => {
    const { session } = await lab.newUser()
    const reply = await session.send('GET', '/v1/2fa/otp-generate')
    expect(reply.headers).toMatchObject({ 'content-type': 'image/png', 'cache-control': 'no-store' })
    const { width, height, format } = await sharp(reply.rawPayload).metadata()
    expect([format, width]).toEqual(['png', height])
    expect(width).toBeGreaterThan(300)
    expect(reply.headers[OTP_SECRET_HEADER]).toMatch(/^[A-Z2-7]{32}$/)
  })

  it('with a right code gives ten backup codes of six digits · 2FA-023 2FA-019', async () => {
    const { session } = await lab.newUser()
    const secret = await lab.scan(session)
    const { status: set, body } = await session.call('POST', '/v1/2fa/otp-confirm-setup', {
      code: codeAt(secret, lab.clock.now()),
    })
    expect([set, body.success]).toEqual([200, true])
    expect(new Set(body.codes).size).toBe(10)
    for (const code of body.codes) expect(code).toMatch(/^[0-9]{6}$/)
    expect((await session.call('GET', '/auth/user')).body.login2FaFlow).toBe('totp_accepted')
    expect((await session.call('GET', '/v1/2fa/status')).body).toMatchObject({ enabled: true, codesLeft: 10 })
  })

  it('with a wrong code says so and changes nothing · VALIDATION-034 2FA-025', async () => {
    const { session } = await lab.newUser()
    const secret = await lab.scan(session)
    const refused = await session.call('POST', '/v1/2fa/otp-confirm-setup', {
      code: wrongCodeAt(secret, lab.clock.now()),
    })
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'CODE_INVALID', message: 'Incorrect verification code' },
    })
    expect((await session.call('GET', '/v1/2fa/status')).body).toMatchObject({ enabled: false, codesLeft: 0 })
  })

  it.each(['12345', '1234567', '12345a', '１２３４５６', ''])(
    'refuses %j, which is no code at all · VALIDATION-033',
    async (code) => {
      const { session } = await lab.newUser()
      await lab.scan(session)
      const { status: refused, body } = await session.call('POST', '/v1/2fa/otp-confirm-setup', { code })
      expect([refused, body.code, body.errors[0].message]).toEqual([400, 'VALIDATION', 'Incorrect verification code'])
    },
  )

  it('shows the same secret again to the same session, and to no other', async () => {
    const { session, email } = await lab.newUser()
    const first = await lab.scan(session)
    expect(await lab.scan(session)).toBe(first)
    const other = lab.browser()
    await lab.enter(other, email)
    expect(await lab.scan(other)).not.toBe(first)
    // The other took its place, so a code of the first is of nothing.
    const { body } = await session.call('POST', '/v1/2fa/otp-confirm-setup', { code: codeAt(first, lab.clock.now()) })
    expect(body.code).toBe('CODE_INVALID')
  })

  it('must be confirmed soon', async () => {
    const { session } = await lab.newUser()
    const secret = await lab.scan(session)
    lab.clock.advance(16 * 60_000)
    const { body } = await session.call('POST', '/v1/2fa/otp-confirm-setup', { code: codeAt(secret, lab.clock.now()) })
    expect(body.code).toBe('CODE_INVALID')
  })

  it('ends the other sessions, which were opened without it', async () => {
    const { session, email } = await lab.newUser()
    const other = lab.browser()
    await lab.enter(other, email)
    expect(await lab.status(other)).toBe(200)
    await lab.protect(session)
    expect([await lab.status(other), await lab.status(session)]).toEqual([401, 200])
  })

  it('anew asks for the password: an open screen alone replaces nothing', async () => {
    const { session } = await lab.newUser()
    await lab.protect(session)
    const secret = await lab.scan(session)
    const confirm = (password?: string) =>
      session.call('POST', '/v1/2fa/otp-confirm-setup', { code: codeAt(secret, lab.clock.now()), password })
    expect((await confirm()).body.code).toBe('PASSWORD_INVALID')
    expect((await confirm('wrong')).body).toMatchObject({ code: 'PASSWORD_INVALID', message: 'Incorrect password' })
    expect((await confirm(PASSWORD)).status).toBe(200)
  })

  it.each<[string, (session: BrowserClient, userId: string, password: string) => ReturnType<BrowserClient['call']>]>([
    [
      'another device',
      async (session, _userId, password) => {
        const code = codeAt(await lab.scan(session), lab.clock.now())
        return session.call('POST', '/v1/2fa/otp-confirm-setup', { code, password })
      },
    ],
    ['new backup codes', (session, _userId, password) => session.call('POST', '/v1/2fa/backup-codes', { password })],
    [
      'switching it off',
      (session, userId, password) =>
        session.call('POST', `/v1/2fa/user-otp-update/${userId}`, { field: 'enabled', value: false, password }),
    ],
  ])('%s gives the session a new token, so that whoever copied its cookie is out', async (_what, change) => {
    const { session, userId } = await lab.newUser()
    await lab.protect(session)
    const copy = lab.browser()
    for (const [name, value] of session.cookies) copy.cookies.set(name, value)
    expect((await change(session, userId, 'wrong')).status).toBe(400)
    expect(await lab.status(copy)).toBe(200)
    const before = (await session.call('GET', '/v1/sessions')).body
    expect((await change(session, userId, PASSWORD)).status).toBe(200)
    expect([await lab.status(copy), await lab.status(session)]).toEqual([401, 200])
    const [{ id, expiresAt, keepLoggedIn }] = before
    expect((await session.call('GET', '/v1/sessions')).body).toMatchObject([
      { id, expiresAt, keepLoggedIn, current: true },
    ])
  })

  it('keeps secrets sealed and codes hashed and sealed, and neither in the audit or the log', async () => {
    const { session, userId } = await lab.newUser()
    const { secret, codes } = await lab.protect(session)
    const rows = await inSystem(lab.server.database.runtime, async (tx) => ({
      factor: await tx.selectFrom('second_factor').selectAll().where('id', '=', userId).execute(),
      codes: await tx.selectFrom('backup_code').selectAll().where('user_id', '=', userId).execute(),
    }))
    expect(rows.factor[0]?.secret).toMatch(/^s1\./)
    expect(rows.codes.every(({ sealed_hash: sealed }) => sealed.startsWith('s1.'))).toBe(true)
    const audit = await lab.actionsOf(userId)
    expect(audit.map(({ action }) => action)).toContain('second-factor.set-up')
    const written = JSON.stringify([rows, audit]) + lab.server.logLines.join('')
    for (const value of [secret, ...codes]) expect(written).not.toContain(value)
  })
})

describe('a new master key', () => {
  it('seals everything of second factors again, and codes go on being right', async () => {
    const { session, userId, email } = await lab.newUser()
    const { secret, codes } = await lab.protect(session)
    await lab.scan(session)
    const { keys, db } = lab.server.container.deps
    const [fresh] = newKeyRing().keys
    const rotated = { keys: [...keys.keys, ...(fresh ? [fresh] : [])] }
    for (const column of sealedSecondFactors)
      expect((await resealColumn(db, rotated, column)).unreadable, column.column).toEqual([])
    const rows = await inSystem(db, async (tx) => [
      await tx.selectFrom('second_factor').select(['secret', 'new_secret']).where('id', '=', userId).execute(),
      await tx.selectFrom('backup_code').select('sealed_hash').where('user_id', '=', userId).execute(),
    ])
    const sealed = rows.flat().flatMap((row) => Object.values(row))
    expect(sealed).toHaveLength(12)
    for (const value of sealed) expect(value).toMatch(new RegExp(`^s1\\.${fresh?.id}\\.`))
    // As a running program follows its key file.
    const known = keys.keys as unknown as unknown[]
    known.push(fresh)
    const here = lab.browser()
    await lab.enter(here, email)
    expect((await here.call('POST', '/auth', { backupCode: codes[0] })).body.id).toBe(userId)
    await lab.enter(here, email)
    const authenticationCode = codeAt(secret, lab.clock.now())
    expect((await here.call('POST', '/auth', { authenticationCode })).body.id).toBe(userId)
  })
})

describe('logging in with a second factor', () => {
  it('waits for a code and opens nothing else meanwhile · LOGIN-020 LOGIN-019', async () => {
    const { session, email, userId } = await lab.newUser()
    await lab.protect(session)
    const here = lab.browser()
    expect(await lab.enter(here, email)).toEqual({
      status: 200,
      body: { result: 'totp', login2FaFlow: 'totp_accepted', login2FaSetupSkipsRemaining: 0, userId, email },
    })
    expect([...here.cookies.keys()]).toEqual(['winnow_second_step'])
    for (const path of ['/auth/user', '/v1/home', '/v1/projects', '/v1/sessions', '/v1/2fa/status'])
      expect((await here.call('GET', path)).status, path).toBe(401)
    expect((await here.call('POST', '/auth/logout')).status).toBe(401)
    // The second factor that is there cannot be replaced by who only knows the password.
    expect((await here.call('GET', '/v1/2fa/otp-generate')).body.code).toBe('FORBIDDEN')
    expect((await here.call('POST', '/v1/2fa/otp-confirm-setup', { code: '123456' })).body.code).toBe('FORBIDDEN')
    expect((await here.call('GET', '/v1/2fa/pending')).body).toMatchObject({ result: 'totp', email })
  })

  it('goes on with the code alone, and keeps what was chosen with the password', async () => {
    const { session, email, userId } = await lab.newUser()
    const { secret } = await lab.protect(session)
    const here = lab.browser()
    await lab.enter(here, email)
    const { body } = await here.call('POST', '/auth', { authenticationCode: codeAt(secret, lab.clock.now()) })
    expect(body).toMatchObject({ id: userId, login2FaFlow: 'totp_accepted' })
    expect([...here.cookies.keys()]).toEqual(['winnow_session'])
    const sessions = (await here.call('GET', '/v1/sessions')).body
    expect(sessions.find(({ current }: { current: boolean }) => current)).toMatchObject({ keepLoggedIn: true })
  })

  it('takes the code along with the password too', async () => {
    const { session, email, userId } = await lab.newUser()
    const { secret } = await lab.protect(session)
    const { body } = await lab.browser().call('POST', '/auth', {
      email,
      password: PASSWORD,
      authenticationCode: codeAt(secret, lab.clock.now()),
    })
    expect(body.id).toBe(userId)
  })

  it('answers a wrong code with 400, and the login goes on waiting · VALIDATION-034 2FA-025', async () => {
    const { session, email, userId } = await lab.newUser()
    const { secret } = await lab.protect(session)
    const here = lab.browser()
    await lab.enter(here, email)
    const wrong = await here.call('POST', '/auth', { authenticationCode: wrongCodeAt(secret, lab.clock.now()) })
    expect(wrong).toMatchObject({ status: 400, body: { code: 'CODE_INVALID', message: 'Incorrect verification code' } })
    expect((await lab.actionsOf(userId)).map(({ action }) => action)).toContain('second-factor.failed')
    expect((await here.call('POST', '/auth', { authenticationCode: codeAt(secret, lab.clock.now()) })).status).toBe(200)
  })

  it('accepts a code once, also from another browser', async () => {
    const { session, email } = await lab.newUser()
    const { secret } = await lab.protect(session)
    const [one, two] = [lab.browser(), lab.browser()]
    await lab.enter(one, email)
    await lab.enter(two, email)
    const authenticationCode = codeAt(secret, lab.clock.now())
    expect((await one.call('POST', '/auth', { authenticationCode })).status).toBe(200)
    expect((await two.call('POST', '/auth', { authenticationCode })).body.code).toBe('CODE_INVALID')
  })

  it('accepts one code once when it comes twice at the same moment', async () => {
    const { session, email } = await lab.newUser()
    const { secret } = await lab.protect(session)
    const all = [lab.browser(), lab.browser(), lab.browser()]
    for (const each of all) await lab.enter(each, email)
    const authenticationCode = codeAt(secret, lab.clock.now())
    const replies = await Promise.all(all.map((each) => each.call('POST', '/auth', { authenticationCode })))
    expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
  })

  it('ends after a quarter of an hour', async () => {
    const { session, email } = await lab.newUser()
    const { secret } = await lab.protect(session)
    const here = lab.browser()
    await lab.enter(here, email)
    lab.clock.advance(15 * 60_000)
    const { status: late, body } = await here.call('POST', '/auth', {
      authenticationCode: codeAt(secret, lab.clock.now()),
    })
    expect([late, body.code]).toEqual([400, 'LOGIN_TIMED_OUT'])
    expect((await here.call('GET', '/v1/2fa/pending')).status).toBe(401)
  })

  it('can be given up', async () => {
    const { session, email } = await lab.newUser()
    const { secret } = await lab.protect(session)
    const here = lab.browser()
    await lab.enter(here, email)
    const kept = new Map(here.cookies)
    expect((await here.call('DELETE', '/v1/2fa/pending')).status).toBe(200)
    for (const [name, value] of kept) here.cookies.set(name, value)
    const { body } = await here.call('POST', '/auth', { authenticationCode: codeAt(secret, lab.clock.now()) })
    expect(body.code).toBe('LOGIN_TIMED_OUT')
  })

  it('ends when the user is suspended meanwhile', async () => {
    const { session, email, userId } = await lab.newUser()
    const { secret } = await lab.protect(session)
    const here = lab.browser()
    await lab.enter(here, email)
    await lab.admin().call('PUT', `/user/${userId}`, { suspended: true })
    const { body } = await here.call('POST', '/auth', { authenticationCode: codeAt(secret, lab.clock.now()) })
    expect(body.code).toBe('LOGIN_TIMED_OUT')
  })

  it('is asked for after a new password too: whoever reads the mails gets no further', async () => {
    const { session, email, userId } = await lab.newUser()
    await lab.protect(session)
    const waiting = lab.browser()
    await lab.enter(waiting, email)
    const token = 'token-of-a-mailed-link'
    await inSystem(lab.server.database.runtime, (tx) =>
      tx
        .insertInto('password_link')
        .values({
          id: userId,
          company_id: lab.tenant.companyId,
          user_id: userId,
          token_hash: hashToken(token),
          created_at: lab.clock.now(),
          expires_at: new Date(lab.clock.now().getTime() + HOUR),
        })
        .execute(),
    )
    const here = lab.browser()
    const newPassword = 'Another-Zebra-31'
    expect((await here.call('POST', '/auth/new-password', { token, newPassword })).status).toBe(200)
    expect([...here.cookies.keys()]).toEqual([])
    expect((await lab.enter(here, email, newPassword)).body.result).toBe('totp')
    // And a login that waited under the old password is over.
    expect((await waiting.call('GET', '/v1/2fa/pending')).status).toBe(401)
  })
})

describe('a backup code', () => {
  it('logs in once, and is counted · 2FA-014', async () => {
    const { session, email, userId } = await lab.newUser()
    const { codes } = await lab.protect(session)
    const [one, two] = [lab.browser(), lab.browser()]
    await lab.enter(one, email)
    expect((await one.call('POST', '/auth', { backupCode: codes[3] })).body.id).toBe(userId)
    expect((await one.call('GET', '/v1/2fa/status')).body.codesLeft).toBe(9)
    await lab.enter(two, email)
    expect((await two.call('POST', '/auth', { backupCode: codes[3] })).body).toMatchObject({
      code: 'CODE_INVALID',
      message: 'Incorrect verification code',
    })
    expect((await two.call('POST', '/auth', { backupCode: codes[4] })).status).toBe(200)
    const used = (await lab.actionsOf(userId)).find(({ action }) => action === 'second-factor.backup-code-used')
    expect(used?.after).toEqual({ left: 9 })
  })

  it('counts once when it comes twice at the same moment', async () => {
    const { session, email } = await lab.newUser()
    const { codes } = await lab.protect(session)
    const all = [lab.browser(), lab.browser(), lab.browser()]
    for (const each of all) await lab.enter(each, email)
    const replies = await Promise.all(all.map((each) => each.call('POST', '/auth', { backupCode: codes[0] })))
    expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
  })

  it('of the authenticator app is none, and the other way round', async () => {
    const { session, email } = await lab.newUser()
    const { secret, codes } = await lab.protect(session)
    const here = lab.browser()
    await lab.enter(here, email)
    expect((await here.call('POST', '/auth', { backupCode: codeAt(secret, lab.clock.now()) })).status).toBe(400)
    expect((await here.call('POST', '/auth', { authenticationCode: codes[0] })).status).toBe(400)
  })

  it('is renewed with the password, and the earlier ones end', async () => {
    const { session, email } = await lab.newUser()
    const { codes } = await lab.protect(session)
    expect((await session.call('POST', '/v1/2fa/backup-codes', { password: 'wrong' })).body.code).toBe(
      'PASSWORD_INVALID',
    )
    const { body } = await session.call('POST', '/v1/2fa/backup-codes', { password: PASSWORD })
    expect(body.codes).toHaveLength(10)
    const here = lab.browser()
    await lab.enter(here, email)
    const old = codes.find((code) => !body.codes.includes(code))
    expect((await here.call('POST', '/auth', { backupCode: old })).status).toBe(400)
    expect((await here.call('POST', '/auth', { backupCode: body.codes[0] })).status).toBe(200)
  })

  it('is not made for who has no second factor', async () => {
    const { session } = await lab.newUser()
    expect((await session.call('POST', '/v1/2fa/backup-codes', { password: PASSWORD })).body.code).toBe('CONFLICT')
  })
})

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
