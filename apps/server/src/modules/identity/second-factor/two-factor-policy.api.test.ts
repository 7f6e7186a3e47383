import { describe, expect, it } from 'vitest'
import { codeAt, wrongCodeAt } from '../../../../test/authenticator.ts'
import type { BrowserClient } from '../../../../test/browser-client.ts'
import { createTenant } from '../../../../test/factories.ts'
import { lab, PASSWORD, useLoginLab } from '../../../../test/login-lab.ts'

useLoginLab()

const ask = (who: BrowserClient, query = '') => who.call('GET', `/v1/2fa/company-otp-enable${query}`)
const update = (who: BrowserClient, id: string, body: object) => who.call('POST', `/v1/2fa/user-otp-update/${id}`, body)

/** An administrator with a second factor. Only a user with a second factor can make the policy strict. */
async function protectedAdmin() {
  const made = await lab.newUser('ADMIN_USER')
  return { ...made, ...(await lab.protect(made.session)) }
}

describe('a company', () => {
  it('asks its users for a second factor, lets them postpone it three times, and can stop asking · 2FA-024 2FA-018 LOGIN-021', async () => {
    const { email, userId } = await lab.newUser()
    expect(await ask(lab.admin())).toMatchObject({
      status: 200,
      body: { mode: 'optional', skips: 3, protectedUsers: 0 },
    })
    for (const left of [3, 2, 1]) {
      const here = lab.browser()
      expect((await lab.enter(here, email)).body).toMatchObject({
        result: 'totp_pending',
        login2FaFlow: 'totp_pending_allow_skip',
        login2FaSetupSkipsRemaining: left,
      })
      expect(await lab.status(here)).toBe(401)
      expect((await update(here, userId, { field: 'skip', value: true })).status).toBe(200)
      expect((await here.call('GET', '/auth/user')).body).toMatchObject({
        login2FaFlow: 'totp_pending_allow_skip',
        login2FaSetupSkipsRemaining: left - 1,
      })
    }
    const last = lab.browser()
    expect((await lab.enter(last, email)).body).toMatchObject({ login2FaFlow: 'totp_pending_strict' })
    expect((await update(last, userId, { field: 'skip', value: true })).body.code).toBe('TWO_FACTOR_REQUIRED')
    expect(await lab.status(last)).toBe(401)
    expect((await lab.admin().call('GET', '/v1/2fa/company-otp-disable')).body.mode).toBe('off')
    expect((await lab.enter(lab.browser(), email)).body).toMatchObject({ id: userId, login2FaFlow: null })
    expect((await lab.actionsOf(userId)).filter(({ action }) => action === 'second-factor.put-off')).toHaveLength(3)
  })

  it('counts skips from zero when it asks again', async () => {
    const { email, userId } = await lab.newUser()
    await ask(lab.admin(), '?skips=1')
    const here = lab.browser()
    await lab.enter(here, email)
    await update(here, userId, { field: 'skip', value: true })
    expect((await lab.enter(lab.browser(), email)).body.login2FaFlow).toBe('totp_pending_strict')
    await lab.admin().call('GET', '/v1/2fa/company-otp-disable')
    await ask(lab.admin())
    expect((await lab.enter(lab.browser(), email)).body).toMatchObject({ login2FaSetupSkipsRemaining: 1 })
  })

  it('counts a skip once, even if it is sent several times', async () => {
    const { email, userId } = await lab.newUser()
    await ask(lab.admin())
    const here = lab.browser()
    await lab.enter(here, email)
    const copies = [here, lab.browser(), lab.browser()]
    for (const copy of copies) for (const [name, value] of here.cookies) copy.cookies.set(name, value)
    const replies = await Promise.all(copies.map((copy) => update(copy, userId, { field: 'skip', value: true })))
    expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 400, 400])
    expect((await lab.enter(lab.browser(), email)).body.login2FaSetupSkipsRemaining).toBe(2)
  })

  it('with the strict policy asks every user without a second factor to set one up, and so finish the login · 2FA-016 2FA-019', async () => {
    const chief = await protectedAdmin()
    const { email, userId } = await lab.newUser()
    expect((await ask(chief.session, '?strict=true')).body).toMatchObject({ mode: 'strict', protectedUsers: 1 })
    const here = lab.browser()
    expect((await lab.enter(here, email)).body).toMatchObject({
      result: 'totp_pending',
      login2FaFlow: 'totp_pending_strict',
    })
    expect((await update(here, userId, { field: 'skip', value: true })).body.code).toBe('TWO_FACTOR_REQUIRED')
    const secret = await lab.scan(here)
    const { body } = await here.call('POST', '/v1/2fa/otp-confirm-setup', { code: codeAt(secret, lab.clock.now()) })
    expect(body.codes).toHaveLength(10)
    expect((await here.call('GET', '/auth/user')).body).toMatchObject({ id: userId, login2FaFlow: 'totp_accepted' })
    // The code of the set-up is used, so the login needs a later one.
    const next = lab.browser()
    await lab.enter(next, email)
    expect((await next.call('POST', '/auth', { authenticationCode: codeAt(secret, lab.clock.now()) })).status).toBe(400)
  })

  it('accepts a set-up once even if it is sent several times, and the displayed backup codes are valid', async () => {
    const { email, userId } = await lab.newUser()
    await ask(lab.admin())
    const here = lab.browser()
    await lab.enter(here, email)
    const copies = [here, lab.browser(), lab.browser()]
    for (const copy of copies) for (const [name, value] of here.cookies) copy.cookies.set(name, value)
    const code = codeAt(await lab.scan(here), lab.clock.now())
    const replies = await Promise.all(copies.map((copy) => copy.call('POST', '/v1/2fa/otp-confirm-setup', { code })))
    const [done, ...others] = replies.toSorted((a, b) => a.status - b.status)
    const refused = expect.stringMatching(/LOGIN_TIMED_OUT|SET_UP_TIMED_OUT|CODE_INVALID|FORBIDDEN/)
    expect([done?.status, ...others.map((reply) => reply.body.code)]).toEqual([200, refused, refused])
    const next = lab.browser()
    await lab.enter(next, email)
    expect((await next.call('POST', '/auth', { backupCode: done?.body.codes[0] })).body.id).toBe(userId)
  })

  it('that becomes strict ends the sessions that were opened without a second factor, and no others', async () => {
    const [chief, plain, careful] = [await protectedAdmin(), await lab.newUser(), await lab.newUser()]
    await lab.protect(careful.session)
    const waiting = lab.browser()
    await ask(chief.session)
    await lab.enter(waiting, plain.email)
    await ask(chief.session, '?strict=true')
    expect([await lab.status(chief.session), await lab.status(careful.session)]).toEqual([200, 200])
    expect(await lab.status(plain.session)).toBe(401)
    expect((await waiting.call('GET', '/auth/session')).body.waiting).toBeNull()
  })

  it('cannot be made strict by a user without a second factor', async () => {
    const { body } = await ask(lab.admin(), '?strict=true')
    expect(body).toMatchObject({ code: 'TWO_FACTOR_FIRST' })
    expect((await lab.admin().call('GET', '/v1/2fa/company')).body.mode).toBe('off')
  })

  it('that stops asking keeps existing second factors', async () => {
    const { session, email } = await lab.newUser()
    await lab.protect(session)
    await lab.admin().call('GET', '/v1/2fa/company-otp-disable')
    expect((await lab.enter(lab.browser(), email)).body.result).toBe('totp')
  })

  it('can be configured only by its administrators and by super users', async () => {
    const member = await lab.newUser('MEMBER_USER')
    expect((await ask(member.session)).status).toBe(403)
    const other = await createTenant(lab.server.database.runtime, `Other company`)
    expect((await ask(lab.admin(), `?company=${other.companyId}`)).status).toBe(404)
    const supers = await lab.newUser('SUPER_USER', other.companyId)
    expect((await ask(supers.session, `?company=${lab.tenant.companyId}&strict=true`)).body.mode).toBe('strict')
    expect((await lab.admin().call('GET', '/v1/2fa/company')).status).toBe(401)
    expect((await lab.enter(lab.browser(), member.email)).body.login2FaFlow).toBe('totp_pending_strict')
  })

  it('has changes of its policy in the audit, with the old and the new values', async () => {
    await ask(lab.admin(), '?skips=5')
    const audit = await lab.actionsOf(lab.tenant.companyId)
    expect(audit).toMatchObject([
      {
        action: 'company.two-factor-changed',
        user_id: lab.tenant.admin.userId,
        before: { twoFactor: 'off', skips: 3 },
        after: { twoFactor: 'optional', skips: 5 },
      },
    ])
  })
})

