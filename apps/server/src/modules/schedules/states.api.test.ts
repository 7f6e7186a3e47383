import type { NodeCounts, ScheduleState } from '@winnow/contract'
import { sql, type SqlBool } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createCamera, createLoggedIn, createTenant, type LoggedIn, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem, inTenant } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { statesInStretches, statesOfCameras } from '../access/index.ts'

type CamerasInState = Awaited<ReturnType<typeof statesOfCameras>>[number]

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

describe('cameras that are put together', () => {
  it('are as many in each state as when each is decided alone, whatever is set', async () => {
    const { companyId, projectId } = tenant
    // Every mixture of sites and cameras: on, paused, without product, by time, armed, with a template or times of their own, in three zones.
    const templates = await Promise.all(
      [window('12:00', '13:00'), window('15:00', '16:00')].map(async (weekly) => {
        const { body } = await call('POST', '/v1/schedule-template', { name: newId(), weekly })
        return body.id as string
      }),
    )
    const pick = (from: number) => sql`(${templates}::uuid[])[${sql.lit(from)}]`
    await inSystem(server.database.runtime, async (tx) => {
      await sql`create temp table place on commit drop as select gen_random_uuid() as id, n from generate_series(0, 59) n`.execute(
        tx,
      )
      await sql`insert into site (id, company_id, project_id, name, timezone, active, paused_until, paused_at, paused_by, pause_reason,
          schedule_device_type, schedule_id, own_schedule, arm_state, arm_changed_at, arm_ends_at)
        select id, ${companyId}, ${projectId}, 'Site ' || n, (array['Europe/Madrid', 'Asia/Kathmandu', 'Mars/Base', null])[1 + n % 5],
          n % 7 <> 0, p.at, p.at - interval '1 hour', case when p.at is not null then 'me' end, case when p.at is not null then 'Works' end,
          (array[1, 1, 2, null])[1 + n % 4], case when n % 4 <> 3 and n % 3 = 1 then ${pick(1)} end,
          case when n % 4 <> 3 and n % 3 = 2 then ${sql.raw(content(720, 800))} end, case when n % 8 = 2 then 'disarmed' when n % 16 = 6 then 'armed' end,
          case when n % 8 = 2 or n % 16 = 6 then ${NOON}::timestamptz - interval '1 hour' end,
          case when n % 8 = 2 then ${NOON}::timestamptz + (n - 20) * interval '1 minute' end
        from place, lateral (select case when n % 11 = 0 then ${NOON}::timestamptz + (n - 30) * interval '1 minute' end as at) p`.execute(
        tx,
      )
      await sql`insert into view (id, company_id, project_id, site_id, name, address_token, active, products, schedule_id, own_schedule)
        select gen_random_uuid(), ${companyId}, ${projectId}, place.id, 'Camera ' || c, replace(gen_random_uuid()::text, '-', ''), c % 5 <> 0,
          case when c % 6 = 0 then '{}' else '{detect}'::text[] end, case when c % 4 = 1 then ${pick(2)} end,
          case when c % 4 = 2 then ${sql.raw(content(0, 60))} end
        from place, generate_series(0, 11) c`.execute(tx)
    })
    const fits = sql<SqlBool>`view.company_id = ${companyId} and view.deleted_at is null`
    const [together, alone] = await inTenant(server.database.runtime, companyId, async (tx) => {
      const some: CamerasInState[] = []
      for await (const stretch of statesInStretches(tx, { node: sql`null::uuid`, fits, now }, 10)) some.push(...stretch)
      return [some, await statesOfCameras(tx, { node: sql`view.id`, fits, now })]
    })
    const tally = (found: readonly CamerasInState[]) => {
      const sums = new Map<string, number>()
      for (const { cameras, decision } of found)
        sums.set(JSON.stringify(decision), (sums.get(JSON.stringify(decision)) ?? 0) + cameras)
      return Object.fromEntries([...sums].toSorted(([a], [b]) => a.localeCompare(b)))
    }
    expect(alone).toHaveLength(60 * 12 + 2)
    expect(together.length).toBeLessThan(alone.length / 2)
    expect(together.length).toBeGreaterThan(30)
    expect(tally(together)).toEqual(tally(alone))
    expect(new Set(alone.map(({ decision }) => decision.reason)).size).toBeGreaterThan(6)
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
