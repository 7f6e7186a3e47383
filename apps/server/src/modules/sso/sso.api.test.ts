import { signIn } from '@winnow/testkit/entra'
import { describe, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import {
  APPLICATION,
  connect,
  createAccount,
  createBrowser,
  invite,
  logIn,
  mailedToken,
  mailsTo,
  secretsInLog,
  setUp,
  useSsoWorld,
  world,
  TENANT,
  wayIn,
} from './sso.fixture.ts'

useSsoWorld(setUp)

const anonymous = { cookie: '' }
const auditOf = (action: string, userId: string) =>
  inSystem(world.server.database.runtime, (tx) =>
    tx.selectFrom('audit').selectAll().where('action', '=', action).where('object_id', '=', userId).execute(),
  )

describe('the login method of an e-mail', () => {
  it('depends on its domain, and is the same for known and unknown accounts · LOGIN-017 LOGIN-018', async () => {
    await createAccount('known@contoso.example')
    const replies = [await wayIn('known@contoso.example'), await wayIn('Nobody@Contoso.example ')]
    for (const { status, body } of replies) {
      expect(status).toBe(200)
      expect(body).toEqual({ isIDMUser: true, authUrl: expect.stringContaining(`${world.entra.authority}/${TENANT}/`) })
    }
    expect((await wayIn('ada@elsewhere.example')).body).toEqual({ isIDMUser: false, authUrl: null })
  })

  it('redirects the browser with PKCE, state, nonce and the e-mail as a hint', async () => {
    const url = new URL(await createBrowser().begin('ada@contoso.example'))
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: APPLICATION.clientId,
      response_type: 'code',
      response_mode: 'query',
      redirect_uri: APPLICATION.redirectUri,
      scope: 'openid profile email',
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      login_hint: 'ada@contoso.example',
    })
  })

  it('returns the provider’s address for a domain, without an e-mail · LOGIN-026', async () => {
    const browser = createBrowser()
    const { body } = await browser.call<{ url: string }>(
      'GET',
      '/sso/url/aad?redirect=/cams/alarms&domain=contoso.example',
    )
    const url = new URL(body.url)
    expect(url.pathname).toBe(`/${TENANT}/v2.0/auth`)
    // The directory must ask for the account, since another user may have used the computer before.
    expect(url.searchParams.get('prompt')).toBe('select_account')
    // With only one company with single sign-on, the domain can be left out.
    expect((await browser.call('GET', '/sso/url/aad?redirect=/')).status).toBe(200)
    expect((await browser.call('GET', '/sso/url/aad?domain=elsewhere.example')).status).toBe(404)
  })

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'cams',
    'javascript:alert(1)',
  ])('refuses %j as the next page', async (redirect) => {
    const query = `redirect=${encodeURIComponent(redirect)}`
    for (const path of ['/sso/url/aad?', '/auth/check-user-by-email?email=ada@contoso.example&']) {
      const reply = await createBrowser().call('GET', `${path}${query}`)
      expect(reply.status).toBe(400)
      expect(reply.body).toMatchObject({ code: 'VALIDATION' })
    }
  })
})

