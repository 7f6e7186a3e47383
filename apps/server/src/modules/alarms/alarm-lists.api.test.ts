import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAlarm, createCamera, createLoggedIn, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'

const NOON = Date.parse('2026-05-01T12:00:00Z')
const at = (minutes: number) => new Date(NOON + minutes * 60_000)
let server: TestServer
let tenant: Tenant
let camera: { companyId: string; projectId: string; siteId: string; viewId: string }
let second: typeof camera

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  const db = server.database.runtime
  tenant = await createTenant(db)
  await inSystem(db, (tx) => tx.deleteFrom('alarm').where('company_id', '=', tenant.companyId).execute())
  camera = { companyId: tenant.companyId, ...(await createCamera(db, tenant.companyId)) }
  second = { companyId: tenant.companyId, ...(await createCamera(db, tenant.companyId)) }
})

type Facts = Parameters<typeof createAlarm>[2]
const make = (minutes: number, facts: Facts = {}, of = camera) =>
  createAlarm(server.database.runtime, of, { receivedAt: at(minutes), ...facts })
const set = (id: string, values: object) =>
  inSystem(server.database.runtime, (tx) => tx.updateTable('alarm').set(values).where('id', '=', id).execute())

const get = async (url: string, cookie = tenant.admin.cookie) => {
  const reply = await server.app.inject({ url: `/api${url}`, headers: { cookie } })
  return { status: reply.statusCode, body: reply.json() }
}
const post = async (url: string, payload: object = {}, cookie = tenant.admin.cookie) => {
  const headers = { cookie, 'x-requested-with': 'winnow' }
  const reply = await server.app.inject({ method: 'POST', url: `/api${url}`, headers, payload })
  return { status: reply.statusCode, body: reply.json() }
}
const ids = ({ body }: { body: { rows: { id: string }[] } }) => body.rows.map(({ id }) => id)

describe('the lists of alarms by GET', () => {
  it('have the same rows and filters as POST /viewalarms · ALARMS-004', async () => {
    const yes = await make(0, { verdict: 'true', classes: ['person'] })
    const no = await make(1, { verdict: 'false' }, second)
    const all = await get('/alarmlist')
    expect(ids(all)).toEqual([no, yes])
    expect(all.body).toEqual((await post('/viewalarms')).body)
    expect(ids(await get('/alarmlist?verdict=true'))).toEqual([yes])
    expect(ids(await get(`/alarmlist?cameras=${second.viewId}`))).toEqual([no])
    expect(ids(await get(`/alarmlist?sites=${camera.siteId}&projects=${second.projectId}`))).toEqual([])
    expect(ids(await get(`/v1/alarms/site/${camera.siteId}`))).toEqual([yes])
    expect(ids(await get(`/v1/alarms/site/${camera.siteId}?objectType=bag`))).toEqual([])
  })

  it('return one alarm as its row · ALARMS-009', async () => {
    const id = await make(0, { verdict: 'true' })
    const { status, body } = await get(`/v1/alarmlist/${id}`)
    expect(status).toBe(200)
    expect(body).toEqual((await get('/alarmlist')).body.rows[0])
    expect((await get(`/v1/alarmlist/${randomUUID()}`)).status).toBe(404)
  })

  it('of detections return only alarms in whose pictures an object was found · ALARMS-011', async () => {
    const person = await make(0, { verdict: 'true', classes: ['person', 'vehicle'] })
    await make(1, { verdict: 'false' })
    const dog = await make(2, { verdict: 'false', classes: ['animal'] }, second)
    await make(3, { verdict: 'unverified' }, second)
    expect(ids(await get('/alarmlistdetection'))).toEqual([dog, person])
    expect((await get('/alarmlistdetection')).body).toMatchObject({ count: 2, countIsExact: true, more: false })
    expect(ids(await get('/alarmlistdetection?objectType=person'))).toEqual([person])
    expect(ids(await get(`/alarmlistdetection/view/${second.viewId}`))).toEqual([dog])
    expect(ids(await get(`/alarmlistdetection/site/${camera.siteId}?verdict=true`))).toEqual([person])
    expect((await get('/alarmlistdetection/alarm-ids')).body).toEqual({ ids: [dog, person], more: false })
    expect((await get('/alarmlistdetection/alarm-ids?limit=1')).body).toEqual({ ids: [dog], more: true })
    expect((await get(`/alarmlistdetection/alarm-ids?limit=1&before=${dog}`)).body).toEqual({
      ids: [person],
      more: false,
    })
    expect((await get(`/alarmlistdetection/view/${randomUUID()}`)).status).toBe(404)
  })

  it('show a user with one camera the alarms of that camera alone · ALARMS-011', async () => {
    const db = server.database.runtime
    const next = { ...camera, ...(await createCamera(db, tenant.companyId, camera)) }
    const own = await make(0, { classes: ['person'] })
    await make(1, { classes: ['person'] }, next)
    const user = await createLoggedIn(db, {
      companyId: tenant.companyId,
      userType: 'EXTERNAL_USER_READONLY',
    })
    const granted = { node_type: 'view', node_id: camera.viewId, permission: 'read' }
    await inSystem(db, (tx) =>
      tx
        .insertInto('user_grant')
        .values({ user_id: user.userId, company_id: tenant.companyId, ...granted })
        .execute(),
    )
    for (const url of [
      '/alarmlist',
      '/alarmlistdetection',
      `/v1/alarms/site/${camera.siteId}`,
      `/alarmlistdetection/site/${camera.siteId}`,
    ])
      expect(ids(await get(url, user.cookie)), url).toEqual([own])
    expect((await get('/alarmlistdetection/alarm-ids', user.cookie)).body.ids).toEqual([own])
    expect((await get(`/alarmlistdetection/view/${next.viewId}`, user.cookie)).status).toBe(404)
  })
})

