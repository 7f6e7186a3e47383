import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFakeClock } from '@winnow/testkit'
import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createLoggedIn, createTenant, type LoggedIn, type Tenant } from '../../../test/factories.ts'
import { plainHash, plainHasher } from '../../../test/plain-hasher.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { hashToken } from '../../platform/crypto/tokens.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { startJobRunner, type JobRunner } from '../../platform/jobs/job-runner.ts'
import { passwordMailJobs } from './index.ts'

const CAPTCHA = 'KWX479'
const PASSWORD = 'Correct-Horse-9'
/** A product name that is in no list of common passwords. */
const PRODUCT = 'Zorvaquin'
const OF_PRODUCT = `${PRODUCT}-1!`
const NEXT = 'Wheat&Chaff-2026'
const WINDOW = 15 * 60_000
const clock = createFakeClock(new Date())
const anonymous = { cookie: '' }
let server: TestServer
let tenant: Tenant
let runner: JobRunner

beforeAll(async () => {
  server = await startTestServer({
    clock,
    settings: { WINNOW_PUBLIC_URL: 'http://console.example', PROVIDER_NAME: PRODUCT },
    captchaText: () => CAPTCHA,
    hasher: plainHasher,
  })
  tenant = await createTenant(server.database.runtime)
  const { deps } = server.container
  runner = await startJobRunner({
    url: server.database.ownerUrl,
    jobs: passwordMailJobs(deps),
    log: deps.log,
    pollMs: 50,
  })
})
afterAll(async () => {
  await runner.stop()
  await server.close()
})

let people = 0
async function newUser(more: { userType?: 'PROGRAMMATIC_USER' } = {}): Promise<LoggedIn & { email: string }> {
  // Each test starts in a new window of the limits.
  clock.advance(WINDOW)
  const email = `person${people++}@example.com`
  const made = await createLoggedIn(server.database.runtime, {
    companyId: tenant.companyId,
    userType: more.userType ?? 'OPERATOR_USER',
    email,
    passwordHash: plainHash(PASSWORD),
  })
  return { ...made, email }
}

/** Mails to somebody, oldest first. */
async function mailsTo(email: string) {
  const folder = join(server.container.env.dataDir, 'outbox')
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).toSorted()
  const mails = await Promise.all(files.map(async (name) => simpleParser(await readFile(join(folder, name)))))
  return mails.filter(({ to }) => to && !Array.isArray(to) && to.text === email)
}

const mailsArrive = (email: string, count: number) =>
  until(`mail ${count} to ${email}`, async () => {
    const mails = await mailsTo(email)
    return mails.length >= count && mails
  })

const linkIn = (text: string | undefined) =>
  /http:\/\/console\.example\/new-password\?token=([\w-]+)/.exec(text ?? '')?.[1]

const ask = (email: string) => callApi(server, anonymous, 'POST', '/auth/reset-password', { email })
const redeem = (token: string, newPassword = NEXT) =>
  callApi(server, anonymous, 'POST', '/auth/new-password', { token, newPassword })
const logIn = (email: string, password: string) => callApi(server, anonymous, 'POST', '/auth', { email, password })
const status = async (who: { cookie: string }) => (await callApi(server, who, 'GET', '/auth/user')).status

const linksTo = async (email: string) => (await mailsTo(email)).flatMap(({ text }) => linkIn(text) ?? [])

/** Requests a link and returns its token: the only one that is new, since mails of the same moment have no order. */
async function newLink(email: string): Promise<string> {
  const before = await linksTo(email)
  expect((await ask(email)).status).toBe(200)
  return until(`a new link to ${email}`, async () => (await linksTo(email)).find((token) => !before.includes(token)))
}

