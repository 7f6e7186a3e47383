import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ERRORS, errorsOf, operations, type ErrorCode } from '@winnow/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTenant } from '../../../test/factories.ts'
import { until } from '../../../test/until.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let consoleRoot: string
beforeAll(async () => {
  consoleRoot = await mkdtemp(join(tmpdir(), 'winnow-console-'))
  await mkdir(join(consoleRoot, 'assets'))
  await writeFile(join(consoleRoot, 'index.html'), '<!doctype html><script src="/assets/app-1a2b.js"></script>')
  await writeFile(join(consoleRoot, 'assets', 'app-1a2b.js'), 'export {}')
  server = await startTestServer({ consoleRoot })
})
afterAll(async () => {
  await server.close()
  await rm(consoleRoot, { recursive: true })
})

function policyOf(header: unknown): Record<string, string> {
  return Object.fromEntries(
    String(header)
      .split(';')
      .map((part) => part.trim().split(/ (.*)/s))
      .map(([name = '', value = '']) => [name, value]),
  )
}

it.each(['/', '/api/auth/user', '/api/no/such/path'])(
  '%s answers with security headers for the browser',
  async (url) => {
    const { headers } = await server.app.inject(url)
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/^default-src 'self';/),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'origin-agent-cluster': '?1',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'x-download-options': 'noopen',
      'x-frame-options': 'SAMEORIGIN',
      'x-permitted-cross-domain-policies': 'none',
      'x-robots-tag': 'noindex, nofollow',
      'x-xss-protection': '0',
    })
    expect(headers).not.toHaveProperty('strict-transport-security')
  },
)

describe('the console’s page', () => {
  it.each(['/', '/cams/alarms/0199', '/no/such/page'])('is served at %s', async (url) => {
    const reply = await server.app.inject(url)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': expect.stringContaining('text/html'),
      'cache-control': 'no-cache',
    })
  })

  it('may load scripts and data only from this server, and cannot be framed', async () => {
    const { headers } = await server.app.inject('/')
    const policy = policyOf(headers['content-security-policy'])
    expect(policy).toMatchObject({
      'default-src': "'self'",
      'script-src': "'self'",
      'connect-src': "'self'",
      'object-src': "'none'",
      'frame-ancestors': "'none'",
      'base-uri': "'none'",
    })
    expect(JSON.stringify(policy)).not.toMatch(/unsafe-eval|\*/)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    })
    expect(headers).not.toHaveProperty('x-powered-by')
  })

  it('is not cached, while files with a hash in their name are cached forever', async () => {
    const reply = await server.app.inject('/assets/app-1a2b.js')
    expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  it('is not sent for paths of the API or for requests that are not navigations', async () => {
    for (const [method, url] of [
      ['GET', '/api/none'],
      ['POST', '/cams/alarms'],
    ] as const) {
      const reply = await server.app.inject({ method, url })
      expect(reply.statusCode).toBe(404)
      expect(reply.json()).toMatchObject({ code: 'NOT_FOUND' })
    }
  })

  it('does not expose files outside the console’s folder', async () => {
    for (const url of ['/../secret.key', '/%2e%2e/secret.key', '/assets/..%2f..%2fsecret.key'])
      expect((await server.app.inject(url)).body).not.toContain('key')
  })
})

describe('the description of the API', () => {
  it('contains every operation of the contract once · API-001', async () => {
    const reply = await server.app.inject('/api/openapi.json')
    const { openapi, paths } = reply.json()
    expect(openapi).toBe('3.1.0')
    const described = Object.entries<Record<string, { operationId: string }>>(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
    )
    expect(described.toSorted()).toEqual(
      operations.map(({ id, method, path }) => `${id} ${method} /api${path.replaceAll(/:(\w+)/g, '{$1}')}`).toSorted(),
    )
  })

  it('names the errors of every operation by status, with the possible codes', async () => {
    const document = (await server.app.inject('/api/openapi.json')).json()
    const schemaOf = ({ $ref }: { $ref: string }) => {
      const reply = document.components.responses[$ref.split('/').at(-1) ?? '']
      return reply.content['application/json'].schema.allOf as [
        { $ref: string },
        { properties: { code: { enum: string[] } } },
      ]
    }
    for (const operation of operations) {
      const path = `/api${operation.path.replaceAll(/:(\w+)/g, '{$1}')}`
      const responses: Record<string, { $ref: string }> = document.paths[path][operation.method.toLowerCase()].responses
      const errors = Object.entries(responses).filter(([status]) => Number(status) >= 400)
      for (const [status, reply] of errors) {
        const [body, { properties }] = schemaOf(reply)
        expect(body).toEqual({ $ref: '#/components/schemas/Error' })
        for (const code of properties.code.enum) expect(ERRORS[code as ErrorCode]).toBe(Number(status))
      }
      const codes = errors.flatMap(([, reply]) => schemaOf(reply)[1].properties.code.enum)
      expect(codes.toSorted()).toEqual(errorsOf(operation).toSorted())
    }
    expect(document.components.schemas.Error.properties.code.enum).toEqual(Object.keys(ERRORS))
  })

  it('is a readable page, which works without a script', async () => {
    const reply = await server.app.inject('/api/docs')
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(policyOf(reply.headers['content-security-policy'])['script-src']).toBe("'self'")
    expect(reply.body).not.toMatch(/<script|\son\w+=|javascript:/i)
    for (const { id, summary } of operations) {
      expect(reply.body).toContain(`id="${id}"`)
      expect(reply.body).toContain(summary.replaceAll('&', '&amp;').replaceAll("'", '&#39;'))
    }
  })
})

describe('operators of the program', () => {
  it('get its liveness', async () => {
    expect((await server.app.inject('/healthz')).json()).toEqual({ status: 'ok' })
  })

  it('get its readiness with reasons', async () => {
    // Readiness requires that the live stream has its connection.
    const ready = await until('readiness', async () => {
      const reply = await server.app.inject('/readyz')
      return reply.statusCode === 200 && reply
    })
    const idle = 'no analysis process is running: alarms are passed on unverified at their deadline'
    expect(ready.json()).toEqual({ status: 'degraded', reasons: [idle] })
    const media = join(server.container.env.dataDir, 'media')
    await rm(media, { recursive: true })
    await writeFile(media, 'in the way')
    const broken = await server.app.inject('/readyz')
    expect(broken.statusCode).toBe(503)
    expect(broken.json()).toEqual({ status: 'not ready', reasons: ['the media store cannot be written to', idle] })
  })

  it('get metrics that name no tenant', async () => {
    const tenant = await createTenant(server.database.runtime, 'Discretion Ltd')
    await server.app.inject({ url: `/api/alarm/${tenant.alarmId}`, headers: { cookie: tenant.admin.cookie } })
    const reply = await server.app.inject('/metrics')
    expect(reply.headers['content-type']).toContain('text/plain')
    expect(reply.body).toMatch(/http_request_seconds_count\{operation="alarms\.get",status="200"\} 1/)
    expect(reply.body).toMatch(/live_streams 0/)
    expect(reply.body).not.toMatch(new RegExp(`${tenant.companyId}|${tenant.alarmId}|Discretion`))
  })
})