describe('the parameters of the alarm list', () => {
  it('filter by the cameras that match a filter of the tree · ALARMS-004', async () => {
    const thermal = await make(0)
    const plain = await make(1, {}, second)
    await inSystem(server.database.runtime, (tx) =>
      tx.updateTable('view').set({ thermal: true }).where('id', '=', camera.viewId).execute(),
    )
    expect(ids(await post('/viewalarms', { filters: { thermal: true } }))).toEqual([thermal])
    expect(ids(await post('/viewalarms', { filters: { nonthermal: true } }))).toEqual([plain])
    expect(ids(await post('/viewalarms', { filters: {} }))).toEqual([plain, thermal])
    expect(ids(await post('/viewalarms', { filters: { search: 'no such camera' } }))).toEqual([])
    const both = { cameras: [camera.viewId, second.viewId], filters: { thermal: true } }
    expect(ids(await post('/viewalarms', both))).toEqual([thermal])
    expect(ids(await post('/viewalarms', { ...both, cameras: [second.viewId] }))).toEqual([])
  })

  it('filter by more cameras than are searched one by one · ALARMS-004', async () => {
    const first = await make(0)
    const db = server.database.runtime
    const made = await Promise.all(Array.from({ length: 101 }, () => createCamera(db, tenant.companyId, camera)))
    const last = await make(1, {}, { ...camera, viewId: made.at(-1)?.viewId ?? '' })
    await make(2, {}, second)
    await inSystem(db, (tx) =>
      tx.updateTable('view').set({ thermal: true }).where('site_id', '=', camera.siteId).execute(),
    )
    expect(ids(await post('/viewalarms', { filters: { thermal: true } }))).toEqual([last, first])
  })

  it('accept 10,000 cameras, and name the limit above · ALARMS-004', async () => {
    const own = await make(0)
    const cameras = [camera.viewId, ...Array.from({ length: 9_999 }, () => randomUUID())]
    expect(ids(await post('/viewalarms', { cameras }))).toEqual([own])
    const refused = await post('/viewalarms', { cameras: [...cameras, randomUUID()] })
    expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION', errors: [{ field: 'cameras' }] } })
  })

  it('filter by types of alarms · ALARMS-004', async () => {
    const person = await make(0, { classes: ['person'] })
    const covered = await make(1)
    const lost = await make(2)
    await set(covered, { event_type: 'tamper' })
    await set(lost, { event_type: 'videoloss' })
    expect(ids(await post('/viewalarms?alarmTypes=detect'))).toEqual([person])
    expect(ids(await post('/viewalarms?alarmTypes=tampering'))).toEqual([lost, covered])
    expect(ids(await post('/viewalarms?alarmTypes=tamper,detect'))).toEqual([covered, person])
    expect(ids(await post('/viewalarms?alarmTypes=loitering,idle'))).toEqual([])
    expect((await post('/viewalarms?alarmTypes=rain')).status).toBe(400)
  })

  it.each(['true', 'operatorSays=true', '{"operatorSays":"true"}', '{"operatorSays": true}'])(
    'filter by what operators said, as %s · ALARMS-004',
    async (filter) => {
      const yes = await make(0)
      await make(1)
      await set(yes, { cus_ground_truth: true, ground_truth: true })
      expect(ids(await post(`/viewalarms?filter=${encodeURIComponent(filter)}`))).toEqual([yes])
    },
  )

  it('find nothing in an area, since no area has a name · ALARMS-004', async () => {
    await make(0, { classes: ['person'] })
    expect((await post('/viewalarms?area=Gate')).body).toMatchObject({ rows: [], count: 0, more: false })
  })

  it('add the last picture before an alarm of tampering · ALARMS-004', async () => {
    const before = await make(0)
    const covered = await make(1)
    const first = await make(2, {}, second)
    const lost = await make(3)
    for (const id of [covered, first]) await set(id, { event_type: 'tamper' })
    await set(covered, { frame_count: 1 })
    await set(lost, { event_type: 'videoloss' })
    await set(before, { frame_count: 1 })
    await inSystem(server.database.runtime, (tx) =>
      tx
        .insertInto('frame')
        .values(
          // The picture of the covered camera is no reference for the lost one.
          [before, covered].map((id) => ({
            alarm_id: id,
            company_id: tenant.companyId,
            position: 0,
            signal_id: randomUUID(),
            media_id: 'one',
            kind: 'still',
            original_type: 'image/jpeg',
            original_bytes: 1,
            original_key: 'media/a.jpg',
            display_key: 'media/a.jpg',
          })),
        )
        .execute(),
    )
    const { rows } = (await post('/viewalarms?tamperingReferenceMode=overlay')).body
    const reference = { mode: 'overlay', alarmId: before, url: `/api/v1/alarm/${before}/frame/0/image` }
    expect(rows.map((row: { reference: unknown }) => row.reference)).toEqual([reference, null, reference, null])
    expect((await post('/viewalarms')).body.rows[0]).not.toHaveProperty('reference')
  })
})

