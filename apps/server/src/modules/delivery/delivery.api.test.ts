import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { bodyOf, createDeliverySite, type DeliverySite, startDeliveryWorld } from './delivery.fixture.ts'
import { planDeliveries } from './plan-deliveries.ts'

const world = await startDeliveryWorld()
const { clock, server, tenant, call } = world
let site: DeliverySite
beforeEach(async () => {
  site = await createDeliverySite(world)
})
afterEach(() => site.close())
afterAll(() => server.close())

describe('a webhook', () => {
  it('gets true and unverified alarms, signed, and never a filtered alarm', async () => {
    const { secret } = await site.createWebhook()
    await site.decided('false')
    const [passed, unsure] = [await site.decided('true'), await site.decided('unverified')]
    site.runDispatcher()
    const requests = await site.sink.received(2)
    await site.decided('false')
    const sent = new Map(requests.map((request) => [bodyOf(request).data.id, bodyOf(request)]))
    expect([...sent.keys()].map(String).toSorted()).toEqual([passed, unsure].toSorted())
    expect(sent.get(passed)).toMatchObject({ type: 'alarm.created', data: { verdict: 'true', previousVerdict: null } })
    expect(sent.get(unsure)).toMatchObject({ type: 'alarm.created', data: { verdict: 'unverified' } })
    for (const { headers, body } of requests) {
      const at = new Date(Number(headers['webhook-timestamp']) * 1000)
      const expected = new Webhook(secret).sign(String(headers['webhook-id']), at, body.toString())
      expect(String(headers['webhook-signature']).split(' ')).toContain(expected)
    }
    expect(site.sink.requests).toHaveLength(2)
  })

  it('gets the alarms of a suspended company too, since only its console is closed · SUSPENSION-001', async () => {
    await site.createWebhook()
    const suspend = (at: Date | null) =>
      inSystem(server.database.runtime, (tx) =>
        tx.updateTable('company').set({ suspended_at: at }).where('id', '=', tenant.companyId).execute(),
      )
    await suspend(clock.now())
    try {
      expect((await call('GET', '/v1/home')).status).toBe(403)
      const sent = [await site.decided('true'), await site.decided('deadline')]
      site.runDispatcher()
      const requests = await site.sink.received(2)
      expect(requests.map((request) => String(bodyOf(request).data.id)).toSorted()).toEqual(sent.toSorted())
    } finally {
      await suspend(null)
    }
  })

  it('shows pictures without a login for seven days, with a new signature at each attempt', async () => {
    const { id } = await site.createWebhook()
    site.sink.answer((_request, index) => ({ status: index === 0 ? 503 : 200 }))
    const alarm = await site.createWaiting()
    await server.container.deps.media.put('media/2026-01-01/pictured/0.jpg', Buffer.from('picture'))
    await inSystem(server.database.runtime, (tx) =>
      tx
        .insertInto('frame')
        .values({
          alarm_id: alarm,
          position: 0,
          company_id: tenant.companyId,
          signal_id: alarm,
          media_id: 'm',
          kind: 'still',
          original_type: 'image/jpeg',
          original_bytes: 7,
          display_key: 'media/2026-01-01/pictured/0.jpg',
          judged: true,
        })
        .execute(),
    )
    await site.decide(alarm, 'true')
    const dispatcher = site.runDispatcher()
    await site.settled(id, 'the first failure', (rows) => rows[0]?.attempts === 1)
    clock.advance(60_000)
    dispatcher.wake()
    const [first, second] = (await site.sink.received(2)).map(
      (request) => bodyOf(request).data.pictures[0].url as string,
    )
    expect(second).not.toBe(first)
    const look = async (address: string | undefined) => {
      const { pathname, search } = new URL(address ?? '')
      return server.app.inject(pathname + search)
    }
    expect((await look(first)).body).toBe('picture')
    clock.advance(7 * 86_400_000 - 1_000)
    expect((await look(first)).statusCode).toBe(404)
    expect((await look(second)).statusCode).toBe(200)
    clock.advance(60_000)
    expect((await look(second)).statusCode).toBe(404)
  })

  it('gets a correction after the message that it corrects, even if that message has to be retried', async () => {
    const { id } = await site.createWebhook()
    site.sink.answer((_request, index) => ({ status: index === 0 ? 500 : 200 }))
    const alarm = await site.decided('deadline')
    const dispatcher = site.runDispatcher()
    await site.settled(id, 'the first failure', (rows) => rows[0]?.attempts === 1)
    await site.decide(alarm, 'false')
    const [other] = [await site.decided('true')]
    dispatcher.wake()
    // The message that failed does not delay the message about another alarm.
    await site.sink.received(2)
    expect(bodyOf(site.sink.requests[1]).data.id).toBe(other)
    clock.advance(60_000)
    dispatcher.wake()
    const corrections = (await site.sink.received(4)).slice(2).map((request) => bodyOf(request))
    expect(corrections).toMatchObject([
      { type: 'alarm.created', data: { id: alarm, verdict: 'unverified' } },
      { type: 'alarm.corrected', data: { id: alarm, verdict: 'false', previousVerdict: 'unverified' } },
    ])
  })

  it('gets each change of a verdict once and in order, including a change back', async () => {
    const { id } = await site.createWebhook()
    const alarm = await site.decided('deadline')
    await site.decide(alarm, 'false')
    // Pictures joined the alarm. They were not analysed before the deadline, but later.
    await site.decide(alarm, 'deadline')
    await site.decide(alarm, 'false')
    // An unchanged verdict causes no message.
    await site.decide(alarm, 'false')
    site.runDispatcher()
    await site.settled(id, 'all', (rows) => rows.length > 0 && rows.every(({ state }) => state === 'sent'))
    expect(site.sink.requests.map((request) => bodyOf(request))).toMatchObject([
      { type: 'alarm.created', data: { verdict: 'unverified', previousVerdict: null } },
      { type: 'alarm.corrected', data: { verdict: 'false', previousVerdict: 'unverified' } },
      { type: 'alarm.corrected', data: { verdict: 'unverified', previousVerdict: 'false' } },
      { type: 'alarm.corrected', data: { verdict: 'false', previousVerdict: 'unverified' } },
    ])
  })

  it('gets a change once, even if its message is planned twice', async () => {
    const { id } = await site.createWebhook()
    const alarm = await site.createWaiting()
    const decided = await site.decide(alarm, 'true')
    if (!decided) throw new Error('The alarm is gone')
    await inSystem(server.database.runtime, (tx) => planDeliveries(tx, [decided], clock.now()))
    expect(await site.deliveries(id)).toHaveLength(1)
  })

  it('gets no correction of a message that it never got', async () => {
    const alarm = await site.decided('deadline')
    const { id } = await site.createWebhook()
    await site.decide(alarm, 'false')
    expect(await site.deliveries(id)).toEqual([])
  })

  it('gets each message once from any number of dispatchers', async () => {
    const { id } = await site.createWebhook()
    const alarms = await Promise.all(Array.from({ length: 20 }, () => site.decided('true')))
    for (let n = 0; n < 3; n++) site.runDispatcher()
    await site.settled(id, 'all delivered', (rows) => rows.length === 20 && rows.every(({ state }) => state === 'sent'))
    expect(site.sink.requests.map((request) => String(bodyOf(request).data.id)).toSorted()).toEqual(alarms.toSorted())
  })
})

