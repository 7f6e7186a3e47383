// The tests are generated from the contract: they send NUL and lone surrogates in every place that accepts a text.
import { API_BASE, operations } from '@winnow/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCamera, createTenant, type Tenant } from '../test/factories.ts'
import { startTestServer, type TestServer } from '../test/test-server.ts'
import { textPlaces, type TextPlace } from '../test/text-places.ts'

let server: TestServer
let tenant: Tenant
beforeAll(async () => {
  server = await startTestServer()
  tenant = await createTenant(server.database.runtime)
})
afterAll(() => server.close())

const places = operations.flatMap(textPlaces)

function send(place: TextPlace, text: string) {
  const { operation } = place
  const { path, query, body } = place.request(text)
  return server.app.inject({
    method: operation.method,
    url: API_BASE + path + query,
    headers: {
      cookie: tenant.admin.cookie,
      'x-requested-with': 'winnow',
      ...(operation.uploads ? { 'content-type': operation.uploads[0] ?? '' } : {}),
    },
    ...(body === undefined ? {} : { payload: body as object }),
  })
}

describe('a text that cannot be stored', () => {
  it.each(places.map((place) => [place.operation.id, place.place, place] as const))(
    'is refused by %s in %s without an internal error',
    async (_id, _place, place) => {
      const reply = await send(place, 'a\0b')
      expect(reply.statusCode).toBe(400)
      expect(reply.json()).toMatchObject({
        code: 'VALIDATION',
        message: expect.stringContaining('Must not contain NUL or unpaired surrogates'),
      })
    },
  )

  // URLs are encoded in UTF-8, which has no lone surrogates. So only bodies are tested.
  it.each(
    places
      .filter(({ place }) => place.startsWith('body'))
      .map((place) => [place.operation.id, place.place, place] as const),
  )('is refused by %s in %s if it contains a lone surrogate', async (_id, _place, place) => {
    expect((await send(place, 'a\ud800')).statusCode).toBe(400)
  })

  it('is reported with the name of its field', async () => {
    const reply = await server.app.inject({
      method: 'POST',
      url: `${API_BASE}/viewalarms`,
      headers: { cookie: tenant.admin.cookie, 'x-requested-with': 'winnow' },
      payload: { cameras: ['x', 'a\0'] },
    })
    expect(reply.json().errors).toEqual([
      { field: 'cameras.1', message: 'Must not contain NUL or unpaired surrogates' },
    ])
  })

  it('is possible in many fields of the contract', () => {
    expect(places.length).toBeGreaterThan(250)
  })
})

describe('a query that is sent as a body', () => {
  it('is refused if it contains such a text', async () => {
    const reply = await server.app.inject({
      method: 'POST',
      url: `${API_BASE}/v1/projects`,
      headers: { cookie: tenant.admin.cookie, 'x-requested-with': 'winnow', 'x-http-method-override': 'GET' },
      payload: { search: 'a\0' },
    })
    expect(reply.statusCode).toBe(400)
  })
})

describe('a message of a device', () => {
  it('is stored without such characters instead of being refused', async () => {
    const { viewId } = await createCamera(server.database.runtime, tenant.companyId)
    const reply = await server.app.inject({
      method: 'POST',
      url: `${API_BASE}/v1/ingest/alarm?view=${viewId}`,
      headers: { authorization: `Bearer ${tenant.ingestToken}`, 'content-type': 'application/json' },
      payload: JSON.stringify({
        event: 'Person\0 at \ud800door',
        text: 'a\0\udc00',
        channel: '1\0',
        deviceTime: '\0',
        more: { '\0': '\0' },
        media: [{ name: 'x\0\ud800.jpg', contentType: 'image/jpeg\0', data: '/9j/4AAQSkZJRgAB' }],
      }),
    })
    expect(reply.statusCode).toBe(200)
    const alarm = await server.app.inject({
      url: `${API_BASE}/alarm/${reply.json().alarmId}`,
      headers: { cookie: tenant.admin.cookie },
    })
    expect(alarm.json().event).toMatch(/^Person at .?door$/)
  })
})