describe('the time window of a list', () => {
  it('takes local times in a named zone, also where clocks change · ALARMS-004', async () => {
    // Noon in UTC is 14:00 in Madrid.
    const alarm = await make(0)
    const madrid = (since: string, till: string) =>
      get(`/alarmlist?siteTimeZone=Europe/Madrid&since=${since}&till=${till}`)
    expect(ids(await madrid('2026-05-01T14:00:00', '2026-05-01T14:01:00'))).toEqual([alarm])
    expect(ids(await madrid('2026-05-01T12:00:00', '2026-05-01T13:59:00'))).toEqual([])
  })

  it('takes local times in the zone of each site · ALARMS-004', async () => {
    const zone = (of: typeof camera, timezone: string) =>
      inSystem(server.database.runtime, (tx) =>
        tx.updateTable('site').set({ timezone }).where('id', '=', of.siteId).execute(),
      )
    await zone(camera, 'Pacific/Auckland')
    await zone(second, 'America/Los_Angeles')
    // At noon in UTC it is midnight in Auckland, and five in the morning in Los Angeles.
    const auckland = await make(0)
    const angeles = await make(1, {}, second)
    const from = async (hour: string) => ids(await get(`/alarmlist?siteTimeZone=true&since=${hour}&limit=5`))
    expect(await from('2026-05-01T05:01:00')).toEqual([angeles, auckland])
    expect(await from('2026-05-01T05:02:00')).toEqual([auckland])
    expect(await from('2026-05-02T00:00:00')).toEqual([auckland])
    expect(await from('2026-05-02T00:01:00')).toEqual([])
    expect(ids(await get('/alarmlist?siteTimeZone=true&till=2026-05-01T05:02:00'))).toEqual([angeles])
  })

  it.each([
    ['since=2026-05-02T00:00:00Z&till=2026-05-01T00:00:00Z', 'since', 'since is later than till'],
    ['since=2026-05-02T00:00:00&till=2026-05-01T00:00:00&siteTimeZone=true', 'since', 'since is later than till'],
    ['since=2026-05-02T00:00:00%2B02:00&till=2026-05-01T20:00:00Z', 'since', 'since is later than till'],
    ['till=2026-05-02T00:00:00', 'till', 'name its zone in siteTimeZone'],
    ['since=2026-05-02T00:00:00&siteTimeZone=Mars/Olympus', 'siteTimeZone', 'Invalid'],
    ['page=1000000000', 'page', '100000'],
    ['page=50000', 'page', 'as before'],
  ])('is refused with the field and the reason: %s · ALARMS-004', async (query, field, reason) => {
    for (const { status, body } of [await get(`/alarmlist?${query}`), await post(`/viewalarms?${query}`)]) {
      expect(status).toBe(400)
      expect(body.errors).toEqual([{ field, message: expect.stringContaining(reason) }])
    }
  })

  it('may be empty, and may begin before it is known when alarms arrived · ALARMS-004', async () => {
    const alarm = await make(0)
    expect(ids(await get('/alarmlist?since=2026-05-01T12:00:00Z&till=2026-05-01T12:00:00Z'))).toEqual([])
    expect(ids(await get('/alarmlist?since=1970-01-01T00:00:00Z'))).toEqual([alarm])
  })
})

