import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { startEverywhere } from '../../roles.ts'
import { bodyOf, createDeliverySite, type DeliverySite, startDeliveryWorld } from './delivery.fixture.ts'

const world = await startDeliveryWorld()
const { clock, server, tenant, call } = world
/** The services that run in every process. Among them are the metrics of waiting messages. */
const running = startEverywhere(server.container)
let site: DeliverySite
beforeEach(async () => {
  site = await createDeliverySite(world)
})
afterEach(() => site.close())
afterAll(async () => {
  await Promise.all(running.map((part) => part.stop()))
  await server.close()
})

describe('a receiver that fails', () => {
  it('is retried at growing intervals until it answers', async () => {
    const { id } = await site.createWebhook()
    site.sink.answer((_request, index) => ({ status: index < 3 ? 503 : 200 }))
    await site.decided('true')
    const dispatcher = site.runDispatcher()
    const waits: number[] = []
    for (let attempt = 1; attempt <= 3; attempt++) {
      const [row] = await site.settled(id, `attempt ${attempt}`, ([found]) => found?.attempts === attempt)
      expect(row).toMatchObject({ state: 'retrying', lastStatus: 503, lastError: 'receiver-error' })
      const wait = Date.parse(row?.nextAt ?? '') - clock.now().getTime()
      waits.push(wait)
      clock.advance(wait)
      dispatcher.wake()
    }
    const [row] = await site.settled(id, 'the delivery', ([found]) => found?.state === 'sent')
    expect(row).toMatchObject({ attempts: 4, lastError: null })
    // Each pause is random between almost zero and a limit that doubles.
    for (const [index, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(1_000)
      expect(wait).toBeLessThanOrEqual(10_000 * 2 ** index)
    }
  })

  it('is paused after five failures in a row, then gets one probe, and then the messages that waited', async () => {
    const { id } = await site.createWebhook()
    site.sink.answer({ status: 500 })
    for (let n = 0; n < 8; n++) await site.decided('true')
    const dispatcher = site.runDispatcher()
    await until('the circuit to open', async () => (await site.receiver(id)).failures >= 5)
    // What is under way comes to its end.
    await dispatcher.stop()
    const tried = site.sink.requests.length
    const { body: home } = await call('GET', '/v1/home')
    expect(home.attention.receivers).toContainEqual(expect.objectContaining({ id }))
    site.sink.answer({ status: 200 })
    clock.advance(3_600_000)
    site.runDispatcher()
    await site.settled(id, 'all delivered', (rows) => rows.every(({ state }) => state === 'sent'))
    expect(site.sink.requests.length).toBe(tried + 8)
    expect(await site.receiver(id)).toMatchObject({
      failures: 0,
      lastError: null,
      waiting: 0,
      givenUp: 0,
      retryingSince: null,
    })
  }, 90_000)

  it('is disabled after it answers that it is gone, and gets later alarms again once somebody enables it', async () => {
    const { id } = await site.createWebhook()
    site.sink.answer({ status: 410 })
    await site.decided('true')
    site.runDispatcher()
    await site.settled(id, 'the answer', ([found]) => found?.state === 'given-up')
    expect(await site.receiver(id)).toMatchObject({ active: false, disabledReason: 'gone' })
    await site.decided('true')
    expect(await site.deliveries(id)).toHaveLength(1)
    await call('PUT', `/v1/receiver/${id}`, { kind: 'webhook', active: true })
    expect(await site.receiver(id)).toMatchObject({ active: true, disabledReason: null, failures: 0 })
    site.sink.answer({ status: 200 })
    await site.decided('true')
    await site.settled(id, 'the delivery', (rows) => rows.some(({ state }) => state === 'sent'))
  })

  it('for three days has its message given up; the message can be sent again by hand', async () => {
    const { id } = await site.createWebhook()
    site.sink.answer({ status: 422 })
    const alarm = await site.decided('true')
    const dispatcher = site.runDispatcher()
    await site.settled(id, 'the first failure', ([found]) => found?.attempts === 1)
    const [trying] = await site.deliveries(id)
    expect(await call('POST', `/v1/delivery/${trying?.id}/resend`)).toMatchObject({ status: 409 })
    clock.advance(3 * 86_400_000)
    dispatcher.wake()
    const [dead] = await site.settled(id, 'the end', ([found]) => found?.state === 'given-up')
    expect(dead).toMatchObject({ attempts: 2, lastStatus: 422, lastError: 'rejected' })
    expect(await site.receiver(id)).toMatchObject({ active: true, givenUp: 1, waiting: 0 })
    site.sink.answer({ status: 200 })
    expect((await call('POST', `/v1/delivery/${dead?.id}/resend`)).body).toMatchObject({
      state: 'waiting',
      attempts: 0,
    })
    dispatcher.wake()
    await site.settled(id, 'the delivery', ([found]) => found?.state === 'sent')
    expect(site.sink.requests.map((request) => bodyOf(request).data.id)).toEqual([alarm, alarm, alarm])
    // All attempts have the same id, so that a receiver recognises a message that it already got.
    expect(new Set(site.sink.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    // Somebody who lost it can be sent it once more, also one of several that got it at different attempts.
    await inSystem(server.database.runtime, (tx) =>
      tx
        .updateTable('delivery')
        .set({ served: ['room@example.com'] })
        .where('receiver_id', '=', id)
        .execute(),
    )
    expect(await call('POST', `/v1/delivery/${dead?.id}/resend`)).toMatchObject({ status: 200 })
    dispatcher.wake()
    await site.settled(id, 'the second delivery', ([found]) => found?.state === 'sent')
    const { served } = await inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('delivery').select('served').where('receiver_id', '=', id).executeTakeFirstOrThrow(),
    )
    expect(served).toEqual([])
    expect(new Set(site.sink.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(site.sink.requests).toHaveLength(4)
  })

  it('of a kind that this version does not know has its messages given up, and they do not wait forever', async () => {
    const { id } = await site.createWebhook()
    await inSystem(server.database.runtime, (tx) =>
      tx.updateTable('receiver').set({ kind: 'pigeon' }).where('id', '=', id).execute(),
    )
    await site.decided('true')
    site.runDispatcher()
    const [given] = await site.settled(id, 'the end', ([found]) => found?.state === 'given-up')
    expect(given).toMatchObject({ attempts: 1, lastError: 'config' })
    expect(await site.receiver(id)).toMatchObject({ kind: 'pigeon', givenUp: 1 })
    expect(site.sink.requests).toHaveLength(0)
  })

  it.each([
    ['deleted', 'DELETE', undefined],
    ['disabled', 'PUT', { kind: 'webhook', active: false }],
  ] as const)('gets nothing more after it was %s', async (_what, method, body) => {
    const { id } = await site.createWebhook()
    await site.decided('true')
    expect((await call(method, `/v1/receiver/${id}`, body)).status).toBe(200)
    site.runDispatcher()
    await until('the end', async () => {
      const [found] = await inSystem(server.database.runtime, (tx) =>
        tx.selectFrom('delivery').select(['state', 'last_error']).where('receiver_id', '=', id).execute(),
      )
      return found?.state === 'dead' && found.last_error === 'receiver-off'
    })
    expect(site.sink.requests).toEqual([])
  })
})

describe('a receiver for which a thousand messages wait', () => {
  const createWaiting = async (receiverId: string) => {
    const rows = Array.from({ length: 1_000 }, () => ({
      id: newId(),
      company_id: tenant.companyId,
      receiver_id: receiverId,
      type: 'alarm.created',
      verdict: 'true',
      next_at: new Date(clock.now().getTime() + 3_600_000),
      attempts: 3,
    }))
    await inSystem(server.database.runtime, (tx) => tx.insertInto('delivery').values(rows).execute())
    // The dispatchers of other tests would go on with them.
    onTestFinished(async () => {
      await inSystem(server.database.runtime, (tx) =>
        tx.deleteFrom('delivery').where('receiver_id', '=', receiverId).execute(),
      )
    })
  }
  const states = async (receiverId: string) => {
    const rows = await inSystem(server.database.runtime, (tx) =>
      tx
        .selectFrom('delivery')
        .select(['state', 'next_at', 'attempts'])
        .where('receiver_id', '=', receiverId)
        .execute(),
    )
    const isDue = (at: Date | null) => at !== null && at <= clock.now()
    return Map.groupBy(rows, (row) => `${row.state} ${row.attempts} ${isDue(row.next_at) ? 'due' : 'later'}`)
  }

  it('is edited: all are due under the new settings, and none is lost', async () => {
    const { id } = await site.createWebhook()
    await createWaiting(id)
    const config = { url: `${site.sink.url}/moved` }
    expect((await call('PUT', `/v1/receiver/${id}`, { kind: 'webhook', config })).status).toBe(200)
    expect([...(await states(id))].map(([state, { length }]) => [state, length])).toEqual([['pending 3 due', 1_000]])
  })

  it('is deleted: nobody is called any more, and they are given up', async () => {
    const { id } = await site.createWebhook()
    await createWaiting(id)
    expect((await call('DELETE', `/v1/receiver/${id}`)).status).toBe(200)
    clock.advance(3_600_000)
    site.runDispatcher()
    await until('the first are given up', async () => (await states(id)).has('dead 3 due'))
    expect(site.sink.requests).toEqual([])
    expect((await call('GET', `/v1/receiver/${id}/deliveries`)).status).toBe(404)
  })
})

describe('the state of deliveries', () => {
  /** Reads the numbers of messages from the metrics. They include the messages of other tests, which do not change. */
  const counted = async () => {
    const { body } = await server.app.inject('/metrics')
    const figure = (state: string) =>
      Number(new RegExp(`^winnow_deliveries{state="${state}",kind="webhook"} (\\d+)$`, 'm').exec(body)?.[1])
    return { waiting: figure('waiting'), retrying: figure('retrying'), 'given-up': figure('given-up') }
  }
  const onHome = async (id: string) =>
    (await call('GET', '/v1/home')).body.attention.receivers.find((found: { id: string }) => found.id === id)
  const onAlarm = async (alarm: string) => (await call('GET', `/alarm/${alarm}`)).body.deliveries

  it('has the same value on the alarm, its receiver, Home and in the metrics', async () => {
    const before = await counted()
    const { id } = await site.createWebhook()
    await site.sink.close()
    const alarm = await site.decided('true')
    expect(await onAlarm(alarm)).toMatchObject([{ state: 'waiting', retryingSince: null, attempts: 0 }])
    expect(await counted()).toEqual({ ...before, waiting: before.waiting + 1 })
    expect(await onHome(id)).toBeUndefined()

    const since = clock.now().toISOString()
    const dispatcher = site.runDispatcher()
    await site.settled(id, 'the first attempt', ([found]) => found?.attempts === 1)
    await dispatcher.stop()
    const problem = { lastError: 'refused', lastStatus: null, lastDetail: 'No connection (ECONNREFUSED).' }
    expect(await onAlarm(alarm)).toMatchObject([{ state: 'retrying', retryingSince: since, attempts: 1, ...problem }])
    clock.advance(60_000)
    // The second message was never tried. It waits behind the first message for the same reason.
    const behind = await site.decided('true')
    expect(await onAlarm(behind)).toMatchObject([{ state: 'retrying', attempts: 0, ...problem }])
    expect(await site.receiver(id)).toMatchObject({ waiting: 2, givenUp: 0, retryingSince: since, ...problem })
    expect(await onHome(id)).toMatchObject({ waiting: 2, givenUp: 0, retryingSince: since, stopped: false, ...problem })
    expect(await counted()).toEqual({ ...before, retrying: before.retrying + 2 })
    for (const [state, count] of [
      ['retrying', 2],
      ['waiting', 0],
      ['sent', 0],
      ['given-up', 0],
    ] as const)
      expect((await call('GET', `/v1/receiver/${id}/deliveries?state=${state}`)).body.count).toBe(count)

    // The waiting messages of a disabled receiver are given up.
    await call('PUT', `/v1/receiver/${id}`, { kind: 'webhook', active: false })
    clock.advance(3_600_000)
    site.runDispatcher()
    await site.settled(id, 'the end', (rows) => rows.every(({ state }) => state === 'given-up'))
    expect(await onAlarm(alarm)).toMatchObject([{ state: 'given-up', retryingSince: null, lastError: 'receiver-off' }])
    expect(await onHome(id)).toMatchObject({ waiting: 0, givenUp: 2, retryingSince: null })
    expect(await counted()).toEqual({ ...before, 'given-up': before['given-up'] + 2 })
  })

  it('is reported on Home when messages wait for a minute because no process sends them', async () => {
    const { id } = await site.createWebhook()
    await site.decided('true')
    const since = clock.now().toISOString()
    expect(await onHome(id)).toBeUndefined()
    clock.advance(61_000)
    expect(await onHome(id)).toMatchObject({ waiting: 1, waitingSince: since, retryingSince: null, lastError: null })
  })
})

describe('a message with a correction', () => {
  /** An alarm whose first message was given up and whose correction was delivered, and its receiver. */
  async function corrected() {
    const { id } = await site.createWebhook()
    site.sink.answer({ status: 422 })
    const alarm = await site.decided('deadline')
    const dispatcher = site.runDispatcher()
    await site.settled(id, 'the first failure', ([found]) => found?.attempts === 1)
    clock.advance(3 * 86_400_000)
    dispatcher.wake()
    const [dead] = await site.settled(id, 'the end', ([found]) => found?.state === 'given-up')
    site.sink.answer({ status: 200 })
    await site.decide(alarm, 'false')
    dispatcher.wake()
    await site.settled(id, 'the correction', (rows) => rows.some(({ state }) => state === 'sent'))
    return { id, alarm, dead: dead?.id, dispatcher }
  }

  it('that was given up and is sent again after the correction contains the corrected verdict, under its own id', async () => {
    const { id, alarm, dead, dispatcher } = await corrected()
    const correction = site.sink.requests.at(-1)
    clock.advance(60_000)
    await call('POST', `/v1/delivery/${dead}/resend`)
    dispatcher.wake()
    await site.settled(id, 'both', (rows) => rows.every(({ state }) => state === 'sent'))
    const last = site.sink.requests.at(-1)
    expect(last?.headers['webhook-id']).toBe(dead)
    expect(bodyOf(last)).toMatchObject({
      type: 'alarm.created',
      timestamp: bodyOf(correction).timestamp,
      data: { id: alarm, verdict: 'false', previousVerdict: null },
    })
  })

  it('that waits is sent before the correction, each of them with its own verdict and time', async () => {
    const { id } = await site.createWebhook()
    const alarm = await site.decided('deadline')
    const at = clock.now().toISOString()
    clock.advance(5_000)
    await site.decide(alarm, 'false')
    site.runDispatcher()
    await site.settled(id, 'both', (rows) => rows.length === 2 && rows.every(({ state }) => state === 'sent'))
    expect(site.sink.requests.map((request) => bodyOf(request))).toMatchObject([
      { type: 'alarm.created', timestamp: at, data: { verdict: 'unverified' } },
      { type: 'alarm.corrected', timestamp: clock.now().toISOString(), data: { verdict: 'false' } },
    ])
  })
})
