// Operators share the queue of passed alarms. Two servers with one database stand for two processes.
import type { UserType } from '@winnow/contract'
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
import { inSystem } from '../../platform/db/transaction.ts'

const clock = createFakeClock(new Date())
let server: TestServer
let second: TestServer
let tenant: Tenant
let camera: Awaited<ReturnType<typeof createCamera>>
let ana: LoggedIn
let ben: LoggedIn

beforeAll(async () => {
  server = await startTestServer({ clock })
  second = await startTestServer({ beside: server, clock })
})
afterAll(async () => {
  await second.close()
  await server.close()
})
beforeEach(async () => {
  tenant = await createTenant(server.database.runtime)
  camera = await createCamera(server.database.runtime, tenant.companyId)
  ana = await operator()
  ben = await operator()
  // The factory's own alarm would be part of the queue.
  await inSystem(server.database.runtime, (tx) => tx.deleteFrom('alarm').where('id', '=', tenant.alarmId).execute())
})

const operator = (userType: UserType = 'OPERATOR_USER') =>
  createLoggedIn(server.database.runtime, { companyId: tenant.companyId, userType })
const label = (id: string, as: LoggedIn) => callApi(server, as, 'PUT', `/alarm/${id}`, { groundTruth: true })
const alarm = (secondsAgo: number, verdict: 'true' | 'false' | 'unverified' | null = 'true', place = camera) =>
  createAlarm(
    server.database.runtime,
    {
      companyId: tenant.companyId,
      ...place,
    },
    { verdict, receivedAt: new Date(clock.now().getTime() - secondsAgo * 1_000) },
  )
const tabOf = (who: LoggedIn) => `tab-${who.userId}`
const next = async (who: LoggedIn, body: object = {}, on = server) =>
  (await callApi(on, who, 'POST', '/v1/review-queue/next', { tab: tabOf(who), ...body })).body
const got = async (who: LoggedIn, body: object = {}, on = server) => (await next(who, body, on)).item?.alarm.id
const state = async (who: LoggedIn) => (await callApi(server, who, 'GET', '/v1/review-queue')).body
const renew = async (who: LoggedIn, id?: string, tab = tabOf(who)) =>
  (await callApi(server, who, 'POST', '/v1/review-queue/renew', { tab, ...(id ? { alarm: id } : {}) })).body.status
const leave = (who: LoggedIn, tab = tabOf(who)) => callApi(server, who, 'POST', '/v1/review-queue/leave', { tab })
const give = (who: LoggedIn, id: string, to: string | null, note?: string) =>
  callApi(server, who, 'POST', '/v1/review-queue/hand-over', {
    tab: tabOf(who),
    alarm: id,
    to,
    ...(note ? { note } : {}),
  })

