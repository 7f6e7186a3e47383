import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { inSystem } from '../../platform/db/transaction.ts'
import { findingsOf } from '../../../test/findings.ts'
import { decideAlarm } from '../alarms/index.ts'
import { bodyOf, createDeliverySite, startDeliveryWorld, type DeliverySite } from './delivery.fixture.ts'
import type { DeliveryResult } from '@winnow/delivery'
import type { DueDelivery } from './claim-deliveries.ts'
import { planDeliveries } from './plan-deliveries.ts'
import { settleDelivery } from './settle-delivery.ts'

const world = await startDeliveryWorld()
const { clock, server, call } = world
const db = server.database.runtime
let site: DeliverySite
beforeAll(() => clock.advance(60_000))
beforeEach(async () => {
  site = await createDeliverySite(world)
  clock.advance(3_600_000)
})
afterEach(() => site.close())
afterAll(() => server.close())

async function createHook(config: object): Promise<string> {
  const { status, body } = await call('POST', `/v1/site/${site.camera.siteId}/receivers`, {
    kind: 'webhook',
    name: 'Station',
    config: { url: `${site.sink.url}/in`, ...config },
  })
  expect(status).toBe(200)
  return body.receiver.id
}

/** An alarm that is decided now, a second after the last one. */
async function alarm(verdict: 'true' | 'false' | 'deadline', classes: readonly string[] = ['person']): Promise<string> {
  const id = await site.createWaiting()
  const findings = verdict === 'deadline' ? undefined : { ...findingsOf(verdict), classes: [...classes] }
  await inSystem(db, (tx) => decideAlarm(tx, id, findings, planDeliveries, clock.now()))
  clock.advance(1000)
  return id
}

const allSent = (count: number) => (rows: { state: string }[]) =>
  rows.filter(({ state }) => state === 'sent').length === count
/** What arrived: the alarm and those that it stands for too. */
const arrived = (): string[][] =>
  site.sink.requests.map((request) => {
    const { data } = bodyOf(request)
    return [data.id, ...(data.gathered?.alarms ?? [])]
  })

it('the first goes at once, and what follows as one message when the time is over, with number and ids · NOTIFICATIONS-006', async () => {
  const hook = await createHook({ debounceSeconds: 60 })
  site.runDispatcher()
  const ids = [await alarm('true'), await alarm('true'), await alarm('deadline'), await alarm('true')]
  await site.settled(hook, 'the first', allSent(1))
  expect(arrived()).toEqual([ids.slice(0, 1)])
  clock.advance(60_000)
  await site.settled(hook, 'all of them', allSent(4))
  expect(arrived()).toEqual([ids.slice(0, 1), ids.slice(1)])
  expect(bodyOf(site.sink.requests[1]).data).toMatchObject({ verdict: 'true', gathered: { isDigest: false } })
  const again = await alarm('true')
  await site.settled(hook, 'the next one', allSent(5))
  expect(arrived()[2]).toEqual([again])
})

it('a higher verdict and another class go at once, and the message stands for the highest · NOTIFICATIONS-006', async () => {
  const hook = await createHook({ debounceSeconds: 60 })
  site.runDispatcher()
  const first = await alarm('deadline')
  const low = await alarm('deadline')
  const rise = await alarm('true')
  const high = await alarm('true')
  const other = await alarm('true', ['vehicle'])
  await site.settled(hook, 'three', allSent(3))
  expect(new Set(arrived().flat())).toEqual(new Set([first, rise, other]))
  clock.advance(60_000)
  await site.settled(hook, 'all', allSent(5))
  expect(arrived()[3]).toEqual([high, low])
})

it('what waits by choice is no trouble on Home, until it is overdue', async () => {
  const hook = await createHook({ debounceSeconds: 600 })
  await alarm('true')
  await alarm('true')
  await inSystem(db, (tx) =>
    tx
      .updateTable('delivery')
      .set({ state: 'delivered' })
      .where('carrier_id', 'is', null)
      .where('receiver_id', '=', hook)
      .where('next_at', '<=', clock.now())
      .execute(),
  )
  const troubled = async (): Promise<string[]> =>
    (await call('GET', '/v1/home')).body.attention.receivers.map(({ id }: { id: string }) => id)
  clock.advance(300_000)
  expect(await troubled()).not.toContain(hook)
  clock.advance(400_000)
  expect(await troubled()).toContain(hook)
})

it('a correction lets what it corrects go at once, in order', async () => {
  const hook = await createHook({ debounceSeconds: 600 })
  const first = await alarm('true')
  const held = await alarm('deadline')
  const corrected = await alarm('deadline')
  await site.decide(corrected, 'true')
  site.runDispatcher()
  await site.settled(hook, 'three', allSent(3))
  const told = site.sink.requests.map((request) => [bodyOf(request).data.id, bodyOf(request).type])
  expect(told.filter(([id]) => id === corrected)).toEqual([
    [corrected, 'alarm.created'],
    [corrected, 'alarm.corrected'],
  ])
  expect(told.flat()).not.toContain(held)
  expect(told.flat()).toContain(first)
})

it('what is gathered is sent by itself where the message that stood for it is gone: nothing is dropped', async () => {
  const hook = await createHook({ debounceSeconds: 60 })
  await alarm('true')
  const carrier = await alarm('true')
  const held = await alarm('true')
  await inSystem(db, (tx) => tx.deleteFrom('delivery').where('alarm_id', '=', carrier).execute())
  clock.advance(60_000)
  site.runDispatcher()
  await site.settled(hook, 'the others', allSent(2))
  expect(arrived().flat()).toContain(held)
})

