// Requests about alarms that make no sense, or that try to get more than they may.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createAlarm, createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'

let server: TestServer
let tenant: Tenant
let camera: { companyId: string; projectId: string; siteId: string; viewId: string }
let alarmId: string
const RECEIVED = new Date('2026-07-01T12:00:00Z')

beforeAll(async () => {
  server = await startTestServer()
  const db = server.database.runtime
  tenant = await createTenant(db)
  camera = { companyId: tenant.companyId, ...(await createCamera(db, tenant.companyId)) }
  alarmId = await createAlarm(db, camera, { receivedAt: RECEIVED })
})
afterAll(() => server.close())

const get = (url: string) => callApi(server, tenant.admin, 'GET', url)
const post = (url: string, body: object) => callApi(server, tenant.admin, 'POST', url, body)
/** The alarms of the camera in a list. */
const seen = async (query: string) => {
  const { status, body } = await get(`/alarmlist?cameras=${camera.viewId}&${query}`)
  return status === 200 ? body.rows.map(({ id }: { id: string }) => id) : status
}

describe('a time', () => {
  it.each([
    '0000-01-01T00:00:00Z',
    '-000001-01-01T00:00:00Z',
    '0001-01-01T00:00:00%2B01:00',
    '9999-12-31T23:59:59-00:01',
    '2026-05-01T00:00:00%2B16:00',
    '2026-05-01T00:00:00-23:59',
    `2026-05-01T00:00:00.${'1'.repeat(10)}Z`,
    `2026-05-01T00:00:00.${'1'.repeat(200)}Z`,
    '2026-02-30T00:00:00Z',
    '2026-05-01',
    '1777593600',
    'now',
    '',
  ])(
    'that cannot be stored is refused with its field, wherever it stands: %s · ALARMS-004, ALARMS-012, STATS-001',
    async (time) => {
      const stats = `/company/${tenant.companyId}/alarmstats`
      for (const [url, field] of [
        [`/alarmlist?since=${time}`, 'since'],
        [`/alarmlistdetection/alarm-ids?till=${time}`, 'till'],
        [`/alarmlist?overdueAt=${time}`, 'overdueAt'],
        [`/v1/get-alarm-count?from=${time}&to=2026-11-23T00:00:00Z`, 'from'],
        [`/v1/get-alarm-count?from=2026-11-23T00:00:00Z&to=${time}`, 'to'],
        [`${stats}?since=${time}`, 'since'],
        [`${stats}?till=${time}`, 'till'],
        [`/audit/company/${tenant.companyId}?since=${time}`, 'since'],
      ]) {
        const { status, body } = await get(url ?? '')
        expect([url, status, body.code, body.errors?.length, body.errors?.[0]?.field]).toEqual([
          url,
          400,
          'VALIDATION',
          1,
          field,
        ])
        expect(body.errors[0].message).not.toBe('Invalid input')
      }
    },
  )

  it('may be the first or the last of those that programs use for “always” · ALARMS-004', async () => {
    expect(await seen('since=0001-01-01T00:00:00Z&till=9999-12-31T23:59:59.9999999Z')).toEqual([alarmId])
    expect(await seen('since=0001-01-01T00:00:00&till=9999-12-31T23:59:59&siteTimeZone=true')).toEqual([alarmId])
    expect(await seen('since=0001-01-01T00:00:00&siteTimeZone=Pacific/Kiritimati')).toEqual([alarmId])
    expect(await seen('till=1969-12-31T23:59:59Z')).toEqual([])
  })

  it('before 1970 or after 9999 is refused for figures · STATS-001', async () => {
    const ends = async (path: string, query: string) => {
      const { status, body } = await get(`${path}?${query}`)
      return [status, body.errors?.[0]?.field]
    }
    for (const path of [`/company/${tenant.companyId}/alarmstats`, `/sitestats/${camera.siteId}`]) {
      expect(await ends(path, 'till=9999-12-31T23:59:59Z')).toEqual([400, 'till'])
      expect(await ends(path, 'till=1970-01-01T00:00:00Z')).toEqual([400, 'till'])
      expect(await ends(path, 'since=1969-12-31T23:59:59Z&till=1970-01-02T00:00:00Z')).toEqual([400, 'since'])
    }
  })
})

