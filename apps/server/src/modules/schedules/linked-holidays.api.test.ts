import type { LinkedHolidays, ScheduleTemplate } from '@winnow/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createAlarm, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { makeListsAhead } from './lists-ahead.ts'

// The site is in Madrid. In Spain, 6 January is a public holiday.
const EPIPHANY = '2027-01-06'
const WEEK = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day, start: '22:00', end: '06:00' }))
const LINK = { regionId: 'es', types: ['public'] }
const HOLIDAY_TIMES = [{ start: '10:00', end: '20:00' }]

let now = new Date()
let server: TestServer
let tenant: Tenant
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => now } })
})
beforeEach(async () => {
  now = new Date('2026-11-26T12:00:00Z')
  tenant = await createTenant(server.database.runtime)
})
afterAll(() => server.close())

const call = (method: CallMethod, path: string, body?: object) => callApi(server, tenant.admin, method, path, body)
const make = async (holidays: object | null = LINK, rest: object = {}): Promise<ScheduleTemplate> => {
  const body = { name: `Nights ${newId()}`, weekly: WEEK, holidayIntervals: HOLIDAY_TIMES, holidays, ...rest }
  return (await call('POST', '/v1/schedule-template', body)).body
}
const site = () => `/site/${tenant.siteId}/schedule`
const siteState = async () => (await call('GET', site())).body.state
const template = async (id: string): Promise<ScheduleTemplate> =>
  (await call('GET', `/v1/schedule-template/${id}`)).body
const listOf = (holidays: LinkedHolidays | null, year: number) =>
  holidays?.lists.find((list) => list.year === year)?.holidays
const namesOn = (holidays: LinkedHolidays | null, date: string) =>
  listOf(holidays, Number(date.slice(0, 4)))?.flatMap((each) => (each.date === date ? [each.name] : []))

const run = <Row>(statement: ReturnType<typeof sql<Row>>) =>
  inSystem(server.database.runtime, async (tx) => (await statement.execute(tx)).rows)
/** As if the library had known other holidays when the list of a year was made. */
const rewriteList = (id: string, year: number, list: [string, string, string][]) =>
  run(sql`update schedule_template set content = jsonb_set(content, array['holidays', 'lists', ${String(year)}],
    ${JSON.stringify(list)}::jsonb) where id = ${id}`)

const makeAhead = () => {
  const { db, log } = server.container.deps
  return makeListsAhead({ db, clock: { now: () => now } }, { signal: new AbortController().signal, log })
}

describe('a schedule that is linked to a region', () => {
  it('keeps the lists of the years that are needed, and counts by them · HOLIDAYS-001', async () => {
    const made = await make()
    expect(made.holidays).toMatchObject({ regionId: 'ES', types: ['public'], unticked: [], missingYears: [] })
    expect(made.holidays?.lists.map(({ year }) => year)).toEqual([2026, 2027, 2028])
    expect(namesOn(made.holidays, EPIPHANY)).toEqual(['Epiphany'])
    expect(await template(made.id)).toEqual(made)

    await call('PUT', site(), { templateId: made.id })
    now = new Date(`${EPIPHANY}T08:59:59Z`)
    expect(await siteState()).toMatchObject({ counts: false, until: '2027-01-06T09:00:00.000Z' })
    now = new Date(`${EPIPHANY}T09:00:00Z`)
    expect(await siteState()).toMatchObject({ counts: true, reason: 'schedule', until: '2027-01-06T19:00:00.000Z' })
    now = new Date('2027-01-07T09:00:00Z')
    expect(await siteState()).toMatchObject({ counts: false, until: '2027-01-07T21:00:00.000Z' })
  })

  it.each([
    ['on one date', { name: 'Epiphany', date: EPIPHANY }, false, true],
    ['in every year', { name: 'Epiphany', date: null }, false, false],
    ['of another name', { name: 'New Year', date: EPIPHANY }, true, true],
  ])('is not closed on a holiday that is unticked %s', async (_what, unticked, in2027, in2028) => {
    const made = await make({ ...LINK, unticked: [unticked] })
    await call('PUT', site(), { templateId: made.id })
    for (const [year, closed] of [
      [2027, in2027],
      [2028, in2028],
    ] as const) {
      now = new Date(`${year}-01-06T12:00:00Z`)
      expect(await siteState()).toMatchObject({ counts: closed })
    }
  })

  it('has closing days of its own beside them', async () => {
    await call('PUT', site(), {
      weekly: WEEK,
      holidayIntervals: HOLIDAY_TIMES,
      closingDays: [{ from: '2027-01-07', to: '2027-01-08', name: 'Works holiday' }],
      holidays: LINK,
    })
    for (const [date, counts] of [
      [EPIPHANY, true],
      ['2027-01-07', true],
      ['2027-01-08', true],
      ['2027-01-11', false],
    ] as const) {
      now = new Date(`${date}T12:00:00Z`)
      expect(await siteState()).toMatchObject({ counts })
    }
  })

  it('keeps the link through other changes, and gives it up for null', async () => {
    const made = await make()
    const path = `/v1/schedule-template/${made.id}`
    await call('PUT', path, { name: `Other ${made.id}`, holidayIntervals: [] })
    await call('POST', '/v1/schedule-template/interval/bulk', { templateIds: [made.id], intervals: [] })
    expect(await template(made.id)).toMatchObject({ weekly: [], holidayIntervals: [], holidays: made.holidays })
    expect((await call('PUT', path, { holidays: null })).body).toMatchObject({ holidays: null })
  })

  it('writes the link to the audit, without the lists', async () => {
    const { id } = await make()
    await call('PUT', `/v1/schedule-template/${id}`, { holidays: { ...LINK, types: ['public', 'bank'] } })
    const rows = await run(sql<{ after: object }>`select after from audit where object_id = ${id} order by id`)
    expect(rows.map(({ after }) => after)).toMatchObject([
      { holidays: { regionId: 'ES', types: ['public'], unticked: [] } },
      { holidays: { regionId: 'ES', types: ['public', 'bank'], unticked: [] } },
    ])
    expect(JSON.stringify(rows)).not.toContain('Epiphany')
  })
})

