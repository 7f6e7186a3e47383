// Supervisors label alarms of other companies, drawn at random, without knowing the verdict.
import { createFakeClock } from '@winnow/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
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
import { newId } from '../../platform/ids.ts'

const clock = createFakeClock(new Date('2026-06-10T12:00:00Z'))
const HOUR_MS = 3_600_000
let server: TestServer
/** The company whose alarms are reviewed, and the one of the supervisors. */
let tenant: Tenant
let office: Tenant
let camera: Awaited<ReturnType<typeof createCamera>>
let ana: LoggedIn
let ben: LoggedIn

beforeAll(async () => {
  server = await startTestServer({ clock })
})
afterAll(() => server.close())
beforeEach(async () => {
  const db = server.database.runtime
  // Companies of earlier tests must not stand in the list of supervisors.
  await inSystem(db, (tx) => tx.updateTable('quality_switch').set({ is_on: false }).execute())
  tenant = await createTenant(db, 'Harbour Guards')
  office = await createTenant(db, 'Supervision')
  camera = await createCamera(db, tenant.companyId, { name: 'Gate' })
  await inSystem(db, (tx) => tx.deleteFrom('alarm').where('company_id', '=', tenant.companyId).execute())
  ana = await supervisor()
  ben = await supervisor()
})

async function supervisor(): Promise<LoggedIn> {
  const user = await createLoggedIn(server.database.runtime, { companyId: office.companyId, userType: 'MEMBER_USER' })
  await inSystem(server.database.runtime, (tx) =>
    tx
      .updateTable('app_user')
      .set({ extra_roles: ['SUPERVISOR'], name: 'Ana Supervisor' })
      .where('id', '=', user.userId)
      .execute(),
  )
  return user
}
const call = (who: LoggedIn, method: CallMethod, url: string, body?: object) => callApi(server, who, method, url, body)
const setting = () => `/v1/company/${tenant.companyId}/quality-review`
const turn = (on: boolean, who = tenant.admin) => call(who, 'PUT', setting(), { on })
const draw = async (who: LoggedIn, count = 20) =>
  call(who, 'POST', '/v1/supervisor/draw', { companyId: tenant.companyId, count })
const sample = async (who: LoggedIn, query = '') =>
  (await call(who, 'POST', `/supervisor/viewalarms${query}`, {})).body as { rows: { id: string }[]; count: number }
const companies = async (who: LoggedIn) => (await call(who, 'GET', '/v1/supervisor/companies')).body.rows
const look = (who: LoggedIn, id: string) => call(who, 'GET', `/v1/supervisor/alarm/${id}`)
const label = (who: LoggedIn, id: string, groundTruth: boolean, more: object = {}) =>
  call(who, 'PUT', `/v1/supervisor/alarm/${id}`, { groundTruth, ...more })
const picture = (who: LoggedIn, id: string) =>
  server.app.inject({ url: `/api/v1/supervisor/alarm/${id}/frame/0`, headers: { cookie: who.cookie } })

const alarm = (hoursAgo: number, verdict: 'true' | 'false' | 'unverified' | null) =>
  createAlarm(
    server.database.runtime,
    { companyId: tenant.companyId, ...camera },
    {
      verdict,
      classes: verdict === 'true' ? ['person'] : [],
      receivedAt: new Date(clock.now().getTime() - hoursAgo * HOUR_MS),
    },
  )
const alarms = async (count: number, verdict: 'true' | 'false' | 'unverified', hoursAgo = 5) => {
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push(await alarm(hoursAgo + n / 100, verdict))
  return ids
}
/** Gives an alarm a picture. */
async function addPicture(id: string): Promise<void> {
  const key = `media/2026-06-10/${id}/0.jpg`
  await server.container.deps.media.put(key, Buffer.from('picture'))
  await inSystem(server.database.runtime, (tx) =>
    tx
      .insertInto('frame')
      .values({
        alarm_id: id,
        position: 0,
        company_id: tenant.companyId,
        signal_id: newId(),
        media_id: `${id}:0`,
        kind: 'still',
        original_key: key,
        display_key: key,
        original_type: 'image/jpeg',
        original_bytes: 7,
        judged: true,
        motion: JSON.stringify([{ x: 0, y: 0, width: 1, height: 1 }]),
      })
      .execute(),
  )
}
const auditOf = (companyId: string) =>
  inSystem(server.database.runtime, (tx) =>
    tx
      .selectFrom('audit')
      .select(['action', 'object_id', 'user_name'])
      .where('company_id', '=', companyId)
      .orderBy('id')
      .execute(),
  )

