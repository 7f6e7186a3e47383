import { OTP_SECRET_HEADER, type UserType } from '@winnow/contract'
import { createFakeClock } from '@winnow/testkit'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeAt, wrongCodeAt } from '../../../../test/authenticator.ts'
import { BrowserClient } from '../../../../test/browser-client.ts'
import { createLoggedIn, createTenant, type Tenant } from '../../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../../test/test-server.ts'
import { inSystem } from '../../../platform/db/transaction.ts'

const PASSWORD = 'Correct-Horse-9'
const HOUR = 3_600_000
const clock = createFakeClock(new Date())
let server: TestServer
let tenant: Tenant
/** Each test comes from an address of its own, so that none counts the failures of another. */
let address = ''

beforeAll(async () => {
  server = await startTestServer({
    clock,
    settings: { WINNOW_TRUSTED_PROXIES: '127.0.0.1' },
    hasher: {
      hash: async (password) => `hash of ${password}`,
      verify: async (stored, password) => stored === `hash of ${password}`,
      isOutdated: () => false,
    },
  })
})
afterAll(() => server.close())

let tests = 0
beforeEach(async () => {
  tests += 1
  address = `10.1.${Math.floor(tests / 250)}.${tests % 250}`
  clock.advance(HOUR)
  tenant = await createTenant(server.database.runtime, `Company ${tests}`)
})

let people = 0
async function newUser(userType: UserType = 'OPERATOR_USER', companyId = tenant.companyId) {
  const email = `second${people++}@example.com`
  const made = await createLoggedIn(server.database.runtime, {
    companyId,
    userType,
    email,
    passwordHash: `hash of ${PASSWORD}`,
  })
  return { ...made, email, session: new BrowserClient(server, { cookie: made.cookie, address }) }
}

const browser = (from = address) => new BrowserClient(server, { address: from })
const admin = () => new BrowserClient(server, { cookie: tenant.admin.cookie, address })
const enter = (who: BrowserClient, email: string, password = PASSWORD) =>
  who.call('POST', '/auth', { email, password, keepLoggedIn: true })
const status = async (who: BrowserClient) => (await who.call('GET', '/auth/user')).status

/** The secret behind the QR code that is shown. */
async function scan(who: BrowserClient): Promise<string> {
  const reply = await who.send('GET', '/v1/2fa/otp-generate')
  expect(reply.statusCode).toBe(200)
  return String(reply.headers[OTP_SECRET_HEADER])
}

/** Sets a second factor up from the settings; a step of time later, so that the next code is a new one. */
async function protect(who: BrowserClient): Promise<{ secret: string; codes: string[] }> {
  const secret = await scan(who)
  const { status: set, body } = await who.call('POST', '/v1/2fa/otp-confirm-setup', {
    code: codeAt(secret, clock.now()),
  })
  expect(set).toBe(200)
  clock.advance(30_000)
  return { secret, codes: body.codes }
}

const actionsOf = (userId: string) =>
  inSystem(server.database.runtime, (tx) =>
    tx.selectFrom('audit').select(['action', 'user_id', 'before', 'after']).where('object_id', '=', userId).execute(),
  )

const ask = (who: BrowserClient, query = '') => who.call('GET', `/v1/2fa/company-otp-enable${query}`)
const update = (who: BrowserClient, id: string, body: object) => who.call('POST', `/v1/2fa/user-otp-update/${id}`, body)

/** An administrator with a second factor of their own, as asking everybody for one needs. */
async function protectedAdmin() {
  const made = await newUser('ADMIN_USER')
  return { ...made, ...(await protect(made.session)) }
}