describe('the next alarm', () => {
  it('is the one that is due first: true alarms after a minute, unverified ones after five', async () => {
    const [unverified, fresh, old] = [await alarm(270, 'unverified'), await alarm(5), await alarm(40)]
    await alarm(500, 'false')
    await alarm(500, null)
    // Due in 20 s, 30 s and 55 s.
    expect(await got(ana)).toBe(old)
    expect(await got(ana, { done: old })).toBe(unverified)
    expect(await got(ana, { done: unverified })).toBe(fresh)
    expect(await next(ana, { done: fresh })).toMatchObject({ status: 'empty', item: null })
  })

  it('follows the target times of the company, which its administrators set', async () => {
    const [unverified, fresh] = [await alarm(200, 'unverified'), await alarm(5)]
    const put = (who: LoggedIn, body: object) => callApi(server, who, 'PUT', '/v1/review-queue/settings', body)
    const settings = { trueSeconds: 600, unverifiedSeconds: 60, hours: 1 }
    expect((await put(ana, settings)).status).toBe(403)
    expect((await put(tenant.admin, { ...settings, trueSeconds: 0 })).status).toBe(400)
    expect((await put(tenant.admin, settings)).body).toEqual(settings)
    const first = await next(ana)
    expect(first.item).toMatchObject({
      alarm: { id: unverified },
      dueAt: new Date(clock.now().getTime() - 140_000).toISOString(),
    })
    expect(await state(ben)).toMatchObject({ settings, waiting: 1, late: 0 })
    expect(first.ahead).toEqual([fresh])
  })

  it('is no labelled or test alarm, none of another company, and none older than the hours of the queue', async () => {
    const other = await createTenant(server.database.runtime)
    await alarm(25 * 3_600)
    const labelled = await alarm(10)
    await label(labelled, ben)
    const test = await alarm(10)
    await inSystem(server.database.runtime, (tx) =>
      tx.updateTable('alarm').set({ is_test: true }).where('id', '=', test).execute(),
    )
    expect((await next(ana)).status).toBe('empty')
    expect(await got(other.admin)).toBe(other.alarmId)
    expect(await state(ana)).toMatchObject({
      waiting: 0,
      late: 0,
      held: [],
      lastAt: new Date(clock.now().getTime() - 10_000).toISOString(),
    })
  })

  it('is only one that the operator may see', async () => {
    const elsewhere = await createCamera(server.database.runtime, tenant.companyId)
    const [hidden, granted] = [await alarm(100), await alarm(10, 'true', elsewhere)]
    const guest = await operator('EXTERNAL_USER')
    await inSystem(server.database.runtime, (tx) =>
      tx
        .insertInto('user_grant')
        .values({
          user_id: guest.userId,
          company_id: tenant.companyId,
          node_type: 'site',
          node_id: elsewhere.siteId,
          permission: 'write',
        })
        .execute(),
    )
    expect(await got(guest)).toBe(granted)
    expect(await state(guest)).toMatchObject({ waiting: 0, people: [] })
    expect(await got(ana)).toBe(hidden)
    // The guest is not told of colleagues at other sites, and cannot get their alarms.
    expect((await state(guest)).held.map(({ alarmId }: { alarmId: string }) => alarmId)).toEqual([granted])
    expect((await state(ana)).people).toEqual([{ userId: guest.userId, name: 'EXTERNAL_USER', mayTake: false }])
    expect((await give(ana, hidden, guest.userId)).status).toBe(409)
  })
})

describe('a claim', () => {
  it('is never given to two operators, however many ask both servers at once', async () => {
    const operators = await Promise.all(Array.from({ length: 12 }, () => operator()))
    const made = await Promise.all(Array.from({ length: 30 }, (_, n) => alarm(n + 1, n % 3 ? 'true' : 'unverified')))
    const handed: string[] = []
    const work = async (who: LoggedIn, on: TestServer) => {
      for (let id = await got(who, {}, on); id !== undefined;) {
        handed.push(id)
        // oxlint-disable-next-line no-await-in-loop -- an operator works on one alarm after another
        const reply = await next(who, { done: id }, on)
        id = reply.item?.alarm.id
      }
    }
    await Promise.all(operators.map((who, n) => work(who, n % 2 ? server : second)))
    // An alarm whose row another transaction held at that moment is passed over; whoever asks next gets it.
    await work(ana, server)
    expect(handed.toSorted()).toEqual(made.toSorted())
  })

  it('goes to one of two operators who ask at once for the only alarm', async () => {
    const only = await alarm(10)
    const replies = await Promise.all([ana, ben].map((who, n) => got(who, {}, n ? second : server)))
    expect(replies.filter(Boolean)).toEqual([only])
  })

  it('runs out after 60 s unless it is renewed', async () => {
    const id = await alarm(10)
    expect(await got(ana)).toBe(id)
    clock.advance(59_000)
    expect(await got(ben)).toBeUndefined()
    expect(await renew(ana, id)).toBe('held')
    clock.advance(59_000)
    expect(await got(ben)).toBeUndefined()
    clock.advance(1_000)
    expect(await got(ben)).toBe(id)
    expect(await renew(ana, id)).toBe('lost')
  })

  it('that ran out is taken up again by its operator, if nobody else has taken it', async () => {
    const id = await alarm(10)
    await got(ana)
    clock.advance(300_000)
    expect(await renew(ana, id)).toBe('held')
    expect(await got(ben)).toBeUndefined()
  })

  it('is kept by reloading the page, and ends if a colleague labels the alarm', async () => {
    const [first, later] = [await alarm(20), await alarm(10)]
    expect(await got(ana)).toBe(first)
    expect(await got(ana)).toBe(first)
    await label(first, ben)
    expect(await renew(ana, first)).toBe('lost')
    expect(await got(ana)).toBe(later)
  })

  it.each([
    ['leaves', (who: LoggedIn) => leave(who)],
    ['logs out', (who: LoggedIn) => callApi(server, who, 'POST', '/auth/logout')],
  ])('ends when its operator %s', async (_how, goes) => {
    const id = await alarm(10)
    await got(ana)
    expect(await got(ben)).toBeUndefined()
    expect((await goes(ana)).status).toBe(200)
    expect(await got(ben)).toBe(id)
    expect(await state(ben)).toMatchObject({ people: [], held: [{ userId: ben.userId, alarmId: id }] })
  })

  it('is kept from others for a minute after it was labelled, since the label may be on its way', async () => {
    const id = await alarm(10)
    await got(ana)
    await next(ana, { done: id })
    expect(await got(ben)).toBeUndefined()
    clock.advance(60_000)
    expect(await got(ben)).toBe(id)
  })

  it('is told to all who may see the alarm, when it begins and when it is given back', async () => {
    const id = await alarm(10)
    await got(ana)
    await leave(ana)
    const events = await inSystem(server.database.runtime, (tx) =>
      tx
        .selectFrom('live_event')
        .select('payload')
        .where('type', '=', 'review.changed')
        .where('company_id', '=', tenant.companyId)
        .execute(),
    )
    const { viewId, siteId, projectId } = camera
    expect(events.map(({ payload }) => payload)).toEqual([1, 2].map(() => ({ id, viewId, siteId, projectId })))
  })
})

