import type { ScheduleTemplate } from '@winnow/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createCamera, createLoggedIn, createTenant, type LoggedIn, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'

// Monday, 12:30 in Madrid, where the site is.
const NOW = new Date('2027-01-11T11:30:00Z')
const NIGHTS = [1, 2, 3, 4, 5, 6, 0].map((day) => ({ day, start: '00:00', end: '08:00' }))
const NOON = [{ day: 1, start: '12:00', end: '13:00' }]

let server: TestServer
let tenant: Tenant
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => NOW } })
})
beforeEach(async () => {
  tenant = await createTenant(server.database.runtime)
})
afterAll(() => server.close())

const call = (method: CallMethod, path: string, body?: object, who: Pick<LoggedIn, 'cookie'> = tenant.admin) =>
  callApi(server, who, method, path, body)
const make = async (body: object = {}): Promise<ScheduleTemplate> =>
  (await call('POST', '/v1/schedule-template', { name: `Nights ${newId()}`, ...body })).body
const site = () => `/site/${tenant.siteId}/schedule`
const view = () => `/view/${tenant.viewId}/schedule`
const auditOf = (objectId: string) =>
  inSystem(server.database.runtime, (tx) =>
    tx
      .selectFrom('audit')
      .select(['action', 'before', 'after'])
      .where('object_id', '=', objectId)
      .orderBy('id')
      .execute(),
  )

/** A user who may change schedules of one client, or only look at it. */
async function external(permission: 'read' | 'write'): Promise<LoggedIn> {
  const user = await createLoggedIn(server.database.runtime, {
    companyId: tenant.companyId,
    userType: 'EXTERNAL_USER_SCHEDULE_ONLY',
  })
  const node = { node_type: 'project', node_id: tenant.projectId, permission }
  await inSystem(server.database.runtime, (tx) =>
    tx
      .insertInto('user_grant')
      .values({ company_id: tenant.companyId, user_id: user.userId, ...node })
      .execute(),
  )
  return user
}

