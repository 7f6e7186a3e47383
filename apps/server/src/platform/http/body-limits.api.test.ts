// Limits that apply to a body before the caller is known.
import { BODY_LIMITS } from '@winnow/contract'
import { MAX_JSON_DEPTH } from '@winnow/domain'
import { createFakeClock } from '@winnow/testkit'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createLoggedIn, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../db/transaction.ts'

const clock = createFakeClock(new Date())
let server: TestServer
let tenant: Tenant
beforeAll(async () => {
  server = await startTestServer({ clock })
  tenant = await createTenant(server.database.runtime)
})
afterAll(() => server.close())
afterEach(() => clock.advance(60_000))

const json = { 'content-type': 'application/json', 'x-requested-with': 'winnow' }
const post = (url: string, payload: string, more: Record<string, string> = {}, remoteAddress = '203.0.113.1') =>
  server.app.inject({ method: 'POST', url, payload, headers: { ...json, ...more }, remoteAddress })
const loggedIn = () => ({ cookie: tenant.admin.cookie })
const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
/** JSON of this number of bytes. */
const ofBytes = (bytes: number): string => JSON.stringify({ x: 'x'.repeat(bytes - '{"x":""}'.length) })

describe('a body above its operation’s limit', () => {
  it.each([
    ['/api/auth', BODY_LIMITS.open, {}],
    ['/api/nowhere', BODY_LIMITS.open, {}],
    ['/api/v1/token', BODY_LIMITS.usual, loggedIn],
  ] as const)('of %s (%i bytes) is answered with 413', async (url, limit, who) => {
    const headers = typeof who === 'function' ? who() : who
    const reply = await post(url, ofBytes(limit + 1), headers)
    expect(reply.statusCode).toBe(413)
    expect(reply.json()).toMatchObject({
      code: 'TOO_LARGE',
      message: `The body of this call may have at most ${limit} bytes`,
    })
    expect((await post(url, ofBytes(limit), headers)).statusCode).not.toBe(413)
  })

  it('is not read if the client must log in first', async () => {
    expect((await post('/api/v1/token', ofBytes(BODY_LIMITS.usual + 1))).statusCode).toBe(401)
  })

  it('may name ten thousand cameras in a filter', async () => {
    const cameras = Array.from({ length: 10_000 }, () => tenant.viewId)
    const reply = await post('/api/viewalarms', JSON.stringify({ cameras }), loggedIn())
    expect(reply.statusCode).toBe(200)
    expect(reply.json().rows).toHaveLength(1)
  })
})

describe('an invalid JSON body', () => {
  it.each(['/api/auth', '/api/nowhere', '/api/auth/new-password'])('is refused by %s if too deep', async (url) => {
    const reply = await post(url, nested(MAX_JSON_DEPTH + 1))
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({
      code: 'VALIDATION',
      message: `The JSON is nested more than ${MAX_JSON_DEPTH} levels deep`,
    })
    expect((await post(url, nested(MAX_JSON_DEPTH))).json().message).not.toContain('nested')
  })

  it.each(['{"__proto__":{}}', '{"constructor":{"prototype":{}}}', '{"a":', ''])(
    'is refused with the code VALIDATION: %j',
    async (body) => {
      const reply = await post('/api/auth', body)
      expect(reply.statusCode).toBe(400)
      expect(reply.json()).toMatchObject({ code: 'VALIDATION' })
    },
  )
})

describe('an address without a login', () => {
  const MOST = 1_200
  const flood = async (address: string, url = '/api/auth') => {
    // Refused requests, which no other limit counts.
    for (let sent = 0; sent < MOST; sent++) await post(url, '[', {}, address)
    return post(url, ofBytes(BODY_LIMITS.open + 1), {}, address)
  }

  async function expiredToken(): Promise<string> {
    const made = await post('/api/v1/token', JSON.stringify({ name: 'Old', tokenType: 'api' }), loggedIn())
    await inSystem(server.database.runtime, (tx) =>
      tx
        .updateTable('api_token')
        .set({ expires_at: new Date(clock.now().getTime() - 1) })
        .execute(),
    )
    return made.json<{ secret: string }>().secret
  }

  it('has a limit of requests per minute, which also counts refused requests', async () => {
    const reply = await flood('203.0.113.2')
    expect(reply.statusCode).toBe(429)
    expect(reply.json()).toMatchObject({ code: 'RATE_LIMITED' })
    expect(reply.headers['retry-after']).toBe('60')
    // An expired session token is not a login.
    const expired = { authorization: `Bearer ${await expiredToken()}` }
    expect((await post('/api/v1/token', '{}', expired, '203.0.113.3')).json()).toMatchObject({ code: 'TOKEN_EXPIRED' })
    expect((await post('/api/v1/token', '{}', expired, '203.0.113.2')).statusCode).toBe(429)
    // Other addresses can continue, and so can logged-in users behind the same address.
    expect((await post('/api/auth', '[', {}, '203.0.113.3')).statusCode).toBe(400)
    expect((await post('/api/viewalarms', '{}', loggedIn(), '203.0.113.2')).statusCode).toBe(200)
    // The limit also applies to another operation, an unknown path and an invented session.
    expect((await post('/api/v1/token', '{}', {}, '203.0.113.2')).statusCode).toBe(429)
    expect((await post('/api/nowhere', '{}', {}, '203.0.113.2')).statusCode).toBe(429)
    expect((await post('/api/v1/token', '{}', { cookie: 'winnow_session=x' }, '203.0.113.2')).statusCode).toBe(429)
    clock.advance(60_000)
    expect((await post('/api/auth', '[', {}, '203.0.113.2')).statusCode).toBe(400)
  })

  it('does not block the login of a browser that has logged in before', async () => {
    const { hasher } = server.container.deps
    const [email, password] = ['ada@example.com', 'Correct-Horse-9']
    await createLoggedIn(server.database.runtime, {
      companyId: tenant.companyId,
      userType: 'OPERATOR_USER',
      email,
      passwordHash: await hasher.hash(password),
    })
    const logIn = (cookie?: string) =>
      post('/api/auth', JSON.stringify({ email, password }), cookie === undefined ? {} : { cookie }, '203.0.113.4')
    const known = (await logIn()).cookies.find(({ name }) => name === 'winnow_browser')
    expect(known).toMatchObject({ httpOnly: true, sameSite: 'Lax', maxAge: 400 * 86_400 })
    const cookie = `winnow_browser=${known?.value}`
    await flood('203.0.113.4')
    expect((await logIn()).statusCode).toBe(429)
    expect((await logIn(cookie)).statusCode).toBe(200)
    // The cookie belongs to one browser and cannot be forged.
    for (const made of [cookie.replace(/.$/, (last) => (last === 'A' ? 'E' : 'A')), cookie.replace(/\.[^.]+\./, '.x.')])
      expect((await logIn(made)).statusCode).toBe(429)
    // The requests of the known browser are counted too.
    for (let sent = 0; sent < MOST; sent++) await post('/api/auth', '[', { cookie }, '203.0.113.4')
    expect((await logIn(cookie)).statusCode).toBe(429)
  })
})
