import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inSystem } from '../db/transaction.ts'
import { createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let tenant: Tenant
beforeAll(async () => {
  server = await startTestServer()
  tenant = await createTenant(server.database.runtime)
})
afterAll(() => server.close())

const headers = () => ({ cookie: tenant.admin.cookie, 'x-requested-with': 'winnow' })
const post = (url: string, payload: string | object, more: Record<string, string> = {}) =>
  server.app.inject({ method: 'POST', url, payload, headers: { ...headers(), ...more } })

describe('an error reply', () => {
  it('to malformed JSON contains a code and the request id', async () => {
    const reply = await post(`/api/company/${tenant.companyId}/project`, '{"name":', {
      'content-type': 'application/json',
    })
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ code: 'VALIDATION', requestId: reply.headers['x-request-id'] })
  })

  it.each(['/api/nowhere', '/api', '/api/v1/projects/x/y'])(
    'to the unknown path %s is JSON and not the page',
    async (url) => {
      const reply = await server.app.inject({ url, headers: headers() })
      expect(reply.statusCode).toBe(404)
      expect(reply.json()).toMatchObject({ code: 'NOT_FOUND', message: 'Not found' })
      expect(reply.headers['x-content-type-options']).toBe('nosniff')
    },
  )

  it('to an unsupported method of a path is the same as to an unknown path', async () => {
    const reply = await server.app.inject({ method: 'PUT', url: '/api/appconfig', headers: headers(), payload: {} })
    expect(reply.statusCode).toBe(404)
    expect(reply.json()).toMatchObject({ code: 'NOT_FOUND' })
  })

  it('to a path that cannot be decoded has the general error body', async () => {
    const reply = await server.app.inject({ url: '/api/alarm/%zz' })
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toEqual({
      code: 'VALIDATION',
      message: expect.any(String),
      requestId: reply.headers['x-request-id'],
    })
  })

  it('to a body above its operation’s limit has status 413', async () => {
    const reply = await post('/api/viewalarms', { cameras: ['x'.repeat(1024 * 1024)] })
    expect(reply.statusCode).toBe(413)
    expect(reply.json()).toMatchObject({ code: 'TOO_LARGE' })
  })

  it('to a body of another content type has status 400', async () => {
    const reply = await post('/api/viewalarms', 'cameras=1', { 'content-type': 'application/x-www-form-urlencoded' })
    expect(reply.json()).toMatchObject({ code: 'UNSUPPORTED_MEDIA' })
    expect(reply.statusCode).toBe(400)
  })

  it('names every refused field, and its message joins them with line breaks', async () => {
    const reply = await post('/api/v1/token', { tokenType: 'magic', name: '' })
    expect(reply.statusCode).toBe(400)
    const { code, message, errors } = reply.json()
    expect(code).toBe('VALIDATION')
    expect(errors.map(({ field }: { field: string }) => field)).toEqual(['tokenType', 'name'])
    expect(message.split('\n')).toEqual(
      errors.map((error: { field: string; message: string }) => `${error.field}: ${error.message}`),
    )
  })

  it('to an invalid id in the path names the parameter', async () => {
    const reply = await server.app.inject({ url: '/api/alarm/nonsense', headers: headers() })
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors).toEqual([{ field: 'id', message: expect.any(String) }])
  })

  it('to an internal error reveals no details, but the log contains them', async () => {
    await server.database.owner.schema.alterTable('project').renameTo('project_away').execute()
    try {
      const reply = await server.app.inject({ url: '/api/v1/projects', headers: headers() })
      expect(reply.statusCode).toBe(500)
      expect(reply.json()).toEqual({
        code: 'INTERNAL',
        message: 'Something went wrong on the server',
        requestId: reply.headers['x-request-id'],
      })
      const line = server.logLines.find((entry) => entry.includes('request failed')) ?? '{}'
      expect(JSON.parse(line)).toMatchObject({ requestId: reply.headers['x-request-id'], level: 'error' })
    } finally {
      await server.database.owner.schema.alterTable('project_away').renameTo('project').execute()
    }
  })
})

describe('a request id', () => {
  it('is generated for each request', async () => {
    const ids = await Promise.all(
      [1, 2].map(async () => (await server.app.inject('/api/appconfig')).headers['x-request-id']),
    )
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('from a proxy is used if it has the right form', async () => {
    const given = 'abcdef01-proxy-7'
    const reply = await server.app.inject({ url: '/api/nowhere', headers: { 'x-request-id': given } })
    expect(reply.json().requestId).toBe(given)
  })

  it.each(['short', 'x'.repeat(65), 'with spaces in it', '{"level":"fatal"}'])(
    'that could inject text (%s) is not used',
    async (given) => {
      const reply = await server.app.inject({ url: '/api/appconfig', headers: { 'x-request-id': given } })
      expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    },
  )

  it('is in the audit entries of the request’s changes', async () => {
    const reply = await post(
      `/api/company/${tenant.companyId}/project`,
      { name: 'Audited' },
      { 'x-request-id': 'trace-me-1234' },
    )
    expect(reply.statusCode).toBe(200)
    const rows = await inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('audit').select(['action', 'object_name']).where('request_id', '=', 'trace-me-1234').execute(),
    )
    expect(rows).toEqual([{ action: 'project.created', object_name: 'Audited' }])
  })
})
