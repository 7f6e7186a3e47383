import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createAlarm, createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'

const NOW = new Date('2027-01-20T12:00:00Z')
// The site is in Madrid, an hour ahead of UTC.
const NIGHTS = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, start: '22:00', end: '06:00' }))

let server: TestServer
let tenant: Tenant
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => NOW } })
})
beforeEach(async () => {
  tenant = await createTenant(server.database.runtime)
})
afterAll(() => server.close())

const attempt = (body: object) => callApi(server, tenant.admin, 'POST', '/v1/schedule/try', { weekly: NIGHTS, ...body })
const alarmAt = (time: string, viewId = tenant.viewId) =>
  createAlarm(server.database.runtime, { ...tenant, viewId }, { receivedAt: new Date(time) })

it('a schedule is tried with the alarms of the last 30 days of a site or a camera, before it is saved', async () => {
  const { viewId: other } = await createCamera(server.database.runtime, tenant.companyId, tenant)
  await alarmAt('2027-01-19T20:59:59Z')
  await alarmAt('2027-01-19T21:00:00Z')
  await alarmAt('2027-01-20T04:59:59.999Z')
  await alarmAt('2027-01-20T05:00:00Z')
  await alarmAt('2027-01-10T02:00:00Z', other)
  await alarmAt('2026-12-21T11:59:59Z')
  await alarmAt('2026-12-21T12:00:00Z')
  const outside = await alarmAt('2027-01-05T23:00:00Z')
  await inSystem(server.database.runtime, (tx) =>
    tx
      .updateTable('alarm')
      .set({ outside: 'inactive', verdict: null, verdict_at: null })
      .where('id', '=', outside)
      .execute(),
  )
  expect(await attempt({ siteId: tenant.siteId })).toEqual({
    status: 200,
    body: {
      since: '2026-12-21T12:00:00.000Z',
      till: NOW.toISOString(),
      received: 7,
      counted: 6,
      wouldCount: 4,
    },
  })
  expect((await attempt({ viewId: other })).body).toMatchObject({ received: 1, wouldCount: 1 })
  expect((await attempt({ viewId: other, weekly: [] })).body).toMatchObject({ received: 1, wouldCount: 0 })
})

it('a template is tried with the alarms of all that follow it, part by part', async () => {
  const call = (method: 'POST' | 'PUT', url: string, body: object) => callApi(server, tenant.admin, method, url, body)
  const { id: templateId } = (await call('POST', '/v1/schedule-template', { name: 'Nights' })).body
  const { viewId: follower } = await createCamera(server.database.runtime, tenant.companyId, tenant)
  const { viewId: own } = await createCamera(server.database.runtime, tenant.companyId, tenant)
  await call('PUT', `/site/${tenant.siteId}/schedule`, { templateId })
  await call('PUT', `/view/${follower}/schedule`, { templateId })
  await call('PUT', `/view/${own}/schedule`, { weekly: NIGHTS })
  await alarmAt('2027-01-19T22:00:00Z')
  await alarmAt('2027-01-19T22:00:00Z', own)
  await alarmAt('2027-01-10T12:00:00Z', follower)
  await alarmAt('2026-12-22T02:00:00Z', follower)
  expect((await attempt({ templateId })).body).toMatchObject({ received: 3, wouldCount: 2 })
  const parts = await Promise.all(
    Array.from({ length: 10 }, (_, part) => attempt({ templateId, part, till: NOW.toISOString() })),
  )
  expect(parts.map(({ body }) => body.received)).toEqual([1, 0, 0, 0, 0, 0, 1, 0, 0, 1])
  expect(parts[0]?.body.since).toBe('2026-12-21T12:00:00.000Z')
  expect(parts.map(({ body }) => body.till).slice(0, 9)).toEqual(parts.slice(1).map(({ body }) => body.since))
  // A site that is armed and disarmed does not use its windows.
  await call('PUT', `/site/${tenant.siteId}/schedule`, { deviceType: 2, templateId })
  expect((await attempt({ templateId })).body).toMatchObject({ received: 0 })
})

it('needs a site, a camera or a template that the caller sees, and windows that do not cross', async () => {
  for (const of of [{}, { siteId: tenant.siteId, viewId: tenant.viewId }])
    expect(await attempt(of)).toMatchObject({ status: 400, body: { errors: [{ field: 'siteId' }] } })
  const stranger = await createTenant(server.database.runtime)
  expect((await attempt({ templateId: stranger.scheduleId })).status).toBe(404)
  for (const part of [-1, 10, 0.5])
    expect(await attempt({ siteId: tenant.siteId, part })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'part' }] },
    })
  expect(await attempt({ siteId: tenant.siteId, till: '2027-01-20T12:00:01Z' })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'till' }] },
  })
  const weekly = [...NIGHTS, { day: 1, start: '05:00', end: '07:00' }]
  expect(await attempt({ siteId: tenant.siteId, weekly })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'weekly.7' }] },
  })
})
