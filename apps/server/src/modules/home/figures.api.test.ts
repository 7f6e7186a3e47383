// The figures of Home over HTTP: numbers, series in a zone, the week before, rankings, and what a user may see of them.
import { createFakeClock } from '@winnow/testkit'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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

const NOW = new Date('2026-11-23T12:07:00Z')
const clock = createFakeClock(NOW)
let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ clock })
})
afterAll(() => server.close())

type Camera = Awaited<ReturnType<typeof createCamera>>
let tenant: Tenant
let cameras: [Camera, Camera, Camera]
beforeEach(async () => {
  const db = server.database.runtime
  tenant = await createTenant(db)
  await inSystem(db, (tx) => tx.deleteFrom('alarm').where('company_id', '=', tenant.companyId).execute())
  const first = await createCamera(db, tenant.companyId, { name: 'Gate' })
  cameras = [
    first,
    await createCamera(db, tenant.companyId, { ...first, name: 'Yard' }),
    await createCamera(db, tenant.companyId, { name: 'Roof' }),
  ]
})

interface Facts {
  verdict?: 'true' | 'false' | 'unverified' | null
  label?: boolean
  outside?: boolean
}

async function alarm(camera: Camera, at: string, { verdict = 'false', label, outside }: Facts = {}): Promise<string> {
  const id = await createAlarm(
    server.database.runtime,
    { companyId: tenant.companyId, ...camera },
    { verdict: outside ? null : verdict, receivedAt: new Date(at) },
  )
  await inSystem(server.database.runtime, async (tx) => {
    if (label !== undefined)
      await tx.updateTable('alarm').set({ ground_truth: label, cus_ground_truth: label }).where('id', '=', id).execute()
    if (outside) await tx.updateTable('alarm').set({ outside: 'paused' }).where('id', '=', id).execute()
  })
  return id
}

const get = async (path: string, who: LoggedIn = tenant.admin) => {
  const { status, body } = await callApi(server, who, 'GET', path)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

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

describe('the figures of Home', () => {
  it('count every alarm of the window once, by what became of it · STATS-001', async () => {
    const [gate, yard, roof] = cameras
    await alarm(gate, '2026-11-23T12:01:00Z', { verdict: null })
    await alarm(gate, '2026-11-23T11:00:00Z', { verdict: 'true', label: true })
    await alarm(yard, '2026-11-23T10:00:00Z', { verdict: 'false', label: true })
    await alarm(yard, '2026-11-23T10:00:00Z', { verdict: 'false', label: false })
    await alarm(roof, '2026-11-23T09:00:00Z', { verdict: 'unverified', label: true })
    await alarm(roof, '2026-11-23T09:00:00Z', { outside: true })
    await alarm(roof, '2026-11-22T12:14:59Z')
    await alarm(roof, '2026-11-16T09:00:00Z', { verdict: 'true' })
    const body = await get('/v1/home/figures?timezone=Europe/Berlin')
    expect(body).toMatchObject({
      since: '2026-11-22T12:15:00.000Z',
      till: '2026-11-23T12:15:00.000Z',
      timezone: 'Europe/Berlin',
      step: 'hour',
      total: {
        received: 6,
        filtered: 2,
        passed: 1,
        unverified: 1,
        waiting: 1,
        outside: 1,
        labelled: { true: 3, false: 1 },
        reduction: { count: 2, of: 3 },
        recall: { count: 2, of: 3 },
        falseFiltered: { count: 1, of: 1, high: 1 },
      },
      before: {
        since: '2026-11-15T12:15:00.000Z',
        till: '2026-11-16T12:15:00.000Z',
        received: 1,
        passed: 1,
        recall: null,
      },
      late: { count: 1, oldest: '2026-11-23T12:01:00.000Z' },
    })
    expect(body.series).toHaveLength(25)
    expect(body.series.reduce((sum: number, step: { received: number }) => sum + step.received, 0)).toBe(6)
  })

  it('have days and hours of the named zone, also where its hours begin at a quarter · STATS-001', async () => {
    const [gate] = cameras
    await alarm(gate, '2026-11-20T18:14:59Z')
    await alarm(gate, '2026-11-20T18:15:00Z')
    const days = await get(
      '/v1/home/figures?since=2026-11-19T18:15:00Z&till=2026-11-21T18:15:00Z&step=day&timezone=Asia/Kathmandu',
    )
    expect(days.series).toMatchObject([
      { at: '2026-11-19T18:15:00.000Z', received: 1 },
      { at: '2026-11-20T18:15:00.000Z', received: 1 },
    ])
    const hours = await get(
      '/v1/home/figures?since=2026-11-20T17:15:00Z&till=2026-11-20T19:15:00Z&step=hour&timezone=Asia/Kathmandu',
    )
    expect(hours.series).toMatchObject([
      { at: '2026-11-20T17:15:00.000Z', received: 1 },
      { at: '2026-11-20T18:15:00.000Z', received: 1 },
    ])
  })

  it('show what a user may see: a client, a site, or single cameras', async () => {
    const [gate, yard, roof] = cameras
    for (const camera of [gate, yard, roof]) await alarm(camera, '2026-11-23T11:00:00Z')
    const received = async (who: LoggedIn) => (await get('/v1/home/figures', who)).total.received
    expect(await received(tenant.admin)).toBe(3)
    expect(await received(await userWith('project', gate.projectId))).toBe(2)
    expect(await received(await userWith('site', roof.siteId))).toBe(1)
    expect(await received(await userWith('view', gate.viewId))).toBe(1)
    const names = async (who: LoggedIn) =>
      (await get('/v1/home/ranking', who)).views.alarming.map(({ name }: { name: string }) => name)
    expect((await names(await userWith('view', yard.viewId))).join()).toBe('Yard')
    const ofSite = await get('/v1/home/ranking', await userWith('view', yard.viewId))
    expect(ofSite.sites.alarming).toMatchObject([{ id: gate.siteId, count: 1 }])
  })

  it.each([
    ['since=2026-11-23T10:00:00Z&till=2026-11-23T09:00:00Z', 'since', 'must be before its end'],
    ['since=2026-11-23T10:00:00Z&till=2026-11-23T10:00:00Z', 'since', 'must be before its end'],
    ['since=2026-09-23T10:00:00Z', 'since', 'longer than 31 days'],
    ['timezone=Mars/Olympus', 'timezone', 'Invalid timezone'],
    ['step=minute', 'step', ''],
  ])('refuse %s with the field %s', async (query, field, message) => {
    const { status, body } = await callApi(server, tenant.admin, 'GET', `/v1/home/figures?${query}`)
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'VALIDATION', errors: [{ field, message: expect.stringContaining(message) }] })
  })
})