describe('an administrator', () => {
  it('requires a second factor of one user, who sets it up at the next login · 2FA-024 2FA-016', async () => {
    const { session, email, userId } = await lab.newUser()
    expect((await lab.admin().call('GET', `/v1/2fa/user-otp-enable/${userId}`)).status).toBe(200)
    expect(await lab.status(session)).toBe(401)
    expect((await lab.enter(lab.browser(), email)).body.login2FaFlow).toBe('totp_pending_strict')
    expect((await update(lab.admin(), userId, { field: 'enabled', value: false })).status).toBe(200)
    expect((await lab.enter(lab.browser(), email)).body.id).toBe(userId)
  })

  it('removes a lost second factor: sessions end, failed attempts are cleared, and the owner is notified', async () => {
    const { session, email, userId } = await lab.newUser()
    const { secret, codes } = await lab.protect(session)
    const here = lab.browser()
    await lab.enter(here, email)
    for (let n = 0; n < 6; n++)
      await here.call('POST', '/auth', { authenticationCode: wrongCodeAt(secret, lab.clock.now()) })
    expect((await update(lab.admin(), userId, { field: 'reset', value: true })).status).toBe(200)
    expect(await lab.status(session)).toBe(401)
    expect((await lab.enter(lab.browser(), email)).body).toMatchObject({ id: userId, login2FaFlow: null })
    expect(
      (await lab.browser().call('POST', '/auth', { email, password: PASSWORD, backupCode: codes[0] })).body.id,
    ).toBe(userId)
    const entry = (await lab.actionsOf(userId)).find(({ action }) => action === 'second-factor.reset')
    expect(entry?.user_id).toBe(lab.tenant.admin.userId)
    const { rows } = await lab.server.database.ownerPool.query<{ payload: { change: string } }>(
      `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'second-factor.mail-changed' and payload->>'userId' = $1 order by j.id`,
      [userId],
    )
    expect(rows.map(({ payload }) => payload.change)).toEqual(['on', 'reset'])
  })

  it('of a strict company cannot set up the second factor after a reset; only the user can', async () => {
    const chief = await protectedAdmin()
    const { session, email, userId } = await lab.newUser()
    await lab.protect(session)
    await ask(chief.session, '?strict=true')
    await update(chief.session, userId, { field: 'reset', value: true })
    expect((await lab.enter(lab.browser(), email)).body.login2FaFlow).toBe('totp_pending_strict')
  })

  it('can do this only for users of their own company, and a super user for all users', async () => {
    const other = await createTenant(lab.server.database.runtime, `Other company`)
    const stranger = await lab.newUser('OPERATOR_USER', other.companyId)
    await lab.protect(stranger.session)
    const reset = { field: 'reset', value: true }
    expect((await update(lab.admin(), stranger.userId, reset)).status).toBe(404)
    expect((await lab.admin().call('GET', `/v1/2fa/user-otp-enable/${stranger.userId}`)).status).toBe(404)
    const supers = await lab.newUser('SUPER_USER')
    expect((await update(supers.session, stranger.userId, reset)).status).toBe(200)
    expect(await lab.status(stranger.session)).toBe(401)
  })

  it('cannot do this for a super user or for themselves', async () => {
    const supers = await lab.newUser('SUPER_USER')
    await lab.protect(supers.session)
    const reset = { field: 'reset', value: true }
    expect((await update(lab.admin(), supers.userId, reset)).status).toBe(403)
    expect((await update(lab.admin(), lab.tenant.admin.userId, reset)).body.code).toBe('OWN_ACCOUNT')
    expect((await lab.admin().call('GET', `/v1/2fa/user-otp-enable/${lab.tenant.admin.userId}`)).body.code).toBe(
      'OWN_ACCOUNT',
    )
  })

  it('is the only one who can do this: other users cannot change anybody’s second factor', async () => {
    const [member, colleague] = [await lab.newUser('MEMBER_USER'), await lab.newUser()]
    await lab.protect(colleague.session)
    for (const body of [
      { field: 'reset', value: true },
      { field: 'enabled', value: false },
      { field: 'enabled', value: true },
    ])
      expect((await update(member.session, colleague.userId, body)).status).toBe(403)
    expect((await member.session.call('GET', `/v1/2fa/user-otp-enable/${colleague.userId}`)).status).toBe(403)
    expect((await colleague.session.call('GET', '/v1/2fa/status')).body.enabled).toBe(true)
  })
})