it('the list of late alarms has those that still wait after their deadline, and no others · ALARMS-004', async () => {
  const late = await make(0, { verdict: null })
  const due = await make(1, { verdict: null })
  const answered = await make(2, { verdict: 'true' })
  const notJudged = await make(3, { verdict: null })
  for (const id of [late, answered, notJudged]) await set(id, { deadline_at: at(5) })
  await set(due, { deadline_at: at(10) })
  await set(notJudged, { outside: 'paused' })
  const lateAt = async (minutes: number) => ids(await get(`/alarmlist?overdueAt=${at(minutes).toISOString()}`))
  // A deadline is over after its instant, not at it.
  expect(await lateAt(5)).toEqual([])
  expect(await lateAt(6)).toEqual([late])
  expect(await lateAt(11)).toEqual([due, late])
  expect(ids(await get(`/alarmlist?overdueAt=${at(11).toISOString()}&verdict=true`))).toEqual([])
  expect((await get('/alarmlist?overdueAt=yesterday')).body.errors).toEqual([
    { field: 'overdueAt', message: expect.any(String) },
  ])
})

describe('the count between two instants', () => {
  const count = (query: string) => get(`/v1/get-alarm-count?${query}`)

  it('can be read for all alarms and for true ones · ALARMS-012', async () => {
    await make(0)
    await make(1, { verdict: 'false' })
    await make(2)
    const window = `from=${at(0).toISOString()}&to=${at(2).toISOString()}`
    expect((await count(window)).body).toEqual({ count: 2, countIsExact: true })
    expect((await count(`${window}&trueOnly=true`)).body).toEqual({ count: 1, countIsExact: true })
  })

  it('refuses instants in the wrong order · ALARMS-012', async () => {
    const { status, body } = await count(`from=${at(1).toISOString()}&to=${at(0).toISOString()}`)
    expect(status).toBe(400)
    expect(body.errors).toEqual([{ field: 'from', message: 'from is later than to' }])
  })
})

describe('alarms drawn at random', () => {
  it('are in no list but that of supervisors · ALARMS-003', async () => {
    await make(0)
    const refused = { status: 403, body: { code: 'FORBIDDEN' } }
    for (const url of ['/supervisor/viewalarms', '/viewalarms?random=true'])
      expect(await post(url), url).toMatchObject(refused)
    for (const url of ['/alarmlist?random=true', '/alarmlistdetection/alarm-ids?random=true'])
      expect(await get(url), url).toMatchObject(refused)
  })
})