describe('a company', () => {
  it('asks its users for a second factor, lets them put it off three times, and stops asking · 2FA-024 2FA-018 LOGIN-021', async () => {
    const { email, userId } = await newUser()
    expect(await ask(admin())).toMatchObject({ status: 200, body: { mode: 'optional', skips: 3, protectedUsers: 0 } })
    for (const left of [3, 2, 1]) {
      const here = browser()
      expect((await enter(here, email)).body).toMatchObject({
        result: 'totp_pending',
        login2FaFlow: 'totp_pending_allow_skip',
        login2FaSetupSkipsRemaining: left,
      })
      expect(await status(here)).toBe(401)
      expect((await update(here, userId, { field: 'skip', value: true })).status).toBe(200)
      expect((await here.call('GET', '/auth/user')).body).toMatchObject({
        login2FaFlow: 'totp_pending_allow_skip',
        login2FaSetupSkipsRemaining: left - 1,
      })
    }
    const last = browser()
    expect((await enter(last, email)).body).toMatchObject({ login2FaFlow: 'totp_pending_strict' })
    expect((await update(last, userId, { field: 'skip', value: true })).body.code).toBe('TWO_FACTOR_REQUIRED')
    expect(await status(last)).toBe(401)
    expect((await admin().call('GET', '/v1/2fa/company-otp-disable')).body.mode).toBe('off')
    expect((await enter(browser(), email)).body).toMatchObject({ id: userId, login2FaFlow: null })
    expect((await actionsOf(userId)).filter(({ action }) => action === 'second-factor.put-off')).toHaveLength(3)
  })

  it('begins to count again when it asks again', async () => {
    const { email, userId } = await newUser()
    await ask(admin(), '?skips=1')
    const here = browser()
    await enter(here, email)
    await update(here, userId, { field: 'skip', value: true })
    expect((await enter(browser(), email)).body.login2FaFlow).toBe('totp_pending_strict')
    await admin().call('GET', '/v1/2fa/company-otp-disable')
    await ask(admin())
    expect((await enter(browser(), email)).body).toMatchObject({ login2FaSetupSkipsRemaining: 1 })
  })

  it('counts a skip once, however often it is sent', async () => {
    const { email, userId } = await newUser()
    await ask(admin())
    const here = browser()
    await enter(here, email)
    const copies = [here, browser(), browser()]
    for (const copy of copies) for (const [name, value] of here.cookies) copy.cookies.set(name, value)
    const replies = await Promise.all(copies.map((copy) => update(copy, userId, { field: 'skip', value: true })))
    expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, 401, 401])
    expect((await enter(browser(), email)).body.login2FaSetupSkipsRemaining).toBe(2)
  })

  it('that is strict leads every user without one to the set-up, which finishes the login · 2FA-016 2FA-019', async () => {
    const chief = await protectedAdmin()
    const { email, userId } = await newUser()
    expect((await ask(chief.session, '?strict=true')).body).toMatchObject({ mode: 'strict', protectedUsers: 1 })
    const here = browser()
    expect((await enter(here, email)).body).toMatchObject({
      result: 'totp_pending',
      login2FaFlow: 'totp_pending_strict',
    })
    expect((await update(here, userId, { field: 'skip', value: true })).body.code).toBe('TWO_FACTOR_REQUIRED')
    const secret = await scan(here)
    const { body } = await here.call('POST', '/v1/2fa/otp-confirm-setup', { code: codeAt(secret, clock.now()) })
    expect(body.codes).toHaveLength(10)
    expect((await here.call('GET', '/auth/user')).body).toMatchObject({ id: userId, login2FaFlow: 'totp_accepted' })
    // The code of the set-up is used too.
    const next = browser()
    await enter(next, email)
    expect((await next.call('POST', '/auth', { authenticationCode: codeAt(secret, clock.now()) })).status).toBe(400)
  })

  it('that becomes strict ends the sessions that were opened without, and no others', async () => {
    const [chief, plain, careful] = [await protectedAdmin(), await newUser(), await newUser()]
    await protect(careful.session)
    const waiting = browser()
    await ask(chief.session)
    await enter(waiting, plain.email)
    await ask(chief.session, '?strict=true')
    expect([await status(chief.session), await status(careful.session)]).toEqual([200, 200])
    expect(await status(plain.session)).toBe(401)
    expect((await waiting.call('GET', '/v1/2fa/pending')).status).toBe(401)
  })

  it('is not made strict by who has no second factor themselves', async () => {
    const { body } = await ask(admin(), '?strict=true')
    expect(body).toMatchObject({ code: 'TWO_FACTOR_FIRST' })
    expect((await admin().call('GET', '/v1/2fa/company')).body.mode).toBe('off')
  })

  it('that stops asking leaves second factors alone', async () => {
    const { session, email } = await newUser()
    await protect(session)
    await admin().call('GET', '/v1/2fa/company-otp-disable')
    expect((await enter(browser(), email)).body.result).toBe('totp')
  })

  it('is asked by its administrators alone, and by super users', async () => {
    const member = await newUser('MEMBER_USER')
    expect((await ask(member.session)).status).toBe(403)
    const other = await createTenant(server.database.runtime, `Other ${tests}`)
    expect((await ask(admin(), `?company=${other.companyId}`)).status).toBe(404)
    const supers = await newUser('SUPER_USER', other.companyId)
    expect((await ask(supers.session, `?company=${tenant.companyId}&strict=true`)).body.mode).toBe('strict')
    expect((await admin().call('GET', '/v1/2fa/company')).status).toBe(401)
    expect((await enter(browser(), member.email)).body.login2FaFlow).toBe('totp_pending_strict')
  })

  it('is written down in the audit, before and after', async () => {
    await ask(admin(), '?skips=5')
    const audit = await actionsOf(tenant.companyId)
    expect(audit).toMatchObject([
      {
        action: 'company.two-factor-changed',
        user_id: tenant.admin.userId,
        before: { twoFactor: 'off', skips: 3 },
        after: { twoFactor: 'optional', skips: 5 },
      },
    ])
  })
})