describe('the list of users', () => {
  it('shows which users have a second factor, and which must have one', async () => {
    const [careful, asked, plain] = [await lab.newUser(), await lab.newUser(), await lab.newUser()]
    await lab.protect(careful.session)
    await lab.admin().call('GET', `/v1/2fa/user-otp-enable/${asked.userId}`)
    const { body } = await lab.admin().call('GET', `/company/${lab.tenant.companyId}/user`)
    const stateOf = ({ userId }: { userId: string }) =>
      body.rows.find((row: { id: string }) => row.id === userId).twoFactor
    expect([careful, asked, plain].map(stateOf)).toEqual(['on', 'required', 'off'])
  })
})

describe('switching off one’s own second factor', () => {
  const off = (who: BrowserClient, id: string, password?: string) =>
    update(who, id, { field: 'enabled', value: false, password })

  it('requires the password and ends the other sessions', async () => {
    const { session, email, userId } = await lab.newUser()
    const { codes } = await lab.protect(session)
    const other = lab.browser()
    await lab.enter(other, email)
    await other.call('POST', '/auth', { backupCode: codes[0] })
    expect((await off(session, userId)).body.code).toBe('PASSWORD_INVALID')
    expect((await off(session, userId, 'wrong')).body.code).toBe('PASSWORD_INVALID')
    expect((await off(session, userId, PASSWORD)).status).toBe(200)
    expect([await lab.status(other), await lab.status(session)]).toEqual([401, 200])
    expect((await session.call('GET', '/v1/2fa/status')).body).toMatchObject({ enabled: false, codesLeft: 0 })
    expect((await lab.enter(lab.browser(), email)).body.id).toBe(userId)
    expect((await lab.actionsOf(userId)).map(({ action }) => action)).toContain('second-factor.switched-off')
  })

  it('is refused if the company requires a second factor', async () => {
    const chief = await protectedAdmin()
    await ask(chief.session, '?strict=true')
    expect((await off(chief.session, chief.userId, PASSWORD)).body.code).toBe('TWO_FACTOR_REQUIRED')
    expect((await chief.session.call('GET', '/v1/2fa/status')).body).toMatchObject({ enabled: true, required: true })
  })

  it('is not possible in the middle of a login', async () => {
    const { session, email, userId } = await lab.newUser()
    await lab.protect(session)
    const here = lab.browser()
    await lab.enter(here, email)
    expect((await off(here, userId, PASSWORD)).status).toBe(401)
    expect((await update(here, userId, { field: 'reset', value: true })).status).toBe(401)
    expect((await update(here, userId, { field: 'skip', value: true })).body.code).toBe('TWO_FACTOR_REQUIRED')
    expect((await update(here, lab.tenant.admin.userId, { field: 'skip', value: true })).status).toBe(404)
  })
})