describe('a template', () => {
  it('counts every day from 00:00 to 08:00 if nothing else is said · SCHEDULES-002 SCHEDULES-003', async () => {
    const made = await make({ name: 'Nights' })
    expect(made).toMatchObject({
      name: 'Nights',
      weekly: NIGHTS,
      holidayIntervals: [{ start: '00:00', end: '24:00' }],
      closingDays: [],
      version: 1,
      utilisation: { sites: 0, views: 0, rules: 0 },
      permission: 'write',
    })
    expect((await call('GET', `/v1/schedule-template/${made.id}`)).body).toEqual(made)
  })

  it('keeps every time as it was given', async () => {
    const content = {
      weekly: [
        { day: 0, start: '22:00', end: '06:00' },
        { day: 1, start: '08:00', end: '08:00' },
        { day: 3, start: '00:00', end: '24:00' },
        { day: 5, start: '12:00', end: '00:00' },
      ],
      holidayIntervals: [{ start: '00:01', end: '23:59' }],
      closingDays: [{ from: '2027-12-24', to: '2028-01-02', name: 'Works holiday' }],
    }
    expect(await make(content)).toMatchObject(content)
  })

  it('is listed by name in pages that begin at 0, and found by part of its name · SCHEDULES-002 API-003 API-005', async () => {
    for (const name of ['Beta', 'alpha', 'Gamma 50%']) await make({ name })
    const list = async (query: string) => {
      const { body } = await call('GET', `/v1/schedule-template${query}`)
      return { ...body, rows: body.rows.map(({ name }: { name: string }) => name) }
    }
    const own = `Schedule ${tenant.scheduleId}`
    expect(await list('')).toMatchObject({ rows: ['alpha', 'Beta', 'Gamma 50%', own], count: 4, page: 0, limit: 10 })
    expect(await list('?limit=2&page=1')).toMatchObject({ rows: ['Gamma 50%', own], count: 4 })
    expect(await list('?filters=0%25')).toMatchObject({ rows: ['Gamma 50%'], count: 1 })
  })

  it('tells open screens of each change', async () => {
    const made = await make()
    await call('PUT', `/v1/schedule-template/${made.id}`, { weekly: NOON })
    await call('POST', '/v1/schedule-template/interval/bulk', { templateIds: [made.id], intervals: [] })
    await call('DELETE', `/v1/schedule-template/${made.id}`)
    const events = await inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('live_event').select('payload').where('type', '=', 'schedule.changed').execute(),
    )
    const told = events.filter(({ payload }) => JSON.stringify(payload).includes(made.id))
    expect(told).toHaveLength(4)
  })

  it('that is used is changed only by who was told how many follow it, and then for all of them', async () => {
    const made = await make()
    await call('PUT', site(), { templateId: made.id })
    await call('PUT', view(), { templateId: made.id })
    const path = `/v1/schedule-template/${made.id}`
    for (const followers of [undefined, { sites: 1, views: 0 }])
      expect(await call('PUT', path, { weekly: NOON, followers })).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT', errors: [{ field: 'followers' }] },
      })
    expect((await call('GET', view())).body.state).toMatchObject({ counts: false })
    const changed = await call('PUT', path, { weekly: NOON, followers: { sites: 1, views: 1 } })
    expect(changed).toMatchObject({ status: 200, body: { weekly: NOON, version: 2 } })
    for (const node of [site(), view()])
      expect((await call('GET', node)).body).toMatchObject({
        templateName: made.name,
        weekly: NOON,
        state: { counts: true, reason: 'schedule', until: '2027-01-11T12:00:00.000Z' },
      })
    expect(await auditOf(made.id)).toMatchObject([
      { action: 'schedule.created' },
      {
        action: 'schedule.changed',
        before: { weekly: NIGHTS },
        after: { weekly: NOON, followers: { sites: 1, views: 1 } },
      },
    ])
    expect((await call('PUT', path, { name: 'Renamed' })).status).toBe(200)
  })

  it('changed by somebody else meanwhile is a conflict, and nothing is saved', async () => {
    const made = await make()
    const path = `/v1/schedule-template/${made.id}`
    await call('PUT', path, { name: 'First', basedOn: { version: 1 } })
    expect(await call('PUT', path, { name: 'Second', basedOn: { version: 1 } })).toMatchObject({ status: 409 })
    expect((await call('GET', path)).body.name).toBe('First')
  })

  it('changes its windows together with others, all or none · SCHEDULES-002', async () => {
    const [one, two] = [await make(), await make()]
    await call('PUT', site(), { templateId: two.id })
    const bulk = (body: object) =>
      call('POST', '/v1/schedule-template/interval/bulk', { templateIds: [one.id, two.id], intervals: NOON, ...body })
    expect(await bulk({})).toMatchObject({ status: 409, body: { errors: [{ field: 'followers' }] } })
    const weeklyOf = async ({ id }: { id: string }) => (await call('GET', `/v1/schedule-template/${id}`)).body.weekly
    expect([await weeklyOf(one), await weeklyOf(two)]).toEqual([NIGHTS, NIGHTS])
    expect((await bulk({ followers: { sites: 1, views: 0 } })).body).toHaveLength(2)
    expect([await weeklyOf(one), await weeklyOf(two)]).toEqual([NOON, NOON])
  })

  it('in use can only be replaced, and its followers then follow the other · SCHEDULES-002', async () => {
    const [old, other] = [await make(), await make({ weekly: NOON })]
    await call('PUT', view(), { templateId: old.id })
    const path = `/v1/schedule-template/${old.id}`
    expect(await call('DELETE', path)).toMatchObject({ status: 409, body: { code: 'SCHEDULE_IN_USE' } })
    expect(await call('DELETE', `${path}?replaceBy=${old.id}`)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'replaceBy' }] },
    })
    expect((await call('DELETE', `${path}?replaceBy=${other.id}`)).status).toBe(200)
    expect((await call('GET', path)).status).toBe(404)
    expect((await call('GET', view())).body).toMatchObject({ templateId: other.id, weekly: NOON })
    const ids = `${other.id},${tenant.scheduleId}`
    expect((await call('GET', `/v1/schedule-template/utilisation?ids=${ids}`)).body).toEqual(
      expect.arrayContaining([
        { id: other.id, sites: 0, views: 1, rules: 0 },
        { id: tenant.scheduleId, sites: 0, views: 0, rules: 0 },
      ]),
    )
  })

  it('is refused with a name that is taken', async () => {
    const { name } = await make()
    expect(await call('POST', '/v1/schedule-template', { name: name.toUpperCase() })).toMatchObject({
      status: 409,
      body: { code: 'NAME_TAKEN', errors: [{ field: 'name' }] },
    })
  })
})