describe('the first login', () => {
  it('connects an invited account and opens a session', async () => {
    const account = await createAccount('ada@contoso.example')
    const token = await invite(account.userId)
    const browser = createBrowser()
    const begun = await browser.call<{ url: string }>('POST', '/v1/sso/connect', { token })
    expect(begun.body).toMatchObject({ email: 'ada@contoso.example', companyName: 'Contoso' })
    const reply = await browser.finish(await signIn(begun.body.url, 'ada'))
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({ id: account.userId, redirectTo: null })
    expect((await browser.call('GET', '/auth/user')).body).toMatchObject({ email: 'ada@contoso.example' })
    expect(await auditOf('sso.connected', account.userId)).toHaveLength(1)
    expect(await auditOf('invitation.accepted', account.userId)).toHaveLength(1)
    // The invitation is used up, so nobody can set a password with it.
    expect((await browser.call('POST', '/v1/invitation', { token })).body).toMatchObject({ code: 'LINK_INVALID' })
    expect((await browser.call('POST', '/v1/sso/connect', { token })).body).toMatchObject({ code: 'LINK_INVALID' })
  })

  it('of an invited user sets no password, since single sign-on is required, and the mail mentions none', async () => {
    const { companyId, admin } = world.tenant
    const email = 'sso.only@contoso.example'
    const invited = { email, name: 'Sol', userType: 'MEMBER_USER' }
    const { body } = await callApi(world.server, admin, 'POST', `/company/${companyId}/user`, invited)
    const token = new URL(body.invitation.link).searchParams.get('token') ?? ''
    const [mail] = await mailsTo(email)
    expect(mail?.text).toContain(token)
    expect(mail?.text).not.toMatch(/password/i)
    const browser = createBrowser()
    const chosen = { token, name: 'Sol', password: 'Quiet-Lighthouse-27' }
    expect((await browser.call('POST', '/v1/invitation/accept', chosen)).body).toMatchObject({ code: 'FORBIDDEN' })
    expect((await browser.call('POST', '/v1/invitation', { token })).body).toMatchObject({ singleSignOn: 'required' })
  })

  it('without an invitation opens no session, and mails a link to the account’s own address', async () => {
    const account = await createAccount('bob@contoso.example')
    const refused = await createBrowser().logIn('bob@contoso.example')
    expect(refused.status).toBe(400)
    expect(refused.body).toMatchObject({ code: 'SSO_NOT_CONNECTED' })
    expect(refused.reply.cookies.map(({ name }) => name)).not.toContain('winnow_session')

    const token = await mailedToken('bob@contoso.example')
    const browser = createBrowser()
    const { body } = await browser.call<{ url: string }>('POST', '/v1/sso/connect', { token })
    expect((await browser.finish(await signIn(body.url, 'bob'))).body).toMatchObject({ id: account.userId })
    expect((await createBrowser().logIn('bob@contoso.example')).status).toBe(200)
  })

  it('without an account gets the same answer, and no mail is sent', async () => {
    const refused = await createBrowser().logIn('cem@contoso.example')
    expect(refused.body).toMatchObject({ code: 'SSO_NOT_CONNECTED' })
    // Jobs run in order, so the mail of the next login proves that the job of this login has run.
    await createAccount('dan@contoso.example')
    await createBrowser().logIn('dan@contoso.example')
    await mailedToken('dan@contoso.example')
    expect(await mailsTo('cem@contoso.example')).toEqual([])
  })

  it('does not connect another person to whom the link was forwarded', async () => {
    const account = await createAccount('eva@contoso.example')
    const token = await invite(account.userId)
    const browser = createBrowser()
    const { body } = await browser.call<{ url: string }>('POST', '/v1/sso/connect', { token })
    expect((await browser.finish(await signIn(body.url, 'fay'))).body).toMatchObject({ code: 'SSO_OTHER_ACCOUNT' })
    // The refused login did not use the link up, so Eva can still use it.
    const again = await browser.call<{ url: string }>('POST', '/v1/sso/connect', { token })
    expect((await browser.finish(await signIn(again.body.url, 'eva'))).status).toBe(200)
  })

  it.each(['zoe', 'yan'])('refuses an unverified e-mail (%s)', async (login) => {
    const account =
      (await inSystem(world.server.database.runtime, (tx) =>
        tx.selectFrom('app_user').select('id as userId').where('email', '=', 'kim@contoso.example').executeTakeFirst(),
      )) ?? (await createAccount('kim@contoso.example'))
    await inSystem(world.server.database.runtime, (tx) =>
      tx.deleteFrom('invitation').where('user_id', '=', account.userId).execute(),
    )
    const token = await invite(account.userId)
    const browser = createBrowser()
    const { body } = await browser.call<{ url: string }>('POST', '/v1/sso/connect', { token })
    expect((await browser.finish(await signIn(body.url, login))).body).toMatchObject({ code: 'SSO_OTHER_ACCOUNT' })
  })

  it('accepts a link only once, also if it is used twice simultaneously', async () => {
    const account = await createAccount('gus@contoso.example')
    const token = await invite(account.userId)
    const browsers = [createBrowser(), createBrowser()]
    const answers = await Promise.all(
      browsers.map(async (browser) => {
        const { body } = await browser.call<{ url: string }>('POST', '/v1/sso/connect', { token })
        return signIn(body.url, 'gus')
      }),
    )
    const replies = await Promise.all(browsers.map((browser, at) => browser.finish(answers[at] as URL)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 400]))
  })

  it('fails with an expired link', async () => {
    const account = await createAccount('old@contoso.example')
    const token = await invite(account.userId)
    world.clock.advance(86_400_001)
    const reply = await createBrowser().call('POST', '/v1/sso/connect', { token })
    expect(reply.body).toMatchObject({ code: 'LINK_INVALID' })
  })
})

