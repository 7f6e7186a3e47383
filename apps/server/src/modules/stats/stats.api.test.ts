// The statistics of a company over HTTP: figures of sites and cameras, series in a zone, last alarms, and what a user may see of them.
import { createFakeClock } from '@winnow/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import {
  createAlarm,
  createCamera,
  createLoggedIn,
  createTenant,
  type LoggedIn,
  type Tenant,
} from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'

const clock = createFakeClock(new Date('2026-11-23T12:07:00Z'))
let server: TestServer
type Camera = Awaited<ReturnType<typeof createCamera>>
let tenant: Tenant
/** Two cameras of one site, one of another client, and one that never had an alarm. */
let gate: Camera
let yard: Camera
let roof: Camera
let quiet: Camera

beforeAll(async () => {
  server = await startTestServer({ clock })
  const db = server.database.runtime
  tenant = await createTenant(db)
  await inSystem(db, async (tx) => {
    await tx.deleteFrom('alarm').where('company_id', '=', tenant.companyId).execute()
    await tx.updateTable('view').set({ deleted_at: new Date() }).where('id', '=', tenant.viewId).execute()
    await tx.updateTable('site').set({ deleted_at: new Date() }).where('id', '=', tenant.siteId).execute()
    await tx.updateTable('project').set({ deleted_at: new Date() }).where('id', '=', tenant.projectId).execute()
  })
  gate = await createCamera(db, tenant.companyId, { name: 'Gate' })
  yard = await createCamera(db, tenant.companyId, { ...gate, name: 'Yard' })
  roof = await createCamera(db, tenant.companyId, { name: 'Roof' })
  quiet = await createCamera(db, tenant.companyId, { ...roof, name: 'Quiet' })
  const alarm = (camera: Camera, at: string, verdict: 'true' | 'false' = 'false') =>
    createAlarm(db, { companyId: tenant.companyId, ...camera }, { verdict, receivedAt: new Date(at) })
  await alarm(gate, '2026-11-23T11:00:00Z', 'true')
  await alarm(gate, '2026-11-23T10:00:00Z')
  await alarm(yard, '2026-11-22T18:20:00Z')
  await alarm(roof, '2026-11-01T10:00:00Z')
  void quiet
})
afterAll(() => server.close())

