// Many alarms labelled at once, a camera's hour, and taking acts back.
import { createFakeClock } from '@winnow/testkit'
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
import { inSystem, type Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'

type Camera = Awaited<ReturnType<typeof createCamera>>

const clock = createFakeClock(new Date())
let server: TestServer
let tenant: Tenant
let operator: LoggedIn
let colleague: LoggedIn
let camera: Camera

beforeAll(async () => {
  server = await startTestServer({ clock })
  tenant = await createTenant(server.database.runtime)
  const create = () =>
    createLoggedIn(server.database.runtime, { companyId: tenant.companyId, userType: 'OPERATOR_USER' })
  operator = await create()
  colleague = await create()
})
afterAll(() => server.close())
beforeEach(async () => {
  camera = await createCamera(server.database.runtime, tenant.companyId)
})

const inDatabase = <T>(work: (tx: Tx) => Promise<T>) => inSystem(server.database.runtime, work)
const alarm = (facts: Parameters<typeof createAlarm>[2] = {}, at: Camera = camera) =>
  createAlarm(server.database.runtime, { companyId: tenant.companyId, ...at }, facts)
const several = (count: number) => Promise.all(Array.from({ length: count }, () => alarm()))
const post = (url: string, body: object, as: LoggedIn = operator) => callApi(server, as, 'POST', url, body)
const labelMany = (body: object, as?: LoggedIn) => post('/v1/alarms/labels', body, as)
const labelOne = (id: string, body: object, as: LoggedIn = operator) => callApi(server, as, 'PUT', `/alarm/${id}`, body)
const undo = (act: string, as?: LoggedIn) => post('/v1/alarms/labels/undo', { act }, as)
const get = async (id: string) => (await callApi(server, operator, 'GET', `/alarm/${id}`)).body

describe('labelling many alarms', () => {
  it('labels each once, with one audit entry each and one live message for the camera · ALARMS-001', async () => {
    const ids = await several(3)
    const { body } = await labelMany({ alarms: [...ids, ...ids.slice(0, 1)], groundTruth: false, reason: 'wind' })
    expect(body).toMatchObject({ labelled: 3 })
    expect(body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(Array(3).fill('labelled'))
    const { audited, events } = await inDatabase(async (tx) => ({
      audited: await tx.selectFrom('audit').select(['object_id', 'after']).where('object_id', 'in', ids).execute(),
      events: await tx.selectFrom('live_event').select('payload').where('type', '=', 'alarms.changed').execute(),
    }))
    expect(new Set(audited.map(({ object_id: id }) => id))).toEqual(new Set(ids))
    expect(audited).toHaveLength(3)
    expect(audited[0]?.after).toEqual({ groundTruth: false, reason: 'wind' })
    const ours = events.map(({ payload }) => payload as { viewId: string; ids: string[] })
    expect(ours.filter(({ viewId }) => viewId === camera.viewId)).toMatchObject([
      { ids: expect.arrayContaining(ids) as string[] },
    ])
    expect(await get(ids[0] ?? '')).toMatchObject({ groundTruth: false, labelReason: 'wind', version: 2 })
  })

  it('answers for each: unknown, of another company, deleted, labelled by somebody else, labelled already', async () => {
    const [free = '', taken = '', same = '', deleted = ''] = await several(4)
    await labelOne(taken, { groundTruth: true }, colleague)
    await labelOne(same, { groundTruth: false })
    await inDatabase((tx) => tx.deleteFrom('alarm').where('id', '=', deleted).execute())
    const other = await createTenant(server.database.runtime)
    const unknown = newId()
    const alarms = [free, taken, same, deleted, other.alarmId, unknown]
    const { status, body } = await labelMany({ alarms, groundTruth: false, expected: null })
    expect(status).toBe(200)
    expect(body.results).toEqual([
      { id: free, outcome: 'labelled', groundTruth: false },
      { id: taken, outcome: 'conflict', groundTruth: true },
      { id: same, outcome: 'unchanged', groundTruth: false },
      { id: deleted, outcome: 'gone', groundTruth: null },
      { id: other.alarmId, outcome: 'gone', groundTruth: null },
      { id: unknown, outcome: 'gone', groundTruth: null },
    ])
    expect(
      (
        await inDatabase((tx) =>
          tx.selectFrom('alarm').select('ground_truth').where('id', '=', other.alarmId).executeTakeFirst(),
        )
      )?.ground_truth,
    ).toBeNull()
  })

  it('labels only what the caller sees', async () => {
    const elsewhere = await createCamera(server.database.runtime, tenant.companyId)
    const external = await createLoggedIn(server.database.runtime, {
      companyId: tenant.companyId,
      userType: 'EXTERNAL_USER',
    })
    const readable = await createCamera(server.database.runtime, tenant.companyId)
    await inDatabase((tx) =>
      tx
        .insertInto('user_grant')
        .values(
          [
            { at: camera, permission: 'write' },
            { at: readable, permission: 'read' },
          ].map(({ at, permission }) => ({
            user_id: external.userId,
            company_id: tenant.companyId,
            node_type: 'view',
            node_id: at.viewId,
            permission,
          })),
        )
        .execute(),
    )
    const alarms = [await alarm(), await alarm({}, readable), await alarm({}, elsewhere)]
    const { body } = await labelMany({ alarms, groundTruth: true }, external)
    expect(body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['labelled', 'labelled', 'gone'])
  })

  it('takes a thousand, and refuses more, none, and what is no id', async () => {
    const ids = await inDatabase(async (tx) => {
      const rows = Array.from({ length: 1000 }, () => ({
        id: newId(),
        company_id: tenant.companyId,
        project_id: camera.projectId,
        site_id: camera.siteId,
        view_id: camera.viewId,
        received_at: new Date(),
        last_signal_at: new Date(),
        source: 'http',
        deadline_at: new Date(),
        verdict: 'true',
      }))
      await tx.insertInto('alarm').values(rows).execute()
      return rows.map(({ id }) => id)
    })
    const { body } = await labelMany({ alarms: ids, groundTruth: false })
    expect(body.labelled).toBe(1000)
    const events = await inDatabase((tx) =>
      tx.selectFrom('live_event').select('payload').where('type', '=', 'alarms.changed').execute(),
    )
    const ours = events.filter(({ payload }) => (payload as { viewId: string }).viewId === camera.viewId)
    expect(ours).toHaveLength(5)
    expect((await undo(body.act)).body.undone).toHaveLength(1000)
    for (const alarms of [[...ids, newId()], [], ['none']])
      expect((await labelMany({ alarms, groundTruth: false })).status).toBe(400)
  })

  it('of two people at once in other orders lets both finish', async () => {
    const ids = await several(20)
    const replies = await Promise.all([
      labelMany({ alarms: ids, groundTruth: true }),
      labelMany({ alarms: ids.toReversed(), groundTruth: false }, colleague),
    ])
    expect(replies.map(({ body }) => body.labelled)).toEqual([20, 20])
  })
})

describe('the hour of a camera', () => {
  const before = (minutes: number) => new Date(clock.now().getTime() - minutes * 60_000)

  it('is counted and labelled up to the alarm, and only where nobody has labelled · ALARMS-001', async () => {
    const open = await alarm({ receivedAt: before(10) })
    const ids = [open, await alarm({ receivedAt: before(20), verdict: 'unverified' })]
    const labelled = await alarm({ receivedAt: before(30) })
    await labelOne(labelled, { groundTruth: true }, colleague)
    await alarm({ receivedAt: before(5) })
    await alarm({ receivedAt: before(71) })
    await alarm({ receivedAt: before(15), verdict: null })
    await alarm({ receivedAt: before(15) }, await createCamera(server.database.runtime, tenant.companyId))
    const url = `/v1/alarm/${open}/hour-labels`
    expect((await callApi(server, operator, 'GET', url)).body).toEqual({
      count: 2,
      more: false,
      since: before(70).toISOString(),
      till: before(10).toISOString(),
    })
    const { body } = await post(url, { groundTruth: false, reason: 'headlights' })
    expect(new Set(body.results.map(({ id }: { id: string }) => id))).toEqual(new Set(ids))
    expect((await get(labelled)).groundTruth).toBe(true)
    expect((await callApi(server, operator, 'GET', url)).body.count).toBe(0)
  })

  it('can be taken back as a whole', async () => {
    const ids = [await alarm({ receivedAt: before(20) }), await alarm({ receivedAt: before(10) })]
    const { body } = await post(`/v1/alarm/${ids[1]}/hour-labels`, { groundTruth: false })
    expect(new Set((await undo(body.act)).body.undone)).toEqual(new Set(ids))
    expect((await get(ids[0] ?? '')).groundTruth).toBeNull()
  })

  it('is told again, and can be taken back, if the request is repeated because its reply was lost · ALARMS-001', async () => {
    const ids = [await alarm({ receivedAt: before(20) }), await alarm({ receivedAt: before(10) })]
    const ask = { groundTruth: false, act: newId() }
    const url = `/v1/alarm/${ids[1]}/hour-labels`
    await post(url, ask)
    const late = await alarm({ receivedAt: before(15) })
    const { body } = await post(url, ask)
    const outcomes = Object.fromEntries(body.results.map(({ id, outcome }: Record<string, string>) => [id, outcome]))
    expect(body).toMatchObject({ act: ask.act, labelled: 3 })
    expect(outcomes).toEqual(Object.fromEntries([...ids, late].map((id) => [id, 'labelled'])))
    expect((await post(url, ask, colleague)).body).toMatchObject({ labelled: 0, results: [] })
    expect(new Set((await undo(ask.act)).body.undone)).toEqual(new Set([...ids, late]))
  })

  it('needs a label', async () => {
    expect((await post(`/v1/alarm/${await alarm()}/hour-labels`, { groundTruth: null })).status).toBe(400)
  })
})

describe('the list of alarms', () => {
  it('shows the reasons of labels, and can be held to some · ALARMS-004', async () => {
    const [windy = '', rainy = '', plain = ''] = await several(3)
    await labelOne(windy, { groundTruth: false, reason: 'wind' })
    await labelOne(rainy, { groundTruth: false, reason: 'weather' })
    await labelOne(plain, { groundTruth: false })
    const list = async (query: string) =>
      (await post(`/viewalarms?${query}`, { cameras: [camera.viewId] })).body.rows as {
        id: string
        labelReason: string
      }[]
    expect(await list('reason=wind')).toMatchObject([{ id: windy, labelReason: 'wind' }])
    expect(new Set((await list('reason=wind,weather')).map(({ id }) => id))).toEqual(new Set([windy, rainy]))
    expect(await list('label=false')).toHaveLength(3)
    expect((await post('/viewalarms?reason=aliens', {})).status).toBe(400)
  })
})

describe('bad input', () => {
  it('a label for a deleted alarm is not found, and nothing is kept of it', async () => {
    const id = await alarm()
    await inDatabase((tx) => tx.deleteFrom('alarm').where('id', '=', id).execute())
    expect(await labelOne(id, { groundTruth: true })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    expect((await post(`/v1/alarm/${id}/hour-labels`, { groundTruth: true })).status).toBe(404)
    expect(
      await inDatabase((tx) => tx.selectFrom('alarm_label').select('id').where('alarm_id', '=', id).execute()),
    ).toEqual([])
  })

  it('a note of 10,000 characters is refused with the field that is wrong, and the alarm keeps its notes · ALARMS-005', async () => {
    const id = await alarm()
    const refused = await post(`/v1/alarm/${id}/notes`, { content: 'x'.repeat(10_000) })
    expect(refused).toMatchObject({ status: 400, body: { code: 'VALIDATION', errors: [{ field: 'content' }] } })
    expect((await get(id)).noteCount).toBe(0)
  })
})

describe('taking a label back', () => {
  it('brings back exactly what stood before, with author and time · ALARMS-001', async () => {
    const id = await alarm()
    const before = (await labelOne(id, { groundTruth: false, reason: 'wind' }, colleague)).body
    clock.advance(60_000)
    const act = newId()
    await labelOne(id, { groundTruth: true, reason: 'person', act })
    expect((await undo(act)).body).toEqual({ undone: [id], kept: [] })
    const after = await get(id)
    expect(after).toEqual({ ...before, version: before.version + 2 })
    expect((await undo(act)).body).toEqual({ undone: [], kept: [] })
  })

  it('leaves a colleague’s later label standing', async () => {
    const id = await alarm()
    const act = newId()
    await labelOne(id, { groundTruth: true, act })
    await labelOne(id, { groundTruth: false }, colleague)
    await undo(act)
    expect(await get(id)).toMatchObject({ groundTruth: false, labels: [{ authorId: colleague.userId }] })
  })

  it('leaves alarms that were labelled again as they are', async () => {
    const [first = '', second = ''] = await several(2)
    const { body } = await labelMany({ alarms: [first, second], groundTruth: false })
    await labelOne(second, { groundTruth: true })
    expect((await undo(body.act)).body).toEqual({ undone: [first], kept: [second] })
    expect((await get(second)).groundTruth).toBe(true)
  })

  it('is for its author alone', async () => {
    const id = await alarm()
    const act = newId()
    await labelOne(id, { groundTruth: true, act })
    expect((await undo(act, colleague)).body).toEqual({ undone: [], kept: [] })
    expect((await get(id)).groundTruth).toBe(true)
  })
})