describe('a connected account', () => {
  it('can log in again, and gets the requested page and the requested duration of the session', async () => {
    const { userId } = await connect('hal@contoso.example')
    const browser = createBrowser()
    const url = await browser.begin('hal@contoso.example', '&redirect=/cams/alarms%3Fx=1&keepLoggedIn=true')
    const reply = await browser.finish(await signIn(url, 'hal'))
    expect(reply.body).toMatchObject({ id: userId, redirectTo: '/cams/alarms?x=1' })
    const cookie = reply.reply.cookies.find(({ name }) => name === 'winnow_session')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', maxAge: 30 * 86_400 })
    const sessions = await browser.call<{ current: boolean; keepLoggedIn: boolean }[]>('GET', '/v1/sessions')
    expect(sessions.body.find(({ current }) => current)).toMatchObject({ keepLoggedIn: true })
    expect(await auditOf('login', userId)).toHaveLength(2)
  })

  it('can log in without an e-mail being typed in the console', async () => {
    const { userId } = await connect('fay@contoso.example')
    const browser = createBrowser()
    const { body } = await browser.call<{ url: string }>(
      'GET',
      '/sso/url/aad?domain=contoso.example&redirect=/cams/alarms',
    )
    const reply = await browser.finish(await signIn(body.url, 'fay'))
    expect(reply.body).toMatchObject({ id: userId, redirectTo: '/cams/alarms' })
  })

  it('gets a new session at each login, and the old session of the browser ends', async () => {
    const { browser } = await connect('joe@contoso.example')
    const before = browser.cookie()
    expect((await browser.logIn('joe@contoso.example')).status).toBe(200)
    expect(browser.cookie()).not.toBe(before)
    expect((await callApi(world.server, { cookie: before }, 'GET', '/auth/user')).status).toBe(401)
  })

  it('cannot be used by another subject with the same e-mail', async () => {
    await connect('ida@contoso.example')
    const sent = (await mailsTo('ida@contoso.example')).length
    const reply = await createBrowser().logIn('ida@contoso.example', 'ida-again')
    expect(reply.body).toMatchObject({ code: 'SSO_NOT_CONNECTED' })
    await createAccount('lea@contoso.example')
    await createBrowser().logIn('lea@contoso.example')
    await mailedToken('lea@contoso.example')
    expect(await mailsTo('ida@contoso.example')).toHaveLength(sent)
  })

  it('is refused with a clear error while it is suspended', async () => {
    const { userId } = await connect('max@contoso.example')
    await inSystem(world.server.database.runtime, (tx) =>
      tx.updateTable('app_user').set({ disabled_at: world.clock.now() }).where('id', '=', userId).execute(),
    )
    const reply = await createBrowser().logIn('max@contoso.example')
    expect(reply.status).toBe(403)
    expect(reply.body).toMatchObject({ code: 'ACCOUNT_DISABLED' })
    const entries = await inSystem(world.server.database.runtime, (tx) =>
      tx.selectFrom('audit').select(['user_id', 'after']).where('action', '=', 'login.failed').execute(),
    )
    expect(entries).toContainEqual({ user_id: userId, after: { reason: 'ACCOUNT_DISABLED' } })
  })

  it('can be disconnected by an administrator, which ends its sessions; then another person may connect', async () => {
    const { userId, browser } = await connect('nia@contoso.example')
    const list = await callApi(
      world.server,
      world.tenant.admin,
      'GET',
      `/v1/company/${world.tenant.companyId}/sso/identity?limit=100`,
    )
    expect(list.body.rows).toContainEqual(expect.objectContaining({ userId, email: 'nia@contoso.example' }))
    const emails = async (sort: string) => {
      const url = `/v1/company/${world.tenant.companyId}/sso/identity?limit=100&sort=${sort}`
      const { body } = await callApi(world.server, world.tenant.admin, 'GET', url)
      return (body.rows as { email: string }[]).map(({ email }) => email)
    }
    expect(await emails('email')).toEqual((await emails('email')).toSorted())
    expect(await emails('-email')).toEqual((await emails('email')).toReversed())
    expect((await emails('-used')).toSorted()).toEqual(await emails('email'))
    expect((await callApi(world.server, world.tenant.admin, 'DELETE', `/v1/user/${userId}/sso`)).status).toBe(200)
    expect((await browser.call('GET', '/auth/user')).status).toBe(401)
    expect((await createBrowser().logIn('nia@contoso.example')).body).toMatchObject({ code: 'SSO_NOT_CONNECTED' })
    expect(await auditOf('sso.disconnected', userId)).toHaveLength(1)
  })

  it('cannot log in with its password, and gets no link to set a new one', async () => {
    await connect('pam@contoso.example')
    expect((await logIn('pam@contoso.example')).body).toMatchObject({ code: 'LOGIN_FAILED' })
    await callApi(world.server, anonymous, 'POST', '/auth/reset-password', { email: 'pam@contoso.example' })
    const neighbour = await createAccount('nell@elsewhere.example')
    await callApi(world.server, anonymous, 'POST', '/auth/reset-password', { email: 'nell@elsewhere.example' })
    expect(neighbour.userId).toBeDefined()
    await until('the other mail', async () => (await mailsTo('nell@elsewhere.example')).length > 0)
    expect(await mailsTo('pam@contoso.example')).toEqual([])
  })

  it('of another company with an address of the domain keeps its password, and cannot log in through this directory', async () => {
    const account = await createAccount('quy@contoso.example', { company: world.other })
    expect((await logIn('quy@contoso.example')).body).toMatchObject({ id: account.userId })
    expect((await createBrowser().logIn('quy@contoso.example')).body).toMatchObject({ code: 'SSO_NOT_CONNECTED' })
    const token = await invite(account.userId, world.other.companyId)
    expect((await createBrowser().call('POST', '/v1/sso/connect', { token })).body).toMatchObject({
      code: 'LINK_INVALID',
    })
  })
})

it('no secret, token or code of these logins is in the log', () => {
  expect(world.server.logLines.join('')).toContain('"operation":"auth.loginWithCode"')
  expect(secretsInLog()).toEqual([])
})