describe('a forgotten password', () => {
  it('is replaced with the link from a mail · PASSWORD-002', async () => {
    const user = await newUser()
    const token = await newLink(user.email)
    const [mail] = await mailsTo(user.email)
    expect(mail?.subject).toBe(`${PRODUCT}: set a new password`)
    expect(mail?.text).toContain('within 60 minutes')
    expect((await redeem(token)).body).toEqual({ success: true })
    expect((await logIn(user.email, PASSWORD)).status).toBe(400)
    expect((await logIn(user.email, NEXT)).status).toBe(200)
  })

  it('is replaced without skipping the other steps of the login', async () => {
    const token = await newLink((await newUser()).email)
    const reply = await server.app.inject({
      method: 'POST',
      url: '/api/auth/new-password',
      payload: { token, newPassword: NEXT },
      headers: { 'x-requested-with': 'winnow' },
    })
    expect(reply.statusCode).toBe(200)
    expect(reply.cookies).toEqual([])
  })

  it('ends all sessions, and notifies the owner by mail', async () => {
    const user = await newUser()
    const token = await newLink(user.email)
    expect(await status(user)).toBe(200)
    await redeem(token)
    expect(await status(user)).toBe(401)
    const mails = await mailsArrive(user.email, 2)
    const notice = mails.find(({ subject }) => subject === `${PRODUCT}: your password was changed`)
    expect(notice?.text).toContain('127.0.0.1')
  })

  it('gets the same answer for an account that is unknown, disabled or without console access, but no mail is sent to these', async () => {
    const [known, disabled, program] = [
      await newUser(),
      await newUser(),
      await newUser({ userType: 'PROGRAMMATIC_USER' }),
    ]
    await inSystem(server.database.runtime, (tx) =>
      tx.updateTable('app_user').set({ disabled_at: clock.now() }).where('id', '=', disabled.userId).execute(),
    )
    const others = ['nobody@example.com', disabled.email, program.email]
    for (const email of [...others, known.email])
      expect(await ask(email)).toEqual({ status: 200, body: { success: true } })
    // Jobs run in order, so the last mail proves that no other was sent before it.
    await mailsArrive(known.email, 1)
    for (const email of others) expect(await mailsTo(email)).toEqual([])
  })

  it('has a link that works once', async () => {
    const token = await newLink((await newUser()).email)
    expect((await redeem(token)).status).toBe(200)
    expect((await redeem(token, 'Another&Chaff-2026')).body).toMatchObject({ code: 'LINK_INVALID' })
  })

  it('has a link that works once even if it is used twice simultaneously', async () => {
    const token = await newLink((await newUser()).email)
    const replies = await Promise.all([redeem(token), redeem(token, 'Another&Chaff-2026')])
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200, 400]))
  })

  it('has a link that expires after an hour', async () => {
    const user = await newUser()
    const token = await newLink(user.email)
    clock.advance(60 * 60_000)
    expect((await redeem(token)).body).toMatchObject({ code: 'LINK_INVALID' })
    expect((await logIn(user.email, PASSWORD)).status).toBe(200)
  })

  it('has links that all become invalid when one of them is used', async () => {
    const { email } = await newUser()
    const [first, second] = [await newLink(email), await newLink(email)]
    await redeem(second)
    expect((await redeem(first)).body).toMatchObject({ code: 'LINK_INVALID' })
  })

  it('has a link that is stored only hashed, and is not in the queue', async () => {
    const token = await newLink((await newUser()).email)
    const rows = await inSystem(server.database.runtime, (tx) => tx.selectFrom('password_link').selectAll().execute())
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(server.logLines.join('')).not.toContain(token)
  })

  it('has a link that does not work for a user who was disabled meanwhile', async () => {
    const user = await newUser()
    const token = await newLink(user.email)
    await inSystem(server.database.runtime, (tx) =>
      tx.updateTable('app_user').set({ disabled_at: clock.now() }).where('id', '=', user.userId).execute(),
    )
    expect((await redeem(token)).body).toMatchObject({ code: 'LINK_INVALID' })
  })

  it('keeps its link valid when the new password is refused · VALIDATION-006 VALIDATION-007', async () => {
    const token = await newLink((await newUser()).email)
    const weak = await redeem(token, 'SHORT')
    expect(weak).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
    expect(weak.body.errors.map(({ message }: { message: string }) => message)).toEqual([
      'Please use at least 12 characters.',
      'Must include lowercase characters',
      'Must include numbers',
      'Must include non-alphanumeric characters',
    ])
    for (const easy of ['Password123!', OF_PRODUCT])
      expect((await redeem(token, easy)).body).toMatchObject({ code: 'PASSWORD_TOO_COMMON' })
    expect((await redeem(token)).status).toBe(200)
  })

  it('allows the next login without a captcha after it was replaced, for users who cannot read captchas', async () => {
    const { email } = await newUser()
    for (let failure = 0; failure < 10; failure++) await logIn(email, 'wrong')
    expect((await logIn(email, PASSWORD)).body).toMatchObject({ code: 'CAPTCHA_REQUIRED' })
    await redeem(await newLink(email))
    expect((await logIn(email, NEXT)).status).toBe(200)
  })

  it('can be requested three times in a quarter of an hour, then with captchas, the same for unknown accounts', async () => {
    const { email } = await newUser()
    const askWithCaptcha = async (who: string) => {
      const { nonce } = await server.container.deps.captchas.issue(clock.now())
      return server.app.inject({
        method: 'POST',
        url: '/api/auth/reset-password',
        payload: { email: who },
        headers: { 'x-requested-with': 'winnow', 'x-captcha-nonce': nonce, 'x-captcha-answer': CAPTCHA },
      })
    }
    for (const who of [email, 'nobody-at-all@example.com']) {
      const replies = await Promise.all(Array.from({ length: 8 }, () => ask(who)))
      expect(replies.filter((reply) => reply.status === 200)).toHaveLength(3)
      expect(replies.filter(({ body }) => body.code === 'CAPTCHA_REQUIRED')).toHaveLength(5)
      for (let n = 0; n < 3; n++) expect((await askWithCaptcha(who)).statusCode).toBe(200)
      expect((await askWithCaptcha(who)).json()).toMatchObject({ code: 'RATE_LIMITED' })
    }
  })

  it('invalidates an open invitation, whose link would set another password', async () => {
    const user = await newUser()
    const invited = hashToken('invitation of this user')
    await inSystem(server.database.runtime, (tx) =>
      tx
        .insertInto('invitation')
        .values({
          user_id: user.userId,
          company_id: tenant.companyId,
          token_hash: invited,
          expires_at: new Date(clock.now().getTime() + 86_400_000),
        })
        .execute(),
    )
    expect((await redeem(await newLink(user.email))).status).toBe(200)
    const open = { token: 'invitation of this user' }
    expect((await callApi(server, anonymous, 'POST', '/v1/invitation', open)).body.code).toBe('LINK_INVALID')
  })

  it('clears the failures of the account but not those of the address, which may belong to a whole network', async () => {
    const user = await newUser()
    for (let n = 0; n < 10; n++) await logIn(user.email, 'wrong')
    expect((await redeem(await newLink(user.email))).status).toBe(200)
    const counted = await inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('login_failure').select('key').where('key', 'not like', 'reset%').execute(),
    )
    expect(counted.map(({ key }) => key)).toContain('address:127.0.0.1')
    expect(counted.filter(({ key }) => key.includes(hashToken(user.email)))).toEqual([])
  })

  it('has links with a limit of attempts each; attempts with other links from the same address are not counted', async () => {
    const [user, other] = [await newUser(), await newUser()]
    const [link, ofOther] = [await newLink(user.email), await newLink(other.email)]
    for (let n = 0; n < 40; n++) expect((await redeem(`guess${n}`)).body).toMatchObject({ code: 'LINK_INVALID' })
    for (let n = 0; n < 30; n++)
      expect((await redeem(link, OF_PRODUCT)).body).toMatchObject({ code: 'PASSWORD_TOO_COMMON' })
    expect((await redeem(link)).body).toMatchObject({ code: 'RATE_LIMITED' })
    expect((await redeem(ofOther)).status).toBe(200)
  })
})

