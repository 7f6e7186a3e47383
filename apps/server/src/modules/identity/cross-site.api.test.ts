import { operations } from '@winnow/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let tenant: Tenant
beforeAll(async () => {
  server = await startTestServer()
  tenant = await createTenant(server.database.runtime)
})
afterAll(() => server.close())

const rename = (headers: Record<string, string | undefined>) =>
  server.app.inject({
    method: 'PUT',
    url: `/api/project/${tenant.projectId}`,
    payload: { name: 'Renamed' },
    headers: { cookie: tenant.admin.cookie, ...headers },
  })

describe('a request that changes something with our cookie', () => {
  it.each([
    ['from our own page', { 'sec-fetch-site': 'same-origin' }],
    ['from a program that says so', { 'x-requested-with': 'winnow' }],
    ['typed in by the user with the header of programs', { 'sec-fetch-site': 'none', 'x-requested-with': 'winnow' }],
  ])('%s is accepted', async (_what, headers) => {
    expect((await rename(headers)).statusCode).toBe(200)
  })

  it.each([
    ['from another site', { 'sec-fetch-site': 'cross-site' }],
    ['from another site that claims to be a program', { 'sec-fetch-site': 'cross-site', 'x-requested-with': 'winnow' }],
    ['from a sister domain', { 'sec-fetch-site': 'same-site' }],
    ['that says nothing of where it comes from', {}],
  ])('%s is refused', async (_what, headers) => {
    const reply = await rename(headers)
    expect(reply.statusCode).toBe(403)
    expect(reply.json()).toMatchObject({ code: 'CROSS_SITE' })
  })

  it.each(
    operations
      .filter(({ method, scope }) => method !== 'GET' && scope !== 'public')
      .map((found) => [found.id, found] as const),
  )('is refused for the operation %s before anything is read from the database', async (_id, { method, path }) => {
    const reply = await server.app.inject({
      method,
      url: `/api${path.replaceAll(/:\w+/g, tenant.alarmId)}`,
      headers: { cookie: tenant.admin.cookie, 'sec-fetch-site': 'cross-site' },
    })
    expect(reply.json()).toMatchObject({ code: 'CROSS_SITE' })
  })

  it('is refused at the login too, so that nobody is logged in as another user', async () => {
    const reply = await server.app.inject({
      method: 'POST',
      url: '/api/auth',
      payload: { email: 'a@example.com', password: 'x' },
      headers: { 'sec-fetch-site': 'cross-site' },
    })
    expect(reply.json()).toMatchObject({ code: 'CROSS_SITE' })
  })

  it('needs no check with a token, because no browser sends one by itself', async () => {
    const reply = await server.app.inject({
      method: 'PUT',
      url: `/api/project/${tenant.projectId}`,
      payload: { name: 'By token' },
      headers: { authorization: `Bearer ${tenant.apiToken}` },
    })
    expect(reply.statusCode).toBe(200)
  })
})

const call = (url: string, token: string) => server.app.inject({ url, headers: { authorization: `Bearer ${token}` } })

describe('an API token', () => {
  it('for sending alarms allows nothing else', async () => {
    for (const url of ['/api/v1/projects', `/api/alarm/${tenant.alarmId}`, '/api/v1/home', '/api/v1/token']) {
      const reply = await call(url, tenant.ingestToken)
      expect(reply.statusCode).toBe(401)
      expect(reply.json()).toMatchObject({ code: 'TOKEN_INVALID' })
    }
    expect((await call(`/api/v1/signal/${tenant.signalId}`, tenant.ingestToken)).statusCode).toBe(200)
  })

  it('cannot create tokens, log in or log out', async () => {
    expect((await call('/api/v1/token', tenant.apiToken)).statusCode).toBe(403)
    expect((await call('/api/auth/user', tenant.apiToken)).statusCode).toBe(401)
    expect((await call('/api/v1/server-sent-events', tenant.apiToken)).statusCode).toBe(401)
  })

  it('is refused after it was revoked', async () => {
    const made = await server.app.inject({
      method: 'POST',
      url: '/api/v1/token',
      payload: { tokenType: 'api', name: 'Short-lived' },
      headers: { cookie: tenant.admin.cookie, 'x-requested-with': 'winnow' },
    })
    const { id, secret } = made.json()
    expect((await call('/api/v1/projects', secret)).statusCode).toBe(200)
    const listed = await server.app.inject({ url: '/api/v1/token', headers: { cookie: tenant.admin.cookie } })
    expect(listed.json().rows).toContainEqual(expect.objectContaining({ id, lastUsedAt: expect.any(String) }))
    await server.app.inject({
      method: 'DELETE',
      url: `/api/v1/token/${id}`,
      headers: { cookie: tenant.admin.cookie, 'x-requested-with': 'winnow' },
    })
    expect((await call('/api/v1/projects', secret)).statusCode).toBe(401)
  })
})