describe('the switch of a company', () => {
  it('is off at first, belongs to its administrators, and each change is audited', async () => {
    expect((await call(tenant.admin, 'GET', setting())).body).toEqual({ on: false, changed: null, rounds: [] })
    expect((await turn(true, ana)).status).toBe(404)
    expect((await turn(true)).body).toMatchObject({ on: true, changed: { by: 'ADMIN_USER' } })
    await turn(true)
    await turn(false)
    const actions = (await auditOf(tenant.companyId)).map(({ action }) => action)
    expect(actions).toEqual(['quality-review.on', 'quality-review.off'])
  })

  it('opens the company to supervisors, and ends their access at once', async () => {
    const [id = ''] = await alarms(1, 'true')
    await addPicture(id)
    expect(await companies(ana)).toEqual([])
    expect((await draw(ana)).status).toBe(404)
    await turn(true)
    expect(await companies(ana)).toMatchObject([{ companyName: 'Harbour Guards', round: null, drawn: 0 }])
    expect((await draw(ana)).body).toEqual({ drawn: 1, short: 'all-drawn' })
    expect((await picture(ana, id)).body).toBe('picture')
    const labelled = await label(ana, id, true)
    expect(labelled.status).toBe(200)
    await turn(false)
    for (const gone of [await look(ana, id), await label(ana, id, false), await draw(ana)])
      expect(gone.status).toBe(404)
    expect((await picture(ana, id)).statusCode).toBe(404)
    expect(await sample(ana)).toMatchObject({ rows: [], count: 0 })
    expect(await companies(ana)).toEqual([])
    // What was found stays the company's. Switched on again, the old sample is not open again.
    expect((await turn(true)).body.rounds).toMatchObject([{ labelled: 1, closedAt: expect.any(String) }])
    expect((await look(ana, id)).status).toBe(404)
  })
})