const get = async (path: string, who: LoggedIn = tenant.admin) => {
  const { status, body } = await callApi(server, who, 'GET', path)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const ofCompany = (path: string, who?: LoggedIn) => get(`/company/${tenant.companyId}/${path}`, who)

const userWith = async (nodeType: 'project' | 'site' | 'view', nodeId: string): Promise<LoggedIn> => {
  const user = await createLoggedIn(server.database.runtime, { companyId: tenant.companyId, userType: 'EXTERNAL_USER' })
  await inSystem(server.database.runtime, (tx) =>
    tx
      .insertInto('user_grant')
      .values({
        user_id: user.userId,
        company_id: tenant.companyId,
        node_type: nodeType,
        node_id: nodeId,
        permission: 'read',
      })
      .execute(),
  )
  return user
}

interface Named {
  name: string
}
const names = (body: { rows: Named[] }) => body.rows.map(({ name }) => name)

describe('statistics of sites', () => {
  it('are figures of each site in the window, by page and in the asked order · STATS-001', async () => {
    const body = await ofCompany('sitestats?sort=-alarms')
    expect(body).toMatchObject({
      since: '2026-11-22T12:15:00.000Z',
      till: '2026-11-23T12:15:00.000Z',
      timezone: 'Europe/London',
      count: 2,
      countIsExact: true,
      rows: [
        {
          id: gate.siteId,
          views: 2,
          received: 3,
          passed: 1,
          filtered: 2,
          reduction: { count: 2, of: 3 },
          recall: null,
        },
        { id: roof.siteId, views: 2, received: 0, reduction: null },
      ],
    })
    const pages = [
      await ofCompany('sitestats?sort=-alarms&limit=1'),
      await ofCompany('sitestats?sort=-alarms&limit=1&page=2'),
    ]
    expect(pages.flatMap(({ rows }) => rows)).toEqual(body.rows)
    expect(await ofCompany('sitestats?page=100000')).toMatchObject({ rows: [], count: 2 })
    expect((await ofCompany(`sitestats?search=${roof.siteId}`)).rows).toMatchObject([{ id: roof.siteId }])
  })

  it('of one site have a series in its own zone, or in the named one · STATS-001', async () => {
    const body = await get(`/sitestats/${gate.siteId}?step=day&since=2026-11-22T00:00:00Z&till=2026-11-23T12:00:00Z`)
    expect(body).toMatchObject({
      id: gate.siteId,
      timezone: 'Europe/Madrid',
      views: 2,
      lastAlarmAt: '2026-11-23T11:00:00.000Z',
      total: { received: 3 },
      series: [
        { at: '2026-11-22T00:00:00.000Z', received: 1 },
        { at: '2026-11-22T23:00:00.000Z', received: 2 },
      ],
    })
    const there = await get(
      `/sitestats/${gate.siteId}?step=day&since=2026-11-22T00:00:00Z&till=2026-11-23T12:00:00Z&timezone=Asia/Kathmandu`,
    )
    expect(there.series).toMatchObject([{ received: 0 }, { at: '2026-11-22T18:15:00.000Z', received: 3 }])
  })
})

describe('statistics of cameras', () => {
  it('are figures of each camera, of the company or of one site · STATS-001', async () => {
    expect((await ofCompany('camstats')).rows).toMatchObject([
      { name: 'Gate', siteId: gate.siteId, received: 2, passed: 1, filtered: 1 },
      { name: 'Quiet', received: 0 },
      { name: 'Roof', received: 0 },
      { name: 'Yard', received: 1, filtered: 1 },
    ])
    expect(names(await ofCompany(`camstats?siteId=${roof.siteId}&sort=-name`))).toEqual(['Roof', 'Quiet'])
    expect(names(await ofCompany('camstats?sort=-alarms&limit=2'))).toEqual(['Gate', 'Yard'])
    expect(names(await ofCompany('camstats?search=OO'))).toEqual(['Roof'])
  })
})

describe('statistics of alarms', () => {
  it('are totals and a series of the company · STATS-001', async () => {
    const body = await ofCompany('alarmstats?step=day&timezone=Asia/Kathmandu')
    expect(body.total).toMatchObject({ received: 3, passed: 1, filtered: 2 })
    expect(body.series).toMatchObject([
      { at: '2026-11-22T12:15:00.000Z', received: 0 },
      { at: '2026-11-22T18:15:00.000Z', received: 3 },
    ])
  })
})

describe('last alarms', () => {
  it('are told for each camera, also for one that never had any · STATS-001', async () => {
    const { rows, count } = await ofCompany('lastalarmstats?sort=-lastAlarm')
    expect(count).toBe(4)
    expect(rows.map(({ name, lastAlarmAt }: Named & { lastAlarmAt: string }) => [name, lastAlarmAt])).toEqual([
      ['Gate', '2026-11-23T11:00:00.000Z'],
      ['Yard', '2026-11-22T18:20:00.000Z'],
      ['Roof', '2026-11-01T10:00:00.000Z'],
      ['Quiet', null],
    ])
    const idle = await ofCompany('lastalarmstats?idleHours=24')
    expect([idle.count, names(idle)]).toEqual([2, ['Quiet', 'Roof']])
  })

  it('are told for each client, with its idle cameras · STATS-001', async () => {
    const { rows, count } = await ofCompany('lastalarmstats/clients?sort=-lastAlarm&idleHours=12')
    expect(count).toBe(2)
    expect(rows).toMatchObject([
      { id: gate.projectId, views: 2, idleViews: 1, lastAlarmAt: '2026-11-23T11:00:00.000Z' },
      { id: roof.projectId, views: 2, idleViews: 2, lastAlarmAt: '2026-11-01T10:00:00.000Z' },
    ])
    expect(await ofCompany('lastalarmstats/clients?page=9')).toMatchObject({ rows: [], count: 2 })
  })
})

describe('what a user may see of them', () => {
  it('is what was granted: of single cameras only their own alarms count', async () => {
    const ofYard = await userWith('view', yard.viewId)
    expect((await ofCompany('alarmstats', ofYard)).total.received).toBe(1)
    expect((await ofCompany('sitestats', ofYard)).rows).toMatchObject([{ id: gate.siteId, received: 1, views: 1 }])
    expect((await ofCompany('sitestats?sort=-alarms', ofYard)).rows).toMatchObject([{ id: gate.siteId, received: 1 }])
    expect(names(await ofCompany('camstats', ofYard))).toEqual(['Yard'])
    expect(names(await ofCompany('lastalarmstats', ofYard))).toEqual(['Yard'])
    expect((await ofCompany('lastalarmstats/clients', ofYard)).rows).toMatchObject([{ id: gate.projectId, views: 1 }])
    expect(await get(`/sitestats/${gate.siteId}`, ofYard)).toMatchObject({
      views: 1,
      total: { received: 1 },
      lastAlarmAt: '2026-11-22T18:20:00.000Z',
    })
    expect((await callApi(server, ofYard, 'GET', `/sitestats/${roof.siteId}`)).status).toBe(404)
    const ofRoof = await userWith('site', roof.siteId)
    expect((await ofCompany('sitestats', ofRoof)).rows).toMatchObject([{ id: roof.siteId, views: 2 }])
  })
})

describe('a request that cannot be answered', () => {
  it.each([
    ['sitestats', 'timezone=Mars/Olympus', 'timezone'],
    ['camstats', 'since=2026-11-23T10:00:00Z&till=2026-11-22T10:00:00Z', 'since'],
    ['alarmstats', 'since=2026-11-23T10:00:00Z&till=2026-11-23T10:00:00Z', 'since'],
    ['alarmstats', 'since=2026-01-01T00:00:00Z', 'since'],
    ['alarmstats', 'since=yesterday', 'since'],
    ['sitestats', 'page=1000000000', 'page'],
    ['lastalarmstats', 'idleHours=0', 'idleHours'],
  ])('is refused with the field: %s?%s', async (path, query, field) => {
    const { status, body } = await callApi(server, tenant.admin, 'GET', `/company/${tenant.companyId}/${path}?${query}`)
    expect([status, body.code, body.errors?.[0]?.field]).toEqual([400, 'VALIDATION', field])
  })
})