describe('bad input is refused, names the field, and saves nothing', () => {
  const night = { day: 1, start: '22:00', end: '06:00' }
  it.each([
    ['windows that cross', { weekly: [night, { day: 2, start: '05:59', end: '07:00' }] }, 'weekly.1'],
    [
      'windows that cross over the end of the week',
      {
        weekly: [
          { ...night, day: 6 },
          { day: 0, start: '00:00', end: '01:00' },
        ],
      },
      'weekly.1',
    ],
    [
      'a window within another',
      {
        holidayIntervals: [
          { start: '08:00', end: '08:00' },
          { start: '09:00', end: '10:00' },
        ],
      },
      'holidayIntervals.1',
    ],
    ['a time that does not exist', { weekly: [{ day: 1, start: '24:00', end: '06:00' }] }, 'weekly.0.start'],
    ['a day that does not exist', { weekly: [{ ...night, day: 7 }] }, 'weekly.0.day'],
    [
      'days whose end is before their start',
      { closingDays: [{ from: '2027-01-02', to: '2027-01-01', name: 'x' }] },
      'closingDays.0',
    ],
    [
      'days that cross others',
      {
        closingDays: [
          { from: '2027-01-01', to: '2027-01-03', name: 'x' },
          { from: '2027-01-03', to: '2027-01-04', name: 'y' },
        ],
      },
      'closingDays.1',
    ],
    [
      'a date that does not exist',
      { closingDays: [{ from: '2027-02-29', to: '2027-03-01', name: 'x' }] },
      'closingDays.0.from',
    ],
  ])('%s', async (_what, body, field) => {
    const reply = await call('POST', '/v1/schedule-template', { name: 'Bad', ...body })
    expect(reply).toMatchObject({ status: 400, body: { code: 'VALIDATION', errors: [{ field }] } })
    const put = await call('PUT', site(), { weekly: NOON, ...body })
    expect(put).toMatchObject({ status: 400, body: { errors: [{ field }] } })
    expect((await call('GET', site())).body).toMatchObject({ deviceType: null, weekly: null })
  })

  it.each([
    ['a template and windows', { weekly: NOON }, 'weekly'],
    ['neither', { templateId: null }, 'weekly'],
    ['closing days without windows', { templateId: null, closingDays: [] }, 'weekly'],
  ])('%s for a camera', async (_what, body, field) => {
    const reply = await call('PUT', view(), { templateId: tenant.scheduleId, ...body })
    expect(reply).toMatchObject({ status: 400, body: { errors: [{ field }] } })
  })
})

