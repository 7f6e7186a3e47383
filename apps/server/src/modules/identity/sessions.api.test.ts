import { listProjects } from '@winnow/contract'
import { createFakeClock } from '@winnow/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createLoggedIn, createTenant, type LoggedIn, type Tenant } from '../../../test/factories.ts'
import { plainHash, plainHasher } from '../../../test/plain-hasher.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { readNonce } from './captcha/captcha-challenges.ts'

const PASSWORD = 'Correct-Horse-9'
const HOUR = 3_600_000
const clock = createFakeClock(new Date())
let server: TestServer
let tenant: Tenant

beforeAll(async () => {
  server = await startTestServer({
    clock,
    hasher: plainHasher,
  })
  tenant = await createTenant(server.database.runtime)
})
afterAll(() => server.close())

let people = 0
const newEmail = () => `person${people++}@example.com`

async function newUser(email = newEmail()): Promise<LoggedIn & { email: string }> {
  const passwordHash = plainHash(PASSWORD)
  const made = await createLoggedIn(server.database.runtime, {
    companyId: tenant.companyId,
    userType: 'OPERATOR_USER',
    email,
    passwordHash,
  })
  return { ...made, email }
}

async function logIn(email: string, userAgent = 'Firefox', keepLoggedIn = false): Promise<{ cookie: string }> {
  const reply = await server.app.inject({
    method: 'POST',
    url: '/api/auth',
    payload: { email, password: PASSWORD, keepLoggedIn },
    headers: { 'x-requested-with': 'winnow', 'user-agent': userAgent },
  })
  expect(reply.statusCode).toBe(200)
  return { cookie: `winnow_session=${reply.cookies.find(({ name }) => name === 'winnow_session')?.value}` }
}

const status = async (who: { cookie: string }) => (await callApi(server, who, 'GET', '/auth/user')).status
const sessionsOf = async (who: { cookie: string }) => (await callApi(server, who, 'GET', '/v1/sessions')).body

describe('the request for the logged-in user', () => {
  const ask = (cookie?: string) =>
    server.app.inject({ url: '/api/auth/session', headers: cookie === undefined ? {} : { cookie } })

  it('returns no user, and no error, without a session or after the session has ended · SESSION-009', async () => {
    const { email } = await newUser()
    const { cookie } = await logIn(email)
    await callApi(server, { cookie }, 'POST', '/auth/logout')
    for (const reply of [await ask(), await ask('winnow_session=made-up'), await ask(cookie)]) {
      expect(reply.statusCode).toBe(200)
      expect(reply.json()).toEqual({ user: null, waiting: null })
    }
  })

  it('returns the same user as `GET /auth/user`, which returns an error without a session', async () => {
    const { email } = await newUser()
    const { cookie } = await logIn(email)
    const { body } = await callApi(server, { cookie }, 'GET', '/auth/user')
    expect((await ask(cookie)).json()).toEqual({ user: body, waiting: null })
    expect(await status({ cookie: '' })).toBe(401)
  })
})

describe('the list of one’s sessions', () => {
  it('shows their addresses, their last use, and the current one', async () => {
    const { email } = await newUser()
    const phone = await logIn(email, 'Safari on a phone', true)
    clock.advance(HOUR)
    const desk = await logIn(email, 'Firefox on a desk')
    // Leaves out the session from the user's creation, which has no browser.
    const listed = (await sessionsOf(desk)).filter((each: { userAgent: string | null }) => each.userAgent !== null)
    expect(listed.map((each: { userAgent: string; current: boolean }) => [each.userAgent, each.current])).toEqual([
      ['Firefox on a desk', true],
      ['Safari on a phone', false],
    ])
    expect(listed[1]).toMatchObject({ keepLoggedIn: true, address: '127.0.0.1' })
    expect(Date.parse(listed[0].lastUsedAt) - Date.parse(listed[1].lastUsedAt)).toBe(HOUR)
    expect(JSON.stringify(listed)).not.toContain('token')
    const onPhone = await sessionsOf(phone)
    expect(onPhone).toContainEqual(expect.objectContaining({ userAgent: 'Safari on a phone', current: true }))
  })

  it('omits sessions that have expired, were idle for too long, or were logged out', async () => {
    const { email } = await newUser()
    const left = await logIn(email, 'left')
    await callApi(server, left, 'POST', '/auth/logout')
    await logIn(email, 'kept and idle', true)
    clock.advance(6 * 24 * HOUR)
    await logIn(email, 'kept', true)
    clock.advance(24 * HOUR)
    await logIn(email, 'idle')
    clock.advance(13 * HOUR)
    const here = await logIn(email, 'here')
    const agents = (await sessionsOf(here)).map((each: { userAgent: string | null }) => each.userAgent)
    // The session without a browser name is the one from the user's creation.
    expect(agents).toEqual([null, 'here', 'kept'])
  })
})

