import type { NodeCounts, ScheduleState } from '@winnow/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createCamera, createLoggedIn, createTenant, type LoggedIn, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'

// Monday, 12:30 in Madrid, where the site is.
const NOON = new Date('2027-01-11T11:30:00Z')
let now = NOON
let server: TestServer
let tenant: Tenant
let other: string
let views: string[]
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => now } })
})
beforeEach(async () => {
  now = NOON
  tenant = await createTenant(server.database.runtime)
  const camera = await createCamera(server.database.runtime, tenant.companyId, {
    projectId: tenant.projectId,
    siteId: tenant.siteId,
  })
  other = camera.viewId
  views = [tenant.viewId, other].toSorted()
})
afterAll(() => server.close())

const call = (method: CallMethod, path: string, body?: object, who: Pick<LoggedIn, 'cookie'> = tenant.admin) =>
  callApi(server, who, method, path, body)
const window = (start: string, end: string) => [{ day: 1, start, end }]
const site = () => `/site/${tenant.siteId}/schedule`
const write = (table: 'site' | 'view' | 'schedule_template', set: string, id: string) =>
  inSystem(server.database.runtime, (tx) =>
    sql`update ${sql.table(table)} set ${sql.raw(set)} where id = ${id}`.execute(tx),
  )
const content = (start: number, end: number) =>
  `'{"weekly": [[1, ${start}, ${end}]], "special": [], "days": []}'::jsonb`

/** The states of both cameras in the lists, and in the reply for each camera, which no cache serves. */
async function states(): Promise<(ScheduleState | null)[]> {
  const { body } = await call('GET', `/v1/site/${tenant.siteId}/views?hasSchedulesInTree=true`)
  const rows: { id: string; schedule: { state: ScheduleState } | null }[] = body.rows
  const listed = views.map((id) => rows.find((row) => row.id === id)?.schedule?.state ?? null)
  const single: { source: string | null; deviceType: number | null; state: ScheduleState }[] = []
  for (const id of views) single.push((await call('GET', `/view/${id}/schedule`)).body)
  expect(listed).toEqual(single.map(({ source, deviceType, state }) => ((source ?? deviceType) ? state : null)))
  return listed
}
const counts = async (): Promise<Pick<NodeCounts, 'outside' | 'nextScheduleChange'>> => {
  const [{ outside, nextScheduleChange }] = (await call('GET', `/v1/nodes/counts?siteIds=${tenant.siteId}`)).body
  return { outside, nextScheduleChange }
}
const all = async (who?: Pick<LoggedIn, 'cookie'>) => (await call('GET', '/v1/schedule-states', undefined, who)).body

