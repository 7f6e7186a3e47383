import { randomUUID } from 'node:crypto'
import { API_BASE, operations, staysOpen, type ScopedKind, type ScopeRef } from '@winnow/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { requestOf } from '../../../test/example-request.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let tenant: Tenant
beforeAll(async () => {
  server = await startTestServer()
  tenant = await createTenant(server.database.runtime)
})
afterAll(() => server.close())

const asGet = (url: string, payload: object, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'POST',
    url: API_BASE + url,
    payload,
    headers: {
      cookie: tenant.admin.cookie,
      'x-requested-with': 'winnow',
      'x-http-method-override': 'GET',
      ...headers,
    },
  })

/** The tenant's id for a place of a request. */
const idAt = ({ kind }: ScopeRef): string | undefined => {
  const ids: Partial<Record<ScopedKind, string>> = {
    company: tenant.companyId,
    project: tenant.projectId,
    site: tenant.siteId,
    view: tenant.viewId,
  }
  return ids[kind]
}

const listed = operations.filter(({ override }) => override)

describe('X-HTTP-Method-Override: GET', () => {
  it('is offered for queries that can be long · API-002', () => {
    expect(listed.map(({ id }) => id).toSorted()).toEqual([
      'alarms.list',
      'alarms.listDetectionIds',
      'alarms.listDetections',
      'alarms.listRandom',
      'alarms.listRows',
      'masks.history',
      'masks.historyClients',
      'pictures.listCameras',
      'schedules.try',
      'tree.countDetectViews',
      'tree.countNodes',
      'tree.countViews',
      'tree.findPlace',
      'tree.findTypedProject',
      'tree.findTypedSite',
      'tree.findTypedView',
      'tree.listCompanyProjects',
      'tree.listCompanySites',
      'tree.listCompanyViews',
      'tree.listProjectTree',
      'tree.listProjects',
      'tree.listTreeSites',
      'tree.listTreeViews',
      'tree.search',
      'tree.streamFilteredViews',
      'tree.streamViewsOfSites',
    ])
  })

  it.each(listed.filter(({ method }) => method === 'GET').map((operation) => [operation.id, operation] as const))(
    'gives %s the same answer as its GET · API-002',
    async (_id, operation) => {
      const { url } = requestOf(operation, idAt)
      const plain = await server.app.inject({ url, headers: { cookie: tenant.admin.cookie } })
      expect(plain.statusCode).toBe(200)
      const { pathname, searchParams } = new URL(url, 'http://winnow.example')
      const body = Object.fromEntries(
        [...new Set(searchParams.keys())].map((name) => {
          const values = searchParams.getAll(name)
          return [name, values.length > 1 ? values : values[0]]
        }),
      )
      const sent = await asGet(pathname.slice(API_BASE.length), body)
      expect(sent.statusCode).toBe(200)
      expect(sent.json()).toEqual(plain.json())
    },
  )

  it('is accepted on a POST that only reads, with the same answer · API-002, ALARMS-004', async () => {
    const sent = (headers: Record<string, string>) =>
      server.app.inject({
        method: 'POST',
        url: `${API_BASE}/viewalarms?limit=1`,
        payload: { cameras: [tenant.viewId] },
        headers: { cookie: tenant.admin.cookie, 'x-requested-with': 'winnow', ...headers },
      })
    const plain = await sent({})
    expect(plain.statusCode).toBe(200)
    expect(plain.json().rows).toHaveLength(1)
    expect((await sent({ 'x-http-method-override': 'GET' })).json()).toEqual(plain.json())
  })

  it('takes flags and numbers of a JSON body as those of an address · API-002, ALARMS-004', async () => {
    const asked = { siteTimeZone: true, since: '2020-01-01T00:00:00', notes: false, random: false, limit: 1, page: 1 }
    const query = Object.entries(asked).map(([name, value]) => `${name}=${value}`)
    const plain = await server.app.inject({
      url: `${API_BASE}/alarmlist?${query.join('&')}`,
      headers: { cookie: tenant.admin.cookie },
    })
    expect(plain.json().rows).toHaveLength(1)
    const sent = await asGet('/alarmlist', asked)
    expect([sent.statusCode, sent.json()]).toEqual([200, plain.json()])
    expect((await asGet('/alarmlist', { notes: true })).json().rows).toEqual([])
    expect((await asGet('/alarmlist', { notes: 1 })).statusCode).toBe(400)
  })

  it('uses the body as the query, and accepts lists that are too long for an address · API-002', async () => {
    const made = await Promise.all(
      Array.from({ length: 90 }, () =>
        createCamera(server.database.runtime, tenant.companyId, { projectId: tenant.projectId, siteId: tenant.siteId }),
      ),
    )
    const ids = made.map(({ viewId }) => viewId)
    const reply = await asGet('/v1/nodes', { ids })
    expect(
      reply
        .json()
        .map(({ id }: { id: string }) => id)
        .toSorted(),
    ).toEqual(ids.toSorted())
  })

  it('accepts a selection of as many nodes as its limit, and names the limit above it · API-002', async () => {
    const below = [tenant.siteId, ...Array.from({ length: 9_999 }, () => randomUUID())]
    const reply = await asGet('/views/count', { below })
    const { count } = (await asGet('/views/count', { below: [tenant.siteId] })).json()
    expect(count).toBeGreaterThan(0)
    expect(reply.json()).toEqual({ count })
    const refused = await asGet('/views/count', { below: [...below, randomUUID()] })
    expect(refused.statusCode).toBe(400)
    expect(refused.json().errors).toEqual([{ field: 'below', message: 'At most 10000 ids' }])
  })

  it('validates the body like a query · API-002', async () => {
    const reply = await asGet('/v1/projects', { page: 0 })
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors).toEqual([{ field: 'page', message: expect.any(String) }])
  })

  it('still requires a login · API-002', async () => {
    expect((await asGet('/v1/projects', {}, { cookie: '' })).statusCode).toBe(401)
  })

  it.each(
    operations
      .filter((operation) => operation.method === 'GET' && !operation.override && !staysOpen(operation))
      .map((operation) => [operation.id, operation] as const),
  )('is refused for %s, since the contract does not allow it there · API-002', async (_id, { path }) => {
    const reply = await asGet(path.replaceAll(/:\w+/g, tenant.alarmId), {})
    expect(reply.statusCode).toBe(404)
  })

  it('never turns a POST into another operation · API-002', async () => {
    const reply = await asGet(`/project/${tenant.projectId}`, {}, { 'x-http-method-override': 'DELETE' })
    expect(reply.statusCode).toBe(404)
    const still = await server.app.inject({
      url: `${API_BASE}/project/${tenant.projectId}`,
      headers: { cookie: tenant.admin.cookie },
    })
    expect(still.statusCode).toBe(200)
  })
})