describe('the schedule of a site and of a camera', () => {
  it('is none at first: the camera always counts · PRODUCT-005', async () => {
    const none = {
      templateId: null,
      weekly: null,
      tz: 'Europe/Madrid',
      state: { counts: true, reason: 'always', until: null },
    }
    expect((await call('GET', site())).body).toMatchObject({ deviceType: null, ...none })
    expect((await call('GET', view())).body).toMatchObject({ source: null, ...none })
  })

  it('of the camera comes before that of its site, which it follows without one · PRODUCT-005', async () => {
    await call('PUT', site(), { weekly: NIGHTS })
    const closed = { counts: false, reason: 'schedule', until: '2027-01-11T23:00:00.000Z' }
    expect((await call('GET', view())).body).toMatchObject({ source: 'site', deviceType: 1, state: closed })
    expect((await call('PUT', view(), { weekly: NOON })).body).toMatchObject({
      source: 'view',
      state: { counts: true },
    })
    expect((await call('GET', site())).body.state).toEqual(closed)
    expect((await call('DELETE', view())).body).toMatchObject({ source: 'site', state: closed })
    expect((await call('DELETE', site())).body).toMatchObject({ deviceType: null, state: { reason: 'always' } })
    expect((await auditOf(tenant.viewId)).map(({ action }) => action)).toEqual([
      'view.schedule-changed',
      'view.schedule-changed',
    ])
  })

  it('is in the zone of the site, and the windows move with it', async () => {
    await call('PUT', site(), { weekly: NOON })
    await call('PUT', `/site/${tenant.siteId}`, { timezone: 'Europe/London' })
    expect((await call('GET', site())).body).toMatchObject({
      tz: 'Europe/London',
      state: { counts: false, until: '2027-01-11T12:00:00.000Z' },
    })
  })

  it('is unused at a site that is armed and disarmed', async () => {
    await call('PUT', view(), { weekly: NIGHTS })
    await call('PUT', site(), { deviceType: 2 })
    expect((await call('GET', view())).body).toMatchObject({
      deviceType: 2,
      state: { counts: true, reason: 'never-told' },
    })
  })

  it('comes after a pause', async () => {
    await call('PUT', view(), { weekly: NOON })
    await call('PUT', `/view/${tenant.viewId}/pause`, { pauseEndTime: '2027-01-11T15:00:00Z', reason: 'Works' })
    expect((await call('GET', view())).body.state).toEqual({
      counts: false,
      reason: 'paused',
      until: '2027-01-11T15:00:00.000Z',
    })
  })

  it('changed by somebody else meanwhile is a conflict', async () => {
    const { version } = (await call('PUT', view(), { weekly: NOON })).body
    const change = () => call('PUT', view(), { weekly: NIGHTS, basedOn: { version } })
    expect((await change()).status).toBe(200)
    expect(await change()).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
  })

  it('removed by somebody who saw an older one is a conflict, for a site too', async () => {
    for (const path of [view(), site()]) {
      const { version } = (await call('PUT', path, { weekly: NOON })).body
      await call('PUT', path, { weekly: NIGHTS })
      expect(await call('DELETE', `${path}?version=${version}`)).toMatchObject({
        status: 409,
        body: { code: 'CONFLICT' },
      })
      expect((await call('GET', path)).body.weekly).toEqual(NIGHTS)
      expect((await call('DELETE', `${path}?version=${version + 1}`)).status).toBe(200)
      expect((await call('DELETE', `${path}?version=x`)).status).toBe(400)
    }
  })

  it('unlinked from its template by windows of its own, does not change with it', async () => {
    const made = await make({ weekly: NOON })
    await call('PUT', view(), { templateId: made.id })
    const { weekly, holidayIntervals, closingDays } = (await call('GET', view())).body
    await call('PUT', view(), { weekly, holidayIntervals, closingDays })
    await call('PUT', `/v1/schedule-template/${made.id}`, { weekly: NIGHTS })
    expect((await call('GET', view())).body).toMatchObject({ templateId: null, weekly: NOON })
  })
})

describe('a user who may change schedules at some nodes only', () => {
  it('sees and uses the templates there and their own, and changes none that others follow', async () => {
    const elsewhere = await createCamera(server.database.runtime, tenant.companyId)
    const shared = await make()
    const user = await external('write')
    const as = (method: CallMethod, path: string, body?: object) => call(method, path, body, user)
    const path = `/v1/schedule-template/${shared.id}`
    expect((await as('GET', path)).status).toBe(404)
    expect((await as('PUT', view(), { templateId: shared.id })).status).toBe(404)
    expect((await as('GET', '/v1/schedule-template')).body.count).toBe(0)
    await call('PUT', site(), { templateId: shared.id })
    expect((await as('GET', path)).body).toMatchObject({ permission: 'write' })
    expect((await as('PUT', view(), { templateId: shared.id })).status).toBe(200)
    await call('PUT', `/site/${elsewhere.siteId}/schedule`, { templateId: shared.id })
    expect((await as('GET', path)).body).toMatchObject({ permission: 'read', utilisation: { sites: 2, views: 1 } })
    for (const reply of [await as('PUT', path, { name: 'Mine' }), await as('DELETE', path)])
      expect(reply).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    const own = (await as('POST', '/v1/schedule-template', { name: 'Own' })).body
    expect((await as('GET', '/v1/schedule-template')).body.count).toBe(2)
    expect((await as('DELETE', `/v1/schedule-template/${own.id}`)).status).toBe(200)
  })

  it('may look at, and not change, what they may only read', async () => {
    const user = await external('read')
    expect((await call('GET', view(), undefined, user)).status).toBe(200)
    expect((await call('PUT', view(), { weekly: NOON }, user)).status).toBe(403)
    expect((await call('DELETE', site(), undefined, user)).status).toBe(403)
    expect((await call('POST', '/v1/schedule-template', { name: 'x' }, user)).status).toBe(403)
  })
})

it('a schedule that cannot be read counts, and says so', async () => {
  await inSystem(server.database.runtime, (tx) =>
    sql`update view set own_schedule = '{"weekly": [[9, 0, 1]], "special": [], "days": []}' where id = ${tenant.viewId}`.execute(
      tx,
    ),
  )
  expect((await call('GET', view())).body.state).toEqual({ counts: true, reason: 'unknown', until: null })
})