describe('states of cameras in lists', () => {
  it('are those of the decision after every kind of change, at once', async () => {
    const both = async (counting: boolean, reason: string) =>
      expect((await states()).map((state) => state && [state.counts, state.reason])).toEqual(
        [0, 1].map(() => [counting, reason]),
      )
    expect(await states()).toEqual([null, null])
    await call('PUT', site(), { deviceType: 1, weekly: window('12:00', '13:00') })
    await both(true, 'schedule')
    await call('PUT', site(), { deviceType: 1, weekly: window('13:00', '14:00') })
    await both(false, 'schedule')
    // As the lists of later holidays are made: the version stays.
    await write('site', `own_schedule = ${content(720, 780)}`, tenant.siteId)
    await both(true, 'schedule')
    await write('site', `timezone = 'Asia/Kathmandu'`, tenant.siteId)
    await both(false, 'schedule')
    await write('site', `timezone = 'Mars/Base'`, tenant.siteId)
    await both(true, 'unknown')
    await write('site', `timezone = 'Europe/Madrid'`, tenant.siteId)
    const made = (await call('POST', '/v1/schedule-template', { name: newId(), weekly: window('12:00', '13:00') })).body
    await call('PUT', site(), { deviceType: 1, templateId: made.id })
    await both(true, 'schedule')
    await call('PUT', `/v1/schedule-template/${made.id}`, {
      weekly: window('12:31', '13:00'),
      followers: { sites: 1, views: 0 },
    })
    await both(false, 'schedule')
    await write('schedule_template', `content = '{}'`, made.id)
    await both(true, 'unknown')
    await call('PUT', site(), { deviceType: 2 })
    await both(true, 'never-told')
    await call('PUT', `/v1/site/${tenant.siteId}/arming`, { state: 'disarmed' })
    await both(false, 'disarmed')
    await write('site', 'active = false', tenant.siteId)
    await both(false, 'inactive')
    await write('site', 'active = true', tenant.siteId)
    await call('DELETE', site())
    expect(await states()).toEqual([null, null])
  })

  it('change with the clock, in both directions', async () => {
    await call('PUT', site(), { deviceType: 1, weekly: window('12:00', '13:00') })
    const at = async (time: string) => {
      now = new Date(`2027-01-11T${time}Z`)
      return (await states()).map((state) => `${state?.counts} ${state?.until}`)
    }
    expect(await at('11:59:59.999')).toEqual(Array(2).fill('true 2027-01-11T12:00:00.000Z'))
    expect(await at('12:00')).toEqual(Array(2).fill('false 2027-01-18T11:00:00.000Z'))
    expect(await at('11:00')).toEqual(Array(2).fill('true 2027-01-11T12:00:00.000Z'))
  })

  it('tell cameras with schedules of their own apart', async () => {
    await call('PUT', site(), { deviceType: 1, weekly: window('12:00', '13:00') })
    await call('PUT', `/view/${other}/schedule`, { weekly: window('15:00', '16:00') })
    const of = async (id: string) => (await states())[views.indexOf(id)]
    expect(await of(tenant.viewId)).toMatchObject({ counts: true, until: '2027-01-11T12:00:00.000Z' })
    expect(await of(other)).toMatchObject({ counts: false, until: '2027-01-11T14:00:00.000Z' })
    await write('view', `products = '{}'`, other)
    expect(await of(other)).toMatchObject({ counts: false, reason: 'no-product' })
  })
})

describe('counts of states', () => {
  it('are made for a site and for all cameras that the caller sees', async () => {
    expect(await counts()).toEqual({ outside: 0, nextScheduleChange: null })
    await call('PUT', `/view/${other}/schedule`, { weekly: window('15:00', '16:00') })
    expect(await counts()).toEqual({ outside: 1, nextScheduleChange: '2027-01-11T14:00:00.000Z' })
    const { nextChange, ...found } = await all()
    expect(found).toEqual({
      counting: 1,
      outside: 1,
      reasons: expect.arrayContaining([
        { reason: 'always', counts: true, cameras: 1 },
        { reason: 'schedule', counts: false, cameras: 1 },
      ]),
    })
    expect(nextChange).toBe('2027-01-11T14:00:00.000Z')
    const nobody = await createLoggedIn(server.database.runtime, {
      companyId: tenant.companyId,
      userType: 'EXTERNAL_USER_SCHEDULE_ONLY',
    })
    expect(await all(nobody)).toEqual({ counting: 0, outside: 0, reasons: [], nextChange: null })
  })

  it('name a pause before a schedule, and do not count a paused camera as outside its time', async () => {
    await call('PUT', `/view/${other}/schedule`, { weekly: window('15:00', '16:00') })
    const pause = `paused_until = '2027-01-11T12:00Z', paused_at = '2027-01-11T11:00Z', pause_reason = 'Works', paused_by = 'me'`
    await write('view', pause, other)
    expect(await counts()).toEqual({ outside: 0, nextScheduleChange: null })
    expect((await all()).reasons).toContainEqual({ reason: 'paused', counts: false, cameras: 1 })
    expect((await all()).nextChange).toBe('2027-01-11T12:00:00.000Z')
    now = new Date('2027-01-11T12:00:00Z')
    expect(await counts()).toMatchObject({ outside: 1 })
  })
})