describe('a change of one’s own password', () => {
  const change = (who: LoggedIn, oldPassword: string, newPassword: string, userId = who.userId) =>
    server.app.inject({
      method: 'PUT',
      url: '/api/auth',
      payload: { userId, oldPassword, newPassword },
      headers: { cookie: who.cookie, 'x-requested-with': 'winnow' },
    })

  it('ends all other sessions and continues the calling session with a new cookie', async () => {
    const user = await newUser()
    const other = await logInForCookie(user.email)
    const reply = await change(user, PASSWORD, NEXT)
    expect(reply.statusCode).toBe(200)
    const fresh = `winnow_session=${reply.cookies.find(({ name }) => name === 'winnow_session')?.value}`
    expect([await status(user), await status({ cookie: other }), await status({ cookie: fresh })]).toEqual([
      401, 401, 200,
    ])
    expect((await logIn(user.email, NEXT)).status).toBe(200)
    const mails = await mailsArrive(user.email, 1)
    expect(mails[0]?.subject).toBe(`${PRODUCT}: your password was changed`)
  })

  it('does not prolong the session', async () => {
    const user = await newUser()
    const expiryOf = async () =>
      (
        await inSystem(server.database.runtime, (tx) =>
          tx.selectFrom('session').select('expires_at').where('user_id', '=', user.userId).execute(),
        )
      ).map((row) => row.expires_at.getTime())
    const [before] = await expiryOf()
    await change(user, PASSWORD, NEXT)
    expect(new Set(await expiryOf())).toEqual(new Set([before]))
  })

  it('requires the old password, and the error for a wrong old password does not end the session · VALIDATION-035', async () => {
    const user = await newUser()
    const reply = await change(user, 'wrong', NEXT)
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ code: 'OLD_PASSWORD_INVALID', message: 'Invalid old password' })
    expect(await status(user)).toBe(200)
    const entries = await inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('audit').select(['action', 'user_id']).where('object_id', '=', user.userId).execute(),
    )
    expect(entries).toEqual([{ action: 'password.failed', user_id: user.userId }])
  })

  it.each([
    [PASSWORD, 'New password should not match Old password', 'VALIDATION-011'],
    ['short1A!', 'Please use at least 12 characters.', 'VALIDATION-006'],
    [`Wheat&Chaff-2026${'x'.repeat(15)}`, 'No more than 30 characters.', 'VALIDATION-006'],
    ['nocapitals-2026', 'Must include uppercase characters', 'VALIDATION-008'],
  ])('refuses %s: %s · %s', async (next, message) => {
    const reply = await change(await newUser(), PASSWORD, next)
    expect(reply.json()).toMatchObject({ code: 'VALIDATION', message })
  })

  it('refuses the product’s own name', async () => {
    const reply = await change(await newUser(), PASSWORD, OF_PRODUCT)
    expect(reply.json()).toMatchObject({ code: 'PASSWORD_TOO_COMMON' })
  })

  it('affects only the caller: the id of another user is ignored', async () => {
    const [user, other] = [await newUser(), await newUser()]
    expect((await change(user, PASSWORD, NEXT, other.userId)).statusCode).toBe(403)
    expect((await logIn(other.email, PASSWORD)).status).toBe(200)
  })

  it('invalidates links that were mailed before', async () => {
    const user = await newUser()
    const token = await newLink(user.email)
    await change(user, PASSWORD, NEXT)
    expect((await redeem(token, 'Another&Chaff-2026')).body).toMatchObject({ code: 'LINK_INVALID' })
  })
})