describe('an alarm that was put aside', () => {
  it('goes to others at once, and to the same operator after five minutes or on request', async () => {
    const [first, later] = [await alarm(20), await alarm(10)]
    expect(await got(ana)).toBe(first)
    expect(await got(ana, { skip: first })).toBe(later)
    expect(await got(ben)).toBe(first)
    await leave(ben)
    expect(await next(ana, { done: later })).toMatchObject({ status: 'empty' })
    expect(await state(ana)).toMatchObject({ waiting: 1, skipped: 1 })
    expect(await got(ana, { withSkipped: true })).toBe(first)
    await next(ana, { skip: first })
    clock.advance(300_000)
    expect(await got(ana)).toBe(first)
  })
})

describe('a hand-over', () => {
  it('to a colleague reserves the alarm for them for five minutes, says who and why, and is audited', async () => {
    const id = await alarm(10)
    const cy = await operator()
    await got(ana)
    await next(ben)
    expect((await state(ana)).people).toEqual([{ userId: ben.userId, name: 'OPERATOR_USER', mayTake: true }])
    expect((await give(ana, id, ben.userId, 'You know this gate.')).status).toBe(200)
    expect([await got(ana), await got(cy)]).toEqual([undefined, undefined])
    const { item } = await next(ben)
    expect(item).toMatchObject({
      alarm: { id },
      handOver: { by: 'OPERATOR_USER', note: 'You know this gate.', toCaller: true },
    })
    const entries = await inSystem(server.database.runtime, (tx) =>
      tx
        .selectFrom('audit')
        .select('after')
        .where('action', '=', 'alarm.handed-over')
        .where('object_id', '=', id)
        .execute(),
    )
    expect(entries).toEqual([{ after: { to: 'OPERATOR_USER', note: 'You know this gate.' } }])
  })

  it('that the colleague does not take is open to all after five minutes', async () => {
    const [id, other] = [await alarm(20), await alarm(10)]
    const cy = await operator()
    await got(ana)
    expect(await got(ben)).toBe(other)
    await give(ana, id, ben.userId)
    // Ben stays with the alarm at hand.
    for (let minute = 0; minute < 9; minute++) {
      clock.advance(33_000)
      expect(await renew(ben, other)).toBe('held')
    }
    expect(await got(cy)).toBeUndefined()
    clock.advance(3_000)
    expect(await got(cy)).toBe(id)
  })

  it('is open to all at once when the colleague leaves the queue', async () => {
    const [id, other] = [await alarm(20), await alarm(10)]
    const cy = await operator()
    await got(ana)
    expect(await got(ben)).toBe(other)
    await give(ana, id, ben.userId)
    expect(await got(cy)).toBeUndefined()
    await leave(ben)
    expect(await got(cy)).toBe(id)
  })

  it('is open to all at once when the colleague puts it aside, who gets the next one', async () => {
    const [id, other] = [await alarm(20), await alarm(10)]
    const cy = await operator()
    await got(ana)
    expect(await got(ben)).toBe(other)
    await give(ana, id, ben.userId)
    expect(await got(ben, { done: other })).toBe(id)
    expect(await got(ben, { skip: id })).toBeUndefined()
    expect(await got(cy)).toBe(id)
  })

  it('back to the queue gives the alarm with its note to the next operator', async () => {
    const id = await alarm(10)
    await got(ana)
    expect((await give(ana, id, null, 'Waiting for a call back.')).status).toBe(200)
    expect(await got(ana)).toBeUndefined()
    expect((await next(ben)).item).toMatchObject({
      alarm: { id },
      handOver: { note: 'Waiting for a call back.', toCaller: false },
    })
  })

  it('is refused for an alarm that the operator does not hold, and to a colleague without an open queue', async () => {
    const id = await alarm(10)
    expect((await give(ana, id, null)).status).toBe(409)
    await got(ana)
    expect((await give(ana, id, ben.userId)).status).toBe(404)
    expect((await give(ana, id, null, 'x'.repeat(501))).status).toBe(400)
    expect(await renew(ana, id)).toBe('held')
  })
})