describe('a zone', () => {
  it.each([
    // PostgreSQL takes CET for an offset of one hour, and the summer has two.
    ['CET', '2026-07-01T14:00:00'],
    ['MET', '2026-07-01T14:00:00'],
    ['EET', '2026-07-01T15:00:00'],
    ['Etc/GMT-1', '2026-07-01T13:00:00'],
    ['US/Pacific-New', '2026-07-01T05:00:00'],
    ['Asia/Kathmandu', '2026-07-01T17:45:00'],
    ['America/St_Johns', '2026-07-01T09:30:00'],
  ])('%s has noon of the first of July in UTC at %s · ALARMS-004', async (zone, local) => {
    const next = local.replace(':00:00', ':01:00').replace(':30:00', ':31:00').replace(':45:00', ':46:00')
    expect(await seen(`siteTimeZone=${zone}&since=${local}&till=${next}`)).toEqual([alarmId])
    expect(await seen(`siteTimeZone=${zone}&till=${local}`)).toEqual([])
    expect(await seen(`siteTimeZone=${zone}&since=${next}`)).toEqual([])
  })

  it('is that of each site, whatever the names of their zones · ALARMS-004', async () => {
    const db = server.database.runtime
    const other = await createTenant(db)
    await inSystem(db, (tx) => tx.deleteFrom('alarm').where('company_id', '=', other.companyId).execute())
    const made: Record<string, string> = {}
    for (const [zone, minute] of [
      ['CET', 0],
      ['Pacific/Chatham', 1],
      ['UTC', 2],
    ] as const) {
      const place = { companyId: other.companyId, ...(await createCamera(db, other.companyId)) }
      await inSystem(db, (tx) =>
        tx.updateTable('site').set({ timezone: zone }).where('id', '=', place.siteId).execute(),
      )
      made[zone] = await createAlarm(db, place, { receivedAt: new Date(RECEIVED.getTime() + minute * 60_000) })
    }
    const list = async (query: string) =>
      (await callApi(server, other.admin, 'GET', `/alarmlist?siteTimeZone=true&${query}`)).body.rows.map(
        ({ id }: { id: string }) => Object.keys(made).find((zone) => made[zone] === id),
      )
    expect(await list('since=2026-07-01T12:00:00')).toEqual(['UTC', 'Pacific/Chatham', 'CET'])
    expect(await list('since=2026-07-01T14:00:00')).toEqual(['Pacific/Chatham', 'CET'])
    expect(await list('since=2026-07-01T14:00:01')).toEqual(['Pacific/Chatham'])
    expect(await list('till=2026-07-01T14:00:00')).toEqual(['UTC'])
    expect(await list('since=2026-07-01T13:00:00&till=2026-07-02T00:46:00')).toEqual(['CET'])
  })

  it.each(['Mars/Olympus', 'BST', 'IST', '%2B02:00', 'UTC%2B1', '', "'; drop table alarm; --"])(
    'that is none is refused with its field: %s · ALARMS-004, STATS-001',
    async (zone) => {
      for (const [url, field] of [
        [`/alarmlist?since=2026-05-01T00:00:00&siteTimeZone=${zone}`, 'siteTimeZone'],
        [`/company/${tenant.companyId}/alarmstats?timezone=${zone}`, 'timezone'],
      ])
        expect(await get(url ?? '')).toMatchObject({ status: 400, body: { code: 'VALIDATION', errors: [{ field }] } })
    },
  )
})

describe('a list', () => {
  it.each([
    ['cameras=x', 'cameras.0'],
    ['page=', 'page'],
    ['page=1.5', 'page'],
    ['page=1e9', 'page'],
    ['page=-1', 'page'],
    ['limit=1000', 'limit'],
    ['filter=', 'filter'],
    ['label=all&label=true', 'label'],
    ['notes=1', 'notes'],
    ['objectType=ghost', 'objectType.0'],
    ['alarmTypes=motion,rain', 'alarmTypes.1'],
    ['area=', 'area'],
    ['area=%00', 'area'],
    ['tamperingReferenceMode=hologram', 'tamperingReferenceMode'],
    ['before=newest', 'before'],
    ['since=2026-01-01T00:00:00Z&since=2026-01-02T00:00:00Z', 'since'],
  ])('refuses %s with its field, by GET, by POST and for all kinds of lists · ALARMS-004', async (query, field) => {
    const refused = { status: 400, body: { code: 'VALIDATION', errors: [{ field }] } }
    expect(await get(`/alarmlist?${query}`)).toMatchObject(refused)
    expect(await get(`/alarmlistdetection?${query}`)).toMatchObject(refused)
    if (!query.startsWith('cameras')) expect(await post(`/viewalarms?${query}`, {})).toMatchObject(refused)
  })

  it.each([[[]], [{ cameras: null }], [{ cameras: {} }], [{ cameras: ['x'] }], [{ filters: 'all' }], [{ alarms: 7 }]])(
    'refuses the body %j · ALARMS-004',
    async (body) => {
      expect(await post('/viewalarms', body)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
    },
  )

  it('finds nothing for ids that do not exist or are of another company, also as the key of a page · ALARMS-004', async () => {
    const other = await createTenant(server.database.runtime)
    for (const body of [{ cameras: [randomUUID()] }, { sites: [other.siteId] }, { projects: [other.projectId] }])
      expect((await post('/viewalarms', body)).body).toMatchObject({ rows: [], count: 0, more: false })
    for (const key of [`before=${other.alarmId}`, `after=${other.alarmId}`, `before=${randomUUID()}`]) {
      expect((await get(`/alarmlist?${key}`)).body, key).toMatchObject({ rows: [], more: false })
      expect((await get(`/alarmlistdetection/alarm-ids?${key}`)).body, key).toEqual({ ids: [], more: false })
    }
  })
})

it('no request of these tests has failed in the server', () => {
  expect(server.logLines.filter((line) => line.includes('request failed'))).toEqual([])
})