async function logInForCookie(email: string): Promise<string> {
  const reply = await server.app.inject({
    method: 'POST',
    url: '/api/auth',
    payload: { email, password: PASSWORD },
    headers: { 'x-requested-with': 'winnow' },
  })
  return `winnow_session=${reply.cookies.find(({ name }) => name === 'winnow_session')?.value}`
}

describe('mails to a person', () => {
  const speak = (who: { cookie: string }, language: string) =>
    callApi(server, who, 'PUT', '/auth/language', { language })

  it('are in the language that the console stores for them, whatever the browser sends · I18N-001', async () => {
    const user = await newUser()
    expect((await speak(user, 'de')).body).toEqual({ success: true })
    expect((await callApi(server, user, 'GET', '/auth/user')).body.preferences).toMatchObject({ language: 'de' })
    await callApi(server, anonymous, 'POST', '/auth/reset-password', { email: user.email, locale: 'en' })
    const [mail] = await mailsArrive(user.email, 1)
    expect(mail?.subject).toBe(`${PRODUCT}: neues Passwort setzen`)
    await redeem(linkIn(mail?.text) ?? '')
    const subjects = (await mailsArrive(user.email, 2)).map(({ subject }) => subject)
    expect(subjects).toContain(`${PRODUCT}: Ihr Passwort wurde geändert`)
  })

  it('are in the browser’s language if none is stored', async () => {
    const user = await newUser()
    await callApi(server, anonymous, 'POST', '/auth/reset-password', { email: user.email, locale: 'de' })
    expect((await mailsArrive(user.email, 1))[0]?.subject).toBe(`${PRODUCT}: neues Passwort setzen`)
  })

  it('are in English if the language is unknown or not offered', async () => {
    const user = await newUser()
    expect((await speak(user, 'xx')).status).toBe(400)
    await callApi(server, anonymous, 'POST', '/auth/reset-password', { email: user.email, locale: '../de' })
    expect((await mailsArrive(user.email, 1))[0]?.subject).toBe(`${PRODUCT}: set a new password`)
  })

  it('are in a language whose storing leaves other preferences unchanged', async () => {
    const user = await newUser()
    await inSystem(server.database.runtime, (tx) =>
      tx
        .updateTable('app_user')
        .set({ preferences: JSON.stringify({ dateFormat: 'american' }) })
        .where('id', '=', user.userId)
        .execute(),
    )
    await speak(user, 'de')
    expect((await callApi(server, user, 'GET', '/auth/user')).body.preferences).toEqual({
      dateFormat: 'american',
      userTimezone: null,
      language: 'de',
    })
  })

  it('are in the language of the inviting user if they invite somebody', async () => {
    const admin = await createLoggedIn(server.database.runtime, {
      companyId: tenant.companyId,
      userType: 'ADMIN_USER',
      email: 'chefin@example.com',
      passwordHash: plainHash(PASSWORD),
    })
    await speak(admin, 'de')
    const invited = { email: 'neu@example.com', name: 'Neu', userType: 'MEMBER_USER' }
    const reply = await callApi(server, admin, 'POST', `/company/${tenant.companyId}/user`, invited)
    expect(reply.status).toBe(200)
    expect((await mailsArrive(invited.email, 1))[0]?.subject).toBe(`${PRODUCT}: eine Einladung für Sie`)
  })
})