describe('a sample', () => {
  it('has alarms of both verdicts of the last week, each for one supervisor · ALARMS-003', async () => {
    const wanted = [...(await alarms(6, 'true')), ...(await alarms(2, 'unverified')), ...(await alarms(8, 'false'))]
    // Too young, too old, without a verdict, and a test.
    for (const left of [await alarm(0.5, 'true'), await alarm(24 * 7 + 2, 'false'), await alarm(5, null)])
      expect(wanted).not.toContain(left)
    const test = await alarm(5, 'true')
    await inSystem(server.database.runtime, (tx) =>
      tx.updateTable('alarm').set({ is_test: true }).where('id', '=', test).execute(),
    )
    await turn(true)
    expect((await draw(ana, 10)).body).toEqual({ drawn: 10, short: null })
    expect((await draw(ben, 10)).body).toEqual({ drawn: 6, short: 'all-drawn' })
    const [hers, his] = [(await sample(ana)).rows, (await sample(ben)).rows].map((rows) => rows.map(({ id }) => id))
    expect([...(hers ?? []), ...(his ?? [])].toSorted()).toEqual(wanted.toSorted())
    const [row] = await companies(ana)
    expect(row).toMatchObject({ drawn: 10, labelled: 0, left: 0, round: { alarms: 16, listed: 16, labelled: 0 } })
    expect(row.nextRoundAt).toBe('2026-06-17T12:00:00.000Z')
    expect(await sample(ana, '?limit=4&page=3')).toMatchObject({
      count: 10,
      rows: hers?.slice(8).map((id) => ({ id })),
    })
  })

  it('is not open to another supervisor, nor is any alarm that was not drawn', async () => {
    await alarms(4, 'true')
    await turn(true)
    await draw(ana, 2)
    const drawn = (await sample(ana)).rows.map(({ id }) => id)
    const [id = ''] = drawn
    await addPicture(id)
    expect((await picture(ana, id)).statusCode).toBe(200)
    const unknown = await look(ben, newId())
    for (const reply of [await look(ben, id), await look(ana, office.alarmId)])
      expect({ ...reply.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
    expect((await picture(ben, id)).statusCode).toBe(404)
    expect((await label(ben, id, true)).status).toBe(404)
    expect((await sample(ben)).count).toBe(0)
    // The usual calls do not open it either, not even in the supervisor's own company.
    for (const url of [`/alarm/${id}`, `/v1/alarm/${id}/frame/0/image`, `/v1/alarmlist/${id}`])
      expect((await call(ana, 'GET', url)).status, url).toBe(404)
    expect((await call(ana, 'GET', `/alarm/${office.alarmId}`)).status).toBe(403)
  })

  it('gives nobody more than a hundred alarms to label, and says when there are none', async () => {
    await turn(true)
    expect((await draw(ana)).body).toEqual({ drawn: 0, short: 'no-alarms' })
    await alarms(60, 'true')
    await alarms(60, 'false', 10)
    expect((await draw(ana, 50)).body).toEqual({ drawn: 50, short: null })
    expect((await draw(ana, 50)).body).toEqual({ drawn: 50, short: null })
    expect((await draw(ana, 50)).body).toEqual({ drawn: 0, short: 'too-many' })
    expect((await draw(ben, 50)).body).toEqual({ drawn: 20, short: 'all-drawn' })
  })

  it('ends with its round, a week after it was opened', async () => {
    await alarms(3, 'true')
    await turn(true)
    await draw(ana, 3)
    const [first] = (await sample(ana)).rows
    clock.advance(7 * 24 * HOUR_MS)
    const [fresh = ''] = await alarms(1, 'false')
    expect((await companies(ana))[0].nextRoundAt).toBeNull()
    expect((await draw(ana)).body).toEqual({ drawn: 1, short: 'all-drawn' })
    expect((await sample(ana)).rows.map(({ id }) => id)).toEqual([fresh])
    expect((await look(ana, first?.id ?? '')).status).toBe(404)
    expect((await call(tenant.admin, 'GET', setting())).body.rounds).toMatchObject([{ alarms: 1 }, { alarms: 3 }])
  })
})

describe('a supervisor’s label', () => {
  it('is given without the verdict, which the reply has · ALARMS-007', async () => {
    const [id = ''] = await alarms(1, 'true')
    await addPicture(id)
    await call(tenant.admin, 'PUT', `/alarm/${id}`, { groundTruth: false, reason: 'wind' })
    await turn(true)
    await draw(ana)
    const before = await look(ana, id)
    expect(before.body).toMatchObject({
      id,
      viewName: 'Gate',
      companyName: 'Harbour Guards',
      label: null,
      revealed: null,
    })
    // No field but the frames' own facts: neither what the analysis found nor how the alarm fared.
    expect(Object.keys(before.body.frames[0])).toEqual(['position', 'url', 'width', 'height', 'offsetMs'])
    for (const body of [before.body, await sample(ana), await companies(ana)])
      expect(JSON.stringify(body)).not.toMatch(/person|"verdict":"|groundTruth":(true|false)|wind|motion|score":\d/)
    const after = await label(ana, id, true, { reason: 'person' })
    expect(after.body).toMatchObject({
      label: { groundTruth: true, reason: 'person', first: true },
      revealed: { verdict: 'true', classes: ['person'], cusGroundTruth: false },
    })
    expect((await call(tenant.admin, 'GET', `/alarm/${id}`)).body).toMatchObject({
      groundTruth: true,
      cusGroundTruth: false,
      supGroundTruth: true,
    })
  })

  it('is compared with what the company had said by then, not with what either says after a look at the other', async () => {
    const [early = '', late = ''] = await alarms(2, 'true')
    await call(tenant.admin, 'PUT', `/alarm/${early}`, { groundTruth: false })
    await turn(true)
    await draw(ana)
    await label(ana, early, true)
    await label(ana, late, true)
    for (const id of [early, late]) await call(tenant.admin, 'PUT', `/alarm/${id}`, { groundTruth: true })
    await label(ana, early, true, { reason: 'person' })
    clock.advance(HOUR_MS)
    const { body } = await call(tenant.admin, 'GET', '/v1/home/agreement')
    expect(body).toMatchObject({ bothTrue: 0, bothFalse: 0, companyTrue: 0, supervisorTrue: 1, latest: { id: early } })
  })

  it('counts for the result as it was given first, and can be corrected', async () => {
    const [id = ''] = await alarms(1, 'false')
    await turn(true)
    await draw(ana)
    expect((await label(ana, id, true, { reason: 'wind' })).status).toBe(400)
    const act = newId()
    await label(ana, id, true, { act })
    expect((await label(ana, id, true, { act })).status).toBe(200)
    expect((await label(ana, id, false, { reason: 'wind' })).body).toMatchObject({
      label: { groundTruth: false, reason: 'wind', first: true },
    })
    expect((await sample(ana, '?label=true')).count).toBe(1)
    expect((await sample(ana, '?label=unlabelled')).count).toBe(0)
    expect((await call(tenant.admin, 'GET', `/alarm/${id}`)).body).toMatchObject({ supGroundTruth: false })
    // The filter missed a true alarm, says the blind label.
    expect((await call(tenant.admin, 'GET', setting())).body.rounds[0].result).toMatchObject({
      recall: { share: null, low: 0, high: 0, of: 1 },
      missing: 0,
    })
  })

  it('and each look are in the audit of the alarm’s company, with the supervisor’s name', async () => {
    const [id = ''] = await alarms(1, 'false')
    await addPicture(id)
    await turn(true)
    await draw(ana)
    await look(ana, id)
    await picture(ana, id)
    await label(ana, id, false)
    const entries = (await auditOf(tenant.companyId)).filter(({ user_name: name }) => name === 'Ana Supervisor')
    // One entry for a look and its pictures within an hour.
    expect(entries.map(({ action }) => action)).toEqual(['quality-review.drawn', 'alarm.viewed', 'alarm.labelled'])
    expect(entries.slice(1).map(({ object_id: object }) => object)).toEqual([id, id])
    expect(await auditOf(office.companyId)).toEqual([])
  })

  it('adds to shares with bounds, which are told with thirty labels of each verdict and not before', async () => {
    await alarms(35, 'true')
    await alarms(40, 'false', 10)
    await turn(true)
    await draw(ana, 50)
    await draw(ana, 50)
    const truth = new Map<string, boolean>()
    for (const [n, { id }] of (await sample(ana, '?limit=200')).rows.entries()) {
      const { body } = await label(ana, id, n % 2 === 0)
      truth.set(id, body.label.first)
      if (n !== 20) continue
      const [early] = await companies(ana)
      expect(early.round.result).toMatchObject({ recall: { share: null, of: 21 }, missing: 39 })
    }
    const [{ round }] = await companies(ana)
    expect(round).toMatchObject({ alarms: 75, labelled: 75 })
    expect(round.result).toMatchObject({
      recall: { of: 75, share: expect.any(Number) },
      falseFiltered: { of: 75, share: expect.any(Number) },
      missing: 0,
    })
    expect((await call(tenant.admin, 'GET', setting())).body.rounds[0].result.reduction).toMatchObject({
      share: 40 / 75,
      of: 75,
    })
    expect(round.result.recall.low).toBeCloseTo(round.result.recall.high, 10)
  }, 60_000)
})

it('no request of these tests has failed in the server', () => {
  expect(server.logLines.filter((line) => line.includes('request failed'))).toEqual([])
})