describe('two tabs of one operator', () => {
  it('hold one alarm together: the tab opened last works on it, and the other one is told', async () => {
    const [first] = [await alarm(20), await alarm(10)]
    expect(await got(ana)).toBe(first)
    expect(await next(ana, { tab: 'second-tab' })).toMatchObject({ status: 'elsewhere', item: null })
    expect(await got(ana, { tab: 'second-tab', takeOver: true })).toBe(first)
    expect(await renew(ana, first)).toBe('elsewhere')
    // Closing the old tab does not free the alarm.
    await leave(ana)
    expect(await renew(ana, first, 'second-tab')).toBe('held')
    await leave(ana, 'second-tab')
    expect(await got(ben)).toBe(first)
  })

  it('that ask at the same time claim one alarm', async () => {
    const [first] = [await alarm(20), await alarm(10)]
    const tabs = ['tab-number-1', 'tab-number-2']
    const replies = await Promise.all(tabs.map((tab, n) => got(ana, { tab, takeOver: true }, n ? second : server)))
    expect(new Set(replies)).toEqual(new Set([first]))
    expect((await state(ben)).held).toHaveLength(1)
  })
})

it('a queue with nobody and with nothing says so, and gives nothing', async () => {
  const empty = { waiting: 0, waitingIsExact: true, late: 0, skipped: 0, lastAt: null, people: [], held: [] }
  expect(await state(ben)).toMatchObject(empty)
  expect(await next(ana)).toMatchObject({ status: 'empty', item: null, ahead: [] })
  expect(await state(ben)).toMatchObject({ ...empty, people: [{ userId: ana.userId }] })
  await leave(ana)
  expect(await state(ben)).toMatchObject(empty)
  // With nobody in it, alarms wait and become late.
  await alarm(90)
  expect(await state(ben)).toMatchObject({ waiting: 1, late: 1, people: [], held: [] })
})

it('the state says how many wait and are late, and who holds what since when', async () => {
  const held = await alarm(90)
  await alarm(70)
  await alarm(10)
  await alarm(100, 'unverified')
  await got(ana)
  const { people, held: all, ...counts } = await state(ben)
  expect(counts).toMatchObject({ waiting: 3, waitingIsExact: true, late: 1, skipped: 0 })
  expect(people).toMatchObject([{ userId: ana.userId, mayTake: false }])
  expect(all).toMatchObject([
    {
      alarmId: held,
      userId: ana.userId,
      userName: 'OPERATOR_USER',
      viewName: `Camera ${camera.viewId}`,
      since: clock.now().toISOString(),
      dueAt: new Date(clock.now().getTime() - 30_000).toISOString(),
    },
  ])
})