it('what is gathered waits with the message that stands for it for the end of a pause of the receiver', async () => {
  const hook = await createHook({ debounceSeconds: 60 })
  const pausedUntil = new Date(clock.now().getTime() + 120_000)
  await inSystem(db, (tx) =>
    tx.updateTable('receiver').set({ failures: 20, circuit_until: pausedUntil }).where('id', '=', hook).execute(),
  )
  const ids = [await alarm('true'), await alarm('true'), await alarm('true')]
  clock.advance(120_000)
  site.runDispatcher()
  // Either tries whether the receiver works again. The other is postponed meanwhile, with what it stands for.
  await site.settled(hook, 'all', allSent(3))
  expect(new Set(arrived())).toEqual(new Set([ids.slice(0, 1), ids.slice(1)]))
})

it('what a message is given up for is given up with it, and comes again with it', async () => {
  const hook = await createHook({ debounceSeconds: 60 })
  site.runDispatcher()
  await alarm('true')
  await site.settled(hook, 'the first', allSent(1))
  site.sink.answer({ status: 410 })
  const gathered = [await alarm('true'), await alarm('true')]
  clock.advance(60_000)
  await site.settled(hook, 'the end', (rows) => rows.filter(({ state }) => state === 'given-up').length === 2)
  site.sink.answer({ status: 200 })
  await call('PUT', `/v1/receiver/${hook}`, { kind: 'webhook', active: true })
  const carrier = await inSystem(db, (tx) =>
    tx
      .selectFrom('delivery')
      .select('id')
      .where('alarm_id', '=', gathered[0] ?? '')
      .executeTakeFirstOrThrow(),
  )
  expect((await call('POST', `/v1/delivery/${carrier.id}/resend`)).status).toBe(200)
  await site.settled(hook, 'all', allSent(3))
  expect(arrived().at(-1)).toEqual(gathered)
})

it('filtered alarms go as a digest of the site by choice, and others are not held up by it', async () => {
  const hook = await createHook({ filtered: true, digestMinutes: 60 })
  site.runDispatcher()
  const filtered = [await alarm('false'), await alarm('false')]
  const real = await alarm('true')
  await site.settled(hook, 'the true one', allSent(1))
  expect(arrived()).toEqual([[real]])
  clock.advance(3_600_000)
  await site.settled(hook, 'the digest', allSent(3))
  expect(arrived()[1]).toEqual(filtered)
  expect(bodyOf(site.sink.requests[1]).data).toMatchObject({ verdict: 'false', gathered: { isDigest: true } })
})

it('what waited during a long outage goes as one message by choice, and the newest true alarm by itself', async () => {
  const hook = await createHook({ outageDigestMinutes: 30 })
  const settle = (alarmId: string, result: DeliveryResult) =>
    inSystem(db, async (tx) => {
      const row = await tx.selectFrom('delivery').selectAll().where('alarm_id', '=', alarmId).executeTakeFirstOrThrow()
      await settleDelivery(tx, row as DueDelivery, result, 0, clock.now())
    })
  const down = { ok: false, retry: true, ms: 1, code: 'timeout', detail: 'No answer in time.' } as const
  const [first, second] = [await alarm('true'), await alarm('true')]
  const waiting = [await alarm('deadline'), await alarm('true'), await alarm('deadline')]
  const newest = await alarm('true')
  await settle(first, down)
  clock.advance(29 * 60_000)
  await settle(first, { ok: true, ms: 1 })
  const marked = async () =>
    (await call('GET', `/v1/receiver/${hook}/deliveries`)).body.rows
      .filter(({ inDigest }: { inDigest: boolean }) => inDigest)
      .map(({ alarmId }: { alarmId: string }) => alarmId)
  // An outage that is shorter than chosen changes nothing.
  expect(await marked()).toEqual([])
  await settle(second, down)
  clock.advance(31 * 60_000)
  await settle(second, { ok: true, ms: 1 })
  expect(await marked()).toEqual(waiting.toReversed())
  site.runDispatcher()
  await site.settled(hook, 'all', allSent(6))
  const [real = '', ...others] = [waiting[1], waiting[0], waiting[2]]
  expect(arrived()).toHaveLength(2)
  expect(arrived()).toEqual(expect.arrayContaining([[newest], [real, ...others]]))
  const digest = site.sink.requests.map((request) => bodyOf(request).data).find(({ gathered }) => gathered)
  expect(digest).toMatchObject({ verdict: 'true', gathered: { isDigest: true, isOutage: true, trueAlarms: 1 } })
})

it('a receiver gets what it has chosen, and one that has chosen nothing is refused', async () => {
  const alone = await createHook({ unverified: false, corrections: false })
  const [real, unsure] = [await alarm('true'), await alarm('deadline')]
  await site.decide(unsure, 'true')
  const told = await site.deliveries(alone)
  expect(told.map(({ type, alarmId }) => [type, alarmId])).toEqual([
    ['alarm.created', unsure],
    ['alarm.created', real],
  ])
  const config = { url: `${site.sink.url}/in`, trueAlarms: false, unverified: false }
  const { status, body } = await call('PUT', `/v1/receiver/${alone}`, { kind: 'webhook', config })
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('choice.none')])
})
