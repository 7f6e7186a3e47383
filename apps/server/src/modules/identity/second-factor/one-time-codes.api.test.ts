import { describe, expect, it } from 'vitest'
import { codeAt, wrongCodeAt } from '../../../../test/authenticator.ts'
import { lab, PASSWORD, useLoginLab } from '../../../../test/login-lab.ts'
import { hashToken } from '../../../platform/crypto/tokens.ts'
import { inSystem } from '../../../platform/db/transaction.ts'

const HOUR = 3_600_000
useLoginLab()

describe('logging in with a second factor', () => {
  it('waits for a code and allows nothing else meanwhile · LOGIN-020 LOGIN-019', async () => {
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
    // The existing second factor cannot be replaced with the password alone.
    expect((await here.call('GET', '/v1/2fa/otp-generate')).body.code).toBe('FORBIDDEN')
    expect((await here.call('POST', '/v1/2fa/otp-confirm-setup', { code: '123456' })).body.code).toBe('FORBIDDEN')
    expect((await here.call('GET', '/auth/session')).body.waiting).toMatchObject({ result: 'totp', email })
  })

  it('waits with a cookie that another subdomain cannot set if TLS is used', async () => {
    const { session, email } = await lab.newUser()
    const { secret } = await lab.protect(session)
    const headers = { 'x-requested-with': 'winnow', 'x-forwarded-proto': 'https', 'x-forwarded-for': lab.address }
    const send = (payload: object, cookie = '') =>
      lab.server.app.inject({ method: 'POST', url: '/api/auth', payload, headers: { ...headers, cookie } })
    const { cookies } = await send({ email, password: PASSWORD })
    expect(cookies).toMatchObject([
      { name: '__Host-winnow_second_step', secure: true, path: '/', httpOnly: true, sameSite: 'Lax' },
    ])
    const code = { authenticationCode: codeAt(secret, lab.clock.now()) }
    expect((await send(code, `winnow_second_step=${cookies[0]?.value}`)).json().code).toBe('LOGIN_TIMED_OUT')
    expect((await send(code, `__Host-winnow_second_step=${cookies[0]?.value}`)).statusCode).toBe(200)
  })

  it('continues with the code alone, and keeps the choices made with the password', async () => {
    const { session, email, userId } = await lab.newUser()
    const { secret } = await lab.protect(session)
    const here = lab.browser()
    await lab.enter(here, email)
    const { body } = await here.call('POST', '/auth', { authenticationCode: codeAt(secret, lab.clock.now()) })
    expect(body).toMatchObject({ id: userId, login2FaFlow: 'totp_accepted' })
    expect([...here.cookies.keys()]).toEqual(['winnow_session', 'winnow_browser'])
    const sessions = (await here.call('GET', '/v1/sessions')).body
    expect(sessions.find(({ current }: { current: boolean }) => current)).toMatchObject({ keepLoggedIn: true })
  })

  it('accepts the code together with the password too', async () => {
    const { session, email, userId } = await lab.newUser()
    const { secret } = await lab.protect(session)
    const { body } = await lab.browser().call('POST', '/auth', {
      email,
      password: PASSWORD,
      authenticationCode: codeAt(secret, lab.clock.now()),
    })
    expect(body.id).toBe(userId)
  })

  it('answers a wrong code with 400 and still waits for the right one · VALIDATION-034 2FA-025', async () => {
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

  it('accepts a code once even if it arrives twice simultaneously', async () => {
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
    expect((await here.call('GET', '/auth/session')).body).toEqual({ user: null, waiting: null })
  })

  it('can be cancelled', async () => {
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

  it('is also required after a password reset, so that access to the mailbox is not enough', async () => {
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
    // A login that waited under the old password has ended too.
    expect((await waiting.call('GET', '/auth/session')).body).toEqual({ user: null, waiting: null })
  })
})

describe('a backup code', () => {
  it('logs in once, and the number of unused codes is shown · 2FA-014', async () => {
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

  it('is accepted once even if it arrives twice simultaneously', async () => {
    const { session, email } = await lab.newUser()
    const { codes } = await lab.protect(session)
    const all = [lab.browser(), lab.browser(), lab.browser()]
    for (const each of all) await lab.enter(each, email)
    const replies = await Promise.all(all.map((each) => each.call('POST', '/auth', { backupCode: codes[0] })))
    expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
  })

  it('is not accepted in place of a code of the authenticator app, nor the other way round', async () => {
    const { session, email } = await lab.newUser()
    const { secret, codes } = await lab.protect(session)
    const here = lab.browser()
    await lab.enter(here, email)
    expect((await here.call('POST', '/auth', { backupCode: codeAt(secret, lab.clock.now()) })).status).toBe(400)
    expect((await here.call('POST', '/auth', { authenticationCode: codes[0] })).status).toBe(400)
  })

  it('can be replaced by a new one with the password, and earlier codes become invalid', async () => {
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

  it('is not generated for a user without a second factor', async () => {
    const { session } = await lab.newUser()
    expect((await session.call('POST', '/v1/2fa/backup-codes', { password: PASSWORD })).body.code).toBe('CONFLICT')
  })
})