describe('acting in the name of a user', () => {
  it('does not allow a change of their second factor', async () => {
    const supers = await lab.newUser('SUPER_USER')
    const { email, userId, session } = await lab.newUser('ADMIN_USER')
    await lab.protect(session)
    expect((await supers.session.call('POST', '/auth/super', { email })).body.id).toBe(userId)
    const acting = supers.session
    const refused = [
      await acting.call('GET', '/v1/2fa/otp-generate'),
      await acting.call('POST', '/v1/2fa/otp-confirm-setup', { code: '123456', password: PASSWORD }),
      await off(acting, userId),
      await acting.call('POST', '/v1/2fa/backup-codes', { password: PASSWORD }),
      await acting.call('GET', `/v1/2fa/user-otp-enable/${lab.tenant.userId}`),
      await update(acting, lab.tenant.userId, { field: 'reset', value: true }),
      await ask(acting),
      await acting.call('GET', '/v1/2fa/company-otp-disable'),
    ]
    expect(refused.map((reply) => [reply.status, reply.body.code])).toEqual(refused.map(() => [403, 'FORBIDDEN']))
  })
  const off = (who: BrowserClient, id: string) =>
    update(who, id, { field: 'enabled', value: false, password: PASSWORD })
})

describe('a GET that changes something', () => {
  it.each([
    '/v1/2fa/otp-generate',
    '/v1/2fa/company-otp-enable',
    '/v1/2fa/company-otp-disable',
    `/v1/2fa/user-otp-enable/01900000-0000-7000-8000-000000000001`,
  ])('is refused for %s if it comes from another site or the address bar, or uses HEAD', async (path) => {
    const { cookie } = await lab.newUser('ADMIN_USER')
    const send = (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
      lab.server.app.inject({ method, url: `/api${path}`, headers: { cookie, ...headers } })
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', 'x-requested-with': 'winnow' },
      { 'sec-fetch-site': 'none' },
      {},
    ]) {
      const reply = await send(headers)
      expect(reply.json()).toMatchObject({ code: 'CROSS_SITE' })
      expect((await send(headers, 'HEAD')).statusCode).toBe(403)
    }
    expect((await lab.admin().call('GET', '/v1/2fa/company')).body.mode).toBe('off')
    expect((await send({ 'sec-fetch-site': 'same-origin' })).statusCode).not.toBe(403)
  })
})