describe('the list of a year', () => {
  it('is kept when the library knows another one, through changes and copies, until it is made anew', async () => {
    const { id } = await make()
    await rewriteList(id, 2027, [['2027-01-05', 'Older Epiphany', 'public']])
    const path = `/v1/schedule-template/${id}`
    const kept = [{ date: '2027-01-05', name: 'Older Epiphany', type: 'public' }]
    const changed = await call('PUT', path, { holidays: { ...LINK, types: ['public', 'school'] } })
    expect(listOf(changed.body.holidays, 2027)).toEqual(kept)
    await call('PUT', site(), { templateId: id })
    const copy = await call('PUT', site(), { weekly: WEEK, holidays: LINK })
    expect(copy.body).toMatchObject({ templateId: null })
    expect(listOf(copy.body.holidays, 2027)).toEqual(kept)
    // A camera that followed its site too.
    const own = await call('PUT', `/view/${tenant.viewId}/schedule`, { weekly: WEEK, holidays: LINK })
    expect(listOf(own.body.holidays, 2027)).toEqual(kept)

    const renewed = await call('PUT', path, { holidays: { ...LINK, renew: true } })
    expect(namesOn(renewed.body.holidays, EPIPHANY)).toEqual(['Epiphany'])
    expect(listOf((await call('GET', site())).body.holidays, 2027)).toEqual(kept)
    // Another region has lists of its own.
    const other = await call('PUT', site(), { weekly: WEEK, holidays: { ...LINK, regionId: 'PT' } })
    expect(listOf(other.body.holidays, 2027)).not.toEqual(kept)
  })

  it('comes by itself for later years, and those of past years go', async () => {
    const { id } = await make()
    await rewriteList(id, 2027, [['2027-01-05', 'Older Epiphany', 'public']])
    await call('PUT', site(), { weekly: WEEK, holidays: LINK })
    await call('PUT', `/view/${tenant.viewId}/schedule`, { weekly: WEEK, holidays: LINK })
    const { version } = await template(id)
    now = new Date('2027-11-26T12:00:00Z')
    expect((await template(id)).holidays?.missingYears).toEqual([2029])
    await makeAhead()
    for (const path of [`/v1/schedule-template/${id}`, site(), `/view/${tenant.viewId}/schedule`]) {
      const { holidays } = (await call('GET', path)).body
      expect(holidays.lists.map(({ year }: { year: number }) => year)).toEqual([2027, 2028, 2029])
      expect(holidays.missingYears).toEqual([])
      expect(namesOn(holidays, '2029-01-06')).toEqual(['Epiphany'])
    }
    const after = await template(id)
    expect(namesOn(after.holidays, '2027-01-05')).toEqual(['Older Epiphany'])
    // Who edits it meanwhile is not overtaken.
    expect(after.version).toBe(version)
    await call('PUT', site(), { templateId: id })
    now = new Date('2029-01-06T12:00:00Z')
    expect(await siteState()).toMatchObject({ counts: true, reason: 'schedule' })
  })

  it('that cannot be made is said, in the log too, and cameras count then', async () => {
    const { id } = await make()
    await run(sql`update schedule_template set content = jsonb_set(content #- '{holidays,lists,2028}', '{holidays,region}', '"XX"')
      where id = ${id}`)
    await call('PUT', site(), { templateId: id })
    await makeAhead()
    expect(server.logLines.filter((line) => line.includes('no list of holidays'))).toEqual([
      expect.stringContaining('"region":"XX","years":[2028]'),
    ])
    expect((await call('GET', site())).body.holidays).toMatchObject({ regionId: 'XX', missingYears: [2028] })
    const { attention } = (await call('GET', '/v1/home')).body
    const { name } = await template(id)
    expect(attention.missingHolidays).toEqual([{ kind: 'template', id, name, regionId: 'XX', years: [2028] }])
    const stranger = await createTenant(server.database.runtime)
    expect((await callApi(server, stranger.admin, 'GET', '/v1/home')).body.attention.missingHolidays).toEqual([])
    now = new Date('2028-02-01T12:00:00Z')
    expect(await siteState()).toMatchObject({ counts: true, reason: 'unknown' })
    // What is there goes on, and can be edited.
    const edited = await call('PUT', `/v1/schedule-template/${id}`, {
      holidays: { regionId: 'XX', types: ['bank'] },
      followers: { sites: 1, views: 0, rules: 0 },
    })
    expect(edited).toMatchObject({ status: 200, body: { holidays: { regionId: 'XX', types: ['bank'] } } })
  })
})