describe('the ranking of Home', () => {
  it('lists sites and cameras with the most alarms, true ones and false ones, and their counts a week before', async () => {
    const [gate, yard, roof] = cameras
    for (const minute of [1, 2, 3]) await alarm(gate, `2026-11-23T11:0${minute}:00Z`, { label: false })
    for (const minute of [1, 2]) await alarm(yard, `2026-11-23T11:0${minute}:00Z`, { verdict: 'true', label: true })
    for (const minute of [1, 2, 3, 4]) await alarm(roof, `2026-11-23T11:0${minute}:00Z`)
    for (const minute of [5, 6, 7]) await alarm(roof, `2026-11-23T11:0${minute}:00Z`, { outside: true })
    await alarm(roof, '2026-11-16T11:00:00Z')
    const { sites, views } = await get('/v1/home/ranking?limit=2')
    expect(sites.alarming).toMatchObject([
      { id: gate.siteId, count: 5, before: 0 },
      { id: roof.siteId, count: 4, before: 1 },
    ])
    expect(views.alarming).toMatchObject([
      { id: roof.viewId, name: 'Roof', count: 4, before: 1 },
      { id: gate.viewId, name: 'Gate', count: 3, siteId: gate.siteId },
    ])
    expect(views.true).toMatchObject([{ id: yard.viewId, count: 2 }])
    expect(views.false).toMatchObject([{ id: gate.viewId, count: 3 }])
  })

  it('adds up a camera that was moved over its sites, and counts each of the sites alone', async () => {
    const [gate, , roof] = cameras
    await alarm(gate, '2026-11-23T11:01:00Z')
    await alarm({ ...roof, viewId: gate.viewId }, '2026-11-23T11:02:00Z')
    await alarm(roof, '2026-11-23T11:03:00Z')
    await alarm(roof, '2026-11-23T11:04:00Z')
    const { sites, views } = await get('/v1/home/ranking')
    expect(sites.alarming.map(({ id, count }: { id: string; count: number }) => [id, count])).toEqual([
      [roof.siteId, 3],
      [gate.siteId, 1],
    ])
    expect(new Map(views.alarming.map(({ id, count }: { id: string; count: number }) => [id, count]))).toEqual(
      new Map([
        [gate.viewId, 2],
        [roof.viewId, 2],
      ]),
    )
  })

  it('keeps a camera that was deleted, and is empty without alarms', async () => {
    const [gate] = cameras
    expect(await get('/v1/home/ranking')).toMatchObject({
      sites: { alarming: [], true: [], false: [] },
      views: { true: [] },
    })
    await alarm(gate, '2026-11-23T11:00:00Z')
    expect((await get('/v1/home/ranking')).views.alarming, 'kept for half a minute').toEqual([])
    clock.advance(30_000)
    await inSystem(server.database.runtime, (tx) =>
      sql`update view set deleted_at = now() where id = ${gate.viewId}`.execute(tx),
    )
    expect((await get('/v1/home/ranking')).views.alarming).toMatchObject([{ name: 'Gate' }])
  })
})