describe('an administrator', () => {
  it('asks one user for a second factor: it is set up at the next login · 2FA-024 2FA-016', async () => {
    const { session, email, userId } = await newUser()
    expect((await admin().call('GET', `/v1/2fa/user-otp-enable/${userId}`)).status).toBe(200)
    expect(await status(session)).toBe(401)
    expect((await enter(browser(), email)).body.login2FaFlow).toBe('totp_pending_strict')
    expect((await update(admin(), userId, { field: 'enabled', value: false })).status).toBe(200)
    expect((await enter(browser(), email)).body.id).toBe(userId)
  })

  it('takes a lost second factor away: sessions end, tries are forgotten, and the owner is told', async () => {
    const { session, email, userId } = await newUser()
    const { secret, codes } = await protect(session)
    const here = browser()
    await enter(here, email)
    for (let n = 0; n < 6; n++)
      await here.call('POST', '/auth', { authenticationCode: wrongCodeAt(secret, clock.now()) })
    expect((await update(admin(), userId, { field: 'reset', value: true })).status).toBe(200)
    expect(await status(session)).toBe(401)
    expect((await enter(browser(), email)).body).toMatchObject({ id: userId, login2FaFlow: null })
    expect((await browser().call('POST', '/auth', { email, password: PASSWORD, backupCode: codes[0] })).body.id).toBe(
      userId,
    )
    const entry = (await actionsOf(userId)).find(({ action }) => action === 'second-factor.reset')
    expect(entry?.user_id).toBe(tenant.admin.userId)
    const { rows } = await server.database.ownerPool.query<{ payload: { change: string } }>(
      `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'second-factor.mail-changed' and payload->>'userId' = $1 order by j.id`,
      [userId],
    )
    expect(rows.map(({ payload }) => payload.change)).toEqual(['on', 'reset'])
  })

  it('cannot set up anew in a strict company what they reset: the user must', async () => {
    const chief = await protectedAdmin()
    const { session, email, userId } = await newUser()
    await protect(session)
    await ask(chief.session, '?strict=true')
    await update(chief.session, userId, { field: 'reset', value: true })
    expect((await enter(browser(), email)).body.login2FaFlow).toBe('totp_pending_strict')
  })

  it('reaches users of their own company alone; super users reach all', async () => {
    const other = await createTenant(server.database.runtime, `Other ${tests}`)
    const stranger = await newUser('OPERATOR_USER', other.companyId)
    await protect(stranger.session)
    const reset = { field: 'reset', value: true }
    expect((await update(admin(), stranger.userId, reset)).status).toBe(404)
    expect((await admin().call('GET', `/v1/2fa/user-otp-enable/${stranger.userId}`)).status).toBe(404)
    const supers = await newUser('SUPER_USER')
    expect((await update(supers.session, stranger.userId, reset)).status).toBe(200)
    expect(await status(stranger.session)).toBe(401)
  })

  it('does not touch a super user, nor themselves', async () => {
    const supers = await newUser('SUPER_USER')
    await protect(supers.session)
    const reset = { field: 'reset', value: true }
    expect((await update(admin(), supers.userId, reset)).status).toBe(403)
    expect((await update(admin(), tenant.admin.userId, reset)).body.code).toBe('OWN_ACCOUNT')
    expect((await admin().call('GET', `/v1/2fa/user-otp-enable/${tenant.admin.userId}`)).body.code).toBe('OWN_ACCOUNT')
  })

  it('must be one: others change nobody’s', async () => {
    const [member, colleague] = [await newUser('MEMBER_USER'), await newUser()]
    await protect(colleague.session)
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

describe('switching one’s own off', () => {
  const off = (who: BrowserClient, id: string, password?: string) =>
    update(who, id, { field: 'enabled', value: false, password })

  it('asks for the password and ends the other sessions', async () => {
    const { session, email, userId } = await newUser()
    const { codes } = await protect(session)
    const other = browser()
    await enter(other, email)
    await other.call('POST', '/auth', { backupCode: codes[0] })
    expect((await off(session, userId)).body.code).toBe('PASSWORD_INVALID')
    expect((await off(session, userId, 'wrong')).body.code).toBe('PASSWORD_INVALID')
    expect((await off(session, userId, PASSWORD)).status).toBe(200)
    expect([await status(other), await status(session)]).toEqual([401, 200])
    expect((await session.call('GET', '/v1/2fa/status')).body).toMatchObject({ enabled: false, codesLeft: 0 })
    expect((await enter(browser(), email)).body.id).toBe(userId)
    expect((await actionsOf(userId)).map(({ action }) => action)).toContain('second-factor.switched-off')
  })

  it('is refused where it is asked for', async () => {
    const chief = await protectedAdmin()
    await ask(chief.session, '?strict=true')
    expect((await off(chief.session, chief.userId, PASSWORD)).body.code).toBe('TWO_FACTOR_REQUIRED')
    expect((await chief.session.call('GET', '/v1/2fa/status')).body).toMatchObject({ enabled: true, required: true })
  })

  it('is not what somebody in the middle of a login can do', async () => {
    const { session, email, userId } = await newUser()
    await protect(session)
    const here = browser()
    await enter(here, email)
    expect((await off(here, userId, PASSWORD)).status).toBe(401)
    expect((await update(here, userId, { field: 'reset', value: true })).status).toBe(401)
    expect((await update(here, userId, { field: 'skip', value: true })).body.code).toBe('TWO_FACTOR_REQUIRED')
    expect((await update(here, tenant.admin.userId, { field: 'skip', value: true })).status).toBe(404)
  })
})

describe('acting in the name of a user', () => {
  it('does not touch their second factor', async () => {
    const supers = await newUser('SUPER_USER')
    const { email, userId, session } = await newUser('ADMIN_USER')
    await protect(session)
    expect((await supers.session.call('POST', '/auth/super', { email })).body.id).toBe(userId)
    const acting = supers.session
    const refused = [
      await acting.call('GET', '/v1/2fa/otp-generate'),
      await acting.call('POST', '/v1/2fa/otp-confirm-setup', { code: '123456', password: PASSWORD }),
      await off(acting, userId),
      await acting.call('POST', '/v1/2fa/backup-codes', { password: PASSWORD }),
      await acting.call('GET', `/v1/2fa/user-otp-enable/${tenant.userId}`),
      await update(acting, tenant.userId, { field: 'reset', value: true }),
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
  ])('%s is refused from another site, typed in, or by HEAD', async (path) => {
    const send = (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') =>
      server.app.inject({ method, url: `/api${path}`, headers: { cookie: tenant.admin.cookie, ...headers } })
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', 'x-requested-with': 'winnow' },
      { 'sec-fetch-site': 'none' },
      {},
    ]) {
      const reply = await send(headers as Record<string, string>)
      expect(reply.json()).toMatchObject({ code: 'CROSS_SITE' })
      expect((await send(headers as Record<string, string>, 'HEAD')).statusCode).toBe(403)
    }
    expect((await admin().call('GET', '/v1/2fa/company')).body.mode).toBe('off')
    expect((await send({ 'sec-fetch-site': 'same-origin' })).statusCode).not.toBe(403)
  })
})