it('a message is kept with the days, and not with where they come from', async () => {
  await call('PUT', site(), { weekly: WEEK, holidayIntervals: HOLIDAY_TIMES, holidays: LINK })
  now = new Date(`${EPIPHANY}T08:00:00Z`)
  const sent = await server.app.inject({
    method: 'POST',
    url: `/api/v1/ingest/alarm?view=${tenant.viewId}`,
    headers: { authorization: `Bearer ${tenant.ingestToken}`, 'content-type': 'image/jpeg' },
    payload: Buffer.from('ffd8ffe000104a464946000101', 'hex'),
  })
  const { alarmId } = sent.json<{ alarmId: string }>()
  expect((await call('GET', `/alarm/${alarmId}`)).body.outside).toEqual({
    reason: 'schedule',
    until: '2027-01-06T09:00:00.000Z',
  })
  const [stored] = await run(sql<{ windows: object }>`
    select standing->'schedule'->'windows' as windows from signal where alarm_id = ${alarmId}`)
  expect(Object.keys(stored?.windows ?? {}).toSorted()).toEqual(['days', 'linked', 'special', 'weekly'])
})

it('a schedule is tried with its holidays', async () => {
  now = new Date('2027-01-20T12:00:00Z')
  await createAlarm(server.database.runtime, tenant, { receivedAt: new Date(`${EPIPHANY}T12:00:00Z`) })
  const attempt = async (holidays: object | null) =>
    (
      await call('POST', '/v1/schedule/try', {
        siteId: tenant.siteId,
        weekly: WEEK,
        holidayIntervals: HOLIDAY_TIMES,
        holidays,
      })
    ).body.wouldCount
  expect(await attempt(null)).toBe(0)
  expect(await attempt(LINK)).toBe(1)
})

describe('a link that is wrong', () => {
  it.each([
    ['of a region that nobody knows', { ...LINK, regionId: 'XX' }, 'holidays.regionId'],
    ['of a text that is no region', { ...LINK, regionId: 'Bavaria!' }, 'holidays.regionId'],
    ['without types', { ...LINK, types: [] }, 'holidays.types'],
    ['with a type twice', { ...LINK, types: ['bank', 'bank'] }, 'holidays.types'],
    ['with an unknown type', { ...LINK, types: ['lunar'] }, 'holidays.types.0'],
    [
      'with a date that is none',
      { ...LINK, unticked: [{ name: 'A', date: '2027-02-30' }] },
      'holidays.unticked.0.date',
    ],
  ])('is refused with its field, and nothing is saved: %s', async (_what, holidays, field) => {
    const made = await make(null)
    for (const [method, path, body] of [
      ['POST', '/v1/schedule-template', { name: 'New' }],
      ['PUT', `/v1/schedule-template/${made.id}`, { weekly: [] }],
      ['PUT', site(), { weekly: [] }],
      ['POST', '/v1/schedule/try', { siteId: tenant.siteId }],
    ] as const)
      expect(await call(method, path, { ...body, holidays })).toMatchObject({
        status: 400,
        body: { errors: [{ field }] },
      })
    expect(await template(made.id)).toEqual(made)
    expect((await call('GET', site())).body).toMatchObject({ version: 0, weekly: null })
    expect((await call('GET', '/v1/schedule-template?filters=New')).body.count).toBe(0)
  })

  it('cannot stand beside a template, or without windows', async () => {
    const { id } = await make()
    for (const [body, field] of [
      [{ templateId: id, holidays: LINK }, 'holidays'],
      [{ holidays: LINK }, 'weekly'],
    ] as const)
      expect(await call('PUT', `/view/${tenant.viewId}/schedule`, body)).toMatchObject({
        status: 400,
        body: { errors: [{ field }] },
      })
  })
})