describe('ending sessions', () => {
  it('ends one of them and no other', async () => {
    const { email } = await newUser()
    const [lost, kept, here] = [await logIn(email, 'lost'), await logIn(email, 'kept'), await logIn(email, 'here')]
    const { id } = (await sessionsOf(here)).find((each: { userAgent: string }) => each.userAgent === 'lost')
    expect((await callApi(server, here, 'DELETE', `/v1/sessions/${id}`)).status).toBe(200)
    expect([await status(lost), await status(kept), await status(here)]).toEqual([401, 200, 200])
    expect((await callApi(server, here, 'DELETE', `/v1/sessions/${id}`)).status).toBe(404)
  })

  it('ends all others at once', async () => {
    const { email } = await newUser()
    const [one, two, here] = [await logIn(email), await logIn(email), await logIn(email)]
    const { body } = await callApi(server, here, 'DELETE', '/v1/sessions')
    // The three are `one`, `two`, and the session from the user's creation.
    expect(body).toEqual({ ended: 3 })
    expect([await status(one), await status(two), await status(here)]).toEqual([401, 401, 200])
    expect(await sessionsOf(here)).toHaveLength(1)
  })

  it('of another user is not possible, not even in the same company', async () => {
    const [mine, colleague] = [await newUser(), await newUser()]
    expect((await callApi(server, mine, 'DELETE', `/v1/sessions/${colleague.sessionId}`)).status).toBe(404)
    await callApi(server, mine, 'DELETE', '/v1/sessions')
    expect(await status(colleague)).toBe(200)
    expect((await sessionsOf(mine)).map(({ id }: { id: string }) => id)).not.toContain(colleague.sessionId)
  })

  it('is refused to a super user who acts for somebody', async () => {
    const user = await newUser()
    const opener = await createLoggedIn(server.database.runtime, {
      companyId: tenant.companyId,
      userType: 'SUPER_USER',
    })
    const { body } = await callApi(server, opener, 'GET', '/auth/user')
    expect(body.roles).toContain('SUPER_USER')
    const reply = await server.app.inject({
      method: 'POST',
      url: '/api/auth/super',
      payload: { email: user.email },
      headers: { cookie: opener.cookie, 'x-requested-with': 'winnow' },
    })
    expect(reply.statusCode).toBe(200)
    const acting = { cookie: `winnow_session=${reply.cookies.find(({ name }) => name === 'winnow_session')?.value}` }
    expect((await callApi(server, acting, 'DELETE', '/v1/sessions')).status).toBe(403)
    expect((await callApi(server, acting, 'DELETE', `/v1/sessions/${user.sessionId}`)).status).toBe(403)
    expect(await status(user)).toBe(200)
  })

  it('is refused to programs', async () => {
    const reply = await server.app.inject({
      method: 'DELETE',
      url: '/api/v1/sessions',
      headers: { authorization: `Bearer ${tenant.apiToken}` },
    })
    expect(reply.json()).toMatchObject({ code: 'TOKEN_INVALID' })
  })
})

describe('an unattended page', () => {
  it('does not keep its session alive by its automatic requests', async () => {
    const who = await logIn((await newUser()).email)
    const ask = (headers: Record<string, string>) =>
      server.app.inject({
        url: `/api${listProjects.path}`,
        headers: { cookie: who.cookie, ...headers },
      })
    clock.advance(7 * HOUR)
    expect((await ask({ 'x-background': '1' })).statusCode).not.toBe(401)
    clock.advance(6 * HOUR)
    expect((await ask({})).statusCode).toBe(401)
  })

  it('keeps its session alive again once the user is back', async () => {
    const who = await logIn((await newUser()).email)
    clock.advance(7 * HOUR)
    expect(await status(who)).toBe(200)
    clock.advance(6 * HOUR)
    expect(await status(who)).toBe(200)
  })
})

describe('the login method of an e-mail', () => {
  it.each(['/auth/check-user-by-email?email=', '/auth/check-user/'])(
    'is the same for existing and unknown accounts, asked by %s · LOGIN-025 LOGIN-018',
    async (path) => {
      const known = await callApi(server, { cookie: '' }, 'GET', `${path}${(await newUser()).email}`)
      const unknown = await callApi(server, { cookie: '' }, 'GET', `${path}nobody@example.com`)
      expect(known).toEqual({ status: 200, body: { isIDMUser: false, authUrl: null } })
      expect(unknown).toEqual(known)
    },
  )

  it('requires a captcha after many requests of an address, instead of blocking the login of its other users', async () => {
    const ask = (headers: Record<string, string> = {}) =>
      server.app.inject({ url: '/api/auth/check-user/nobody@example.com', headers })
    const solve = async () => {
      const { deps } = server.container
      const { nonce } = await deps.captchas.issue(deps.clock.now())
      return { 'x-captcha-nonce': nonce, 'x-captcha-answer': readNonce(deps.keys, nonce)?.text ?? '' }
    }
    const replies = []
    for (let n = 0; n < 241; n++) replies.push(await ask())
    expect(replies.at(-1)?.json()).toMatchObject({ code: 'CAPTCHA_REQUIRED' })
    expect((await ask({ ...(await solve()), 'x-captcha-answer': 'ABCDEF' })).json()).toMatchObject({
      code: 'CAPTCHA_INCORRECT',
    })
    expect((await ask(await solve())).json()).toMatchObject({ isIDMUser: false })
  })

  it('does not include codes if no single sign-on issues codes', async () => {
    const { status: refused, body } = await callApi(server, { cookie: '' }, 'POST', '/auth/login-with-code', {
      code: 'guess',
    })
    expect([refused, body.code]).toEqual([400, 'LOGIN_CODE_INVALID'])
  })
})