describe('several receivers of a site', () => {
  it('each get the alarm; a failing receiver does not delay the others', async () => {
    const [good, bad] = [await site.createWebhook('/good'), await site.createWebhook('/bad')]
    site.sink.answer(({ path }) => (path === '/bad' ? 'reset' : { status: 204 }))
    await site.decided('true')
    await site.decided('true')
    site.runDispatcher()
    await site.settled(good.id, 'both delivered', (rows) => rows.filter(({ state }) => state === 'sent').length === 2)
    const failed = await site.settled(bad.id, 'both tried', (rows) => rows.every(({ attempts }) => attempts === 1))
    expect(failed.map(({ state }) => state)).toEqual(['retrying', 'retrying'])
  })
})

describe('a stop of the dispatcher', () => {
  it('aborts a request without an answer; its message stays due, no attempt is counted, and the next start sends it', async () => {
    const { id } = await site.createWebhook()
    site.sink.answer('hang')
    await site.decided('true')
    const dispatcher = site.runDispatcher({ graceMs: 50 })
    await site.sink.received(1)
    await dispatcher.stop()
    expect(await site.deliveries(id)).toMatchObject([
      { state: 'waiting', attempts: 0, nextAt: clock.now().toISOString(), lastError: null },
    ])
    expect(await site.receiver(id)).toMatchObject({ failures: 0, lastError: null })
    site.sink.answer({ status: 200 })
    site.runDispatcher()
    await site.settled(id, 'the delivery', ([found]) => found?.state === 'sent')
    expect(new Set(site.sink.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  it('gives a receiver that is answering the time to finish', async () => {
    const { id } = await site.createWebhook()
    await site.decided('true')
    const asked = Promise.withResolvers<void>()
    site.sink.answer(() => {
      asked.resolve()
      return { status: 200 }
    })
    const dispatcher = site.runDispatcher({ graceMs: 10_000 })
    await asked.promise
    await dispatcher.stop()
    expect(await site.deliveries(id)).toMatchObject([{ state: 'sent', attempts: 1 }])
  })
})

it('a message in flight is not sent a second time when the clock is set forward', async () => {
  const { id } = await site.createWebhook()
  site.sink.answer('hang')
  await site.decided('true')
  const dispatcher = site.runDispatcher({ graceMs: 300 })
  await site.sink.received(1)
  clock.advance(86_400_000)
  dispatcher.wake()
  await until('it to be held anew', async () => {
    const row = await inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('delivery').select('lease_until').where('receiver_id', '=', id).executeTakeFirstOrThrow(),
    )
    return row.lease_until !== null && row.lease_until > clock.now()
  })
  await dispatcher.stop()
  expect(site.sink.requests).toHaveLength(1)
})

describe('the test button', () => {
  it('returns the result of a test message, which is neither stored nor counted', async () => {
    const { id } = await site.createWebhook()
    expect((await call('POST', `/v1/receiver/${id}/test`)).body).toMatchObject({ ok: true, status: 200, code: null })
    expect(bodyOf(site.sink.requests[0])).toMatchObject({ type: 'test' })
    site.sink.answer({ status: 404 })
    expect((await call('POST', `/v1/receiver/${id}/test`)).body).toMatchObject({
      ok: false,
      status: 404,
      code: 'rejected',
    })
    site.sink.answer({ status: 302, headers: { location: 'http://169.254.169.254/' } })
    expect((await call('POST', `/v1/receiver/${id}/test`)).body).toMatchObject({ ok: false, code: 'redirect' })
    expect(await site.deliveries(id)).toEqual([])
    expect(await site.receiver(id)).toMatchObject({ failures: 0, lastError: null })
  })

  it('has a rate limit', async () => {
    const { id } = await site.createWebhook()
    const statuses: number[] = []
    for (let n = 0; n < 7; n++) statuses.push((await call('POST', `/v1/receiver/${id}/test`)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
  })
})
