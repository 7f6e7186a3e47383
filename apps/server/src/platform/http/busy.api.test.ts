import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { BusyError } from '../crypto/gate.ts'

let server: TestServer
beforeAll(async () => {
  const busy = async () => {
    throw new BusyError('too many are waiting')
  }
  server = await startTestServer({ hasher: { hash: busy, verify: busy, isOutdated: () => false } })
})
afterAll(() => server.close())

it('logins that exceed the capacity for hashing are asked to retry, and the log contains no error', async () => {
  const reply = await server.app.inject({
    method: 'POST',
    url: '/api/auth',
    payload: { email: 'a@example.com', password: 'x' },
  })
  expect(reply.statusCode).toBe(503)
  expect(reply.headers['retry-after']).toBe('1')
  expect(reply.json()).toMatchObject({ code: 'UNAVAILABLE', requestId: reply.headers['x-request-id'] })
  expect(server.logLines.filter((line) => line.includes('request failed'))).toEqual([])
})
