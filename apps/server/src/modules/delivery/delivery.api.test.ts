import { createFakeClock, createWebhookSink, type ReceivedRequest, type WebhookSink } from '@winnow/testkit'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createAlarm, createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { decideAlarm, type Findings } from '../alarms/index.ts'
import { createDispatcher, planDeliveries, type Dispatcher } from './index.ts'

const clock = createFakeClock(new Date())
let server: TestServer
let tenant: Tenant
let sink: WebhookSink
let camera: { projectId: string; siteId: string; viewId: string }
let dispatchers: Dispatcher[] = []

beforeAll(async () => {
  server = await startTestServer({ clock, settings: { WINNOW_ALLOWED_NETWORKS_RECEIVERS: '127.0.0.0/8' } })
  tenant = await createTenant(server.database.runtime)
})
beforeEach(async () => {
  sink = await createWebhookSink()
  camera = await createCamera(server.database.runtime, tenant.companyId)
})
afterEach(async () => {
  await Promise.all(dispatchers.splice(0).map((dispatcher) => dispatcher.stop()))
  await sink.close()
})
afterAll(() => server.close())

const runDispatcher = (options?: { graceMs: number }) => {
  const dispatcher = createDispatcher(server.container.deps, options)
  dispatchers.push(dispatcher)
  return dispatcher
}

const call = (method: CallMethod, url: string, payload?: object) => callApi(server, tenant.admin, method, url, payload)

async function createWebhook(path = '/alarms'): Promise<{ id: string; secret: string }> {
  const { status, body } = await call('POST', `/v1/site/${camera.siteId}/receivers`, {
    kind: 'webhook',
    name: `Hook ${path}`,
    config: { url: `${sink.url}${path}` },
  })
  expect(status).toBe(200)
  return { id: body.receiver.id, secret: body.secret }
}

const createWaiting = () =>
  createAlarm(server.database.runtime, { companyId: tenant.companyId, ...camera }, { verdict: null })
const findings = (verdict: Findings['verdict'], analysedSignals = 1): Findings => ({
  verdict,
  score: 0.5,
  classes: [],
  reasons: [{ code: 'nothing-detected' }],
  detections: [],
  problems: [],
  model: null,
  evidence: null,
  timings: null,
  analysedSignals,
})
/** Gives an alarm a verdict, as the analysis does (`deadline`: as the sweeper does). */
const decide = (id: string, verdict: Findings['verdict'] | 'deadline') =>
  inSystem(server.database.runtime, (tx) =>
    decideAlarm(tx, id, verdict === 'deadline' ? undefined : findings(verdict), planDeliveries, clock.now()),
  )
async function decided(verdict: Findings['verdict'] | 'deadline'): Promise<string> {
  const id = await createWaiting()
  await decide(id, verdict)
  return id
}

const deliveries = async (receiverId: string) =>
  (await call('GET', `/v1/receiver/${receiverId}/deliveries`)).body.rows as {
    id: string
    type: string
    state: string
    attempts: number
    nextAt: string | null
    lastError: string | null
    lastStatus: number | null
  }[]
const settled = (receiverId: string, what: string, look: (rows: Awaited<ReturnType<typeof deliveries>>) => boolean) =>
  until(what, async () => {
    const rows = await deliveries(receiverId)
    return look(rows) && rows
  })
const receiver = async (id: string) =>
  (await call('GET', `/v1/site/${camera.siteId}/receivers`)).body.find((found: { id: string }) => found.id === id)
const bodyOf = (request: ReceivedRequest | undefined) => JSON.parse(request?.body.toString() ?? '{}')

describe('a webhook', () => {
  it('gets true and unverified alarms signed, and never a filtered one', async () => {
    const { secret } = await createWebhook()
    await decided('false')
    const [passed, unsure] = [await decided('true'), await decided('unverified')]
    runDispatcher()
    const requests = await sink.received(2)
    await decided('false')
    const told = new Map(requests.map((request) => [bodyOf(request).data.id, bodyOf(request)]))
    expect([...told.keys()].map(String).toSorted()).toEqual([passed, unsure].toSorted())
    expect(told.get(passed)).toMatchObject({ type: 'alarm.created', data: { verdict: 'true', previousVerdict: null } })
    expect(told.get(unsure)).toMatchObject({ type: 'alarm.created', data: { verdict: 'unverified' } })
    for (const { headers, body } of requests) {
      const at = new Date(Number(headers['webhook-timestamp']) * 1000)
      const expected = new Webhook(secret).sign(String(headers['webhook-id']), at, body.toString())
      expect(String(headers['webhook-signature']).split(' ')).toContain(expected)
    }
    expect(sink.requests).toHaveLength(2)
  })

  it('gets the alarms of a suspended company too: only its console is closed · SUSPENSION-001', async () => {
    await createWebhook()
    const suspend = (at: Date | null) =>
      inSystem(server.database.runtime, (tx) =>
        tx.updateTable('company').set({ suspended_at: at }).where('id', '=', tenant.companyId).execute(),
      )
    await suspend(clock.now())
    try {
      expect((await call('GET', '/v1/home')).status).toBe(403)
      const told = [await decided('true'), await decided('deadline')]
      runDispatcher()
      const requests = await sink.received(2)
      expect(requests.map((request) => String(bodyOf(request).data.id)).toSorted()).toEqual(told.toSorted())
    } finally {
      await suspend(null)
    }
  })

  it('shows pictures without a login for seven days, signed anew at each attempt', async () => {
    const { id } = await createWebhook()
    sink.answer((_request, index) => ({ status: index === 0 ? 503 : 200 }))
    const alarm = await createWaiting()
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
        })
        .execute(),
    )
    await decide(alarm, 'true')
    const dispatcher = runDispatcher()
    await settled(id, 'the first failure', (rows) => rows[0]?.attempts === 1)
    clock.advance(60_000)
    dispatcher.wake()
    const [first, second] = (await sink.received(2)).map((request) => bodyOf(request).data.pictures[0].url as string)
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

  it('hears a correction after what it corrects, also when that has to be tried again', async () => {
    const { id } = await createWebhook()
    sink.answer((_request, index) => ({ status: index === 0 ? 500 : 200 }))
    const alarm = await decided('deadline')
    const dispatcher = runDispatcher()
    await settled(id, 'the first failure', (rows) => rows[0]?.attempts === 1)
    await decide(alarm, 'false')
    const [other] = [await decided('true')]
    dispatcher.wake()
    // Another alarm is not held up by this one.
    await sink.received(2)
    expect(bodyOf(sink.requests[1]).data.id).toBe(other)
    clock.advance(60_000)
    dispatcher.wake()
    const heard = (await sink.received(4)).slice(2).map((request) => bodyOf(request))
    expect(heard).toMatchObject([
      { type: 'alarm.created', data: { id: alarm, verdict: 'unverified' } },
      { type: 'alarm.corrected', data: { id: alarm, verdict: 'false', previousVerdict: 'unverified' } },
    ])
  })

  it('is not told of a correction of what it never heard of', async () => {
    const alarm = await decided('deadline')
    const { id } = await createWebhook()
    await decide(alarm, 'false')
    expect(await deliveries(id)).toEqual([])
  })

  it('gets each message once, however many dispatchers run', async () => {
    const { id } = await createWebhook()
    const alarms = await Promise.all(Array.from({ length: 20 }, () => decided('true')))
    for (let n = 0; n < 3; n++) runDispatcher()
    await settled(id, 'all delivered', (rows) => rows.length === 20 && rows.every(({ state }) => state === 'delivered'))
    expect(sink.requests.map((request) => String(bodyOf(request).data.id)).toSorted()).toEqual(alarms.toSorted())
  })
})

describe('several receivers of a site', () => {
  it('each get the alarm; one that fails holds up no other', async () => {
    const [good, bad] = [await createWebhook('/good'), await createWebhook('/bad')]
    sink.answer(({ path }) => (path === '/bad' ? 'reset' : { status: 204 }))
    await decided('true')
    await decided('true')
    runDispatcher()
    await settled(good.id, 'both delivered', (rows) => rows.filter(({ state }) => state === 'delivered').length === 2)
    const failed = await settled(bad.id, 'both tried', (rows) => rows.every(({ attempts }) => attempts === 1))
    expect(failed.map(({ state }) => state)).toEqual(['pending', 'pending'])
  })
})

describe('a receiver that fails', () => {
  it('is tried again later and later, until it answers', async () => {
    const { id } = await createWebhook()
    sink.answer((_request, index) => ({ status: index < 3 ? 503 : 200 }))
    await decided('true')
    const dispatcher = runDispatcher()
    const waits: number[] = []
    for (let attempt = 1; attempt <= 3; attempt++) {
      const [row] = await settled(id, `attempt ${attempt}`, ([found]) => found?.attempts === attempt)
      expect(row).toMatchObject({ state: 'pending', lastStatus: 503, lastError: 'receiver-error' })
      const wait = Date.parse(row?.nextAt ?? '') - clock.now().getTime()
      waits.push(wait)
      clock.advance(wait)
      dispatcher.wake()
    }
    const [row] = await settled(id, 'the delivery', ([found]) => found?.state === 'delivered')
    expect(row).toMatchObject({ attempts: 4, lastError: null })
    // Each pause is drawn between almost nothing and a bound that doubles.
    for (const [index, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(1_000)
      expect(wait).toBeLessThanOrEqual(10_000 * 2 ** index)
    }
  })

  it('is left alone after five failures in a row, gets one probe, and then what waited', async () => {
    const { id } = await createWebhook()
    sink.answer({ status: 500 })
    for (let n = 0; n < 8; n++) await decided('true')
    const dispatcher = runDispatcher()
    await until('the circuit to open', async () => (await receiver(id)).failures >= 5)
    await settled(id, 'nothing under way', (rows) =>
      rows.every(({ nextAt }) => Date.parse(nextAt ?? '') > clock.now().getTime()),
    )
    const tried = sink.requests.length
    const { body: home } = await call('GET', '/v1/home')
    expect(home.attention.stuckReceivers).toContainEqual(expect.objectContaining({ id }))
    sink.answer({ status: 200 })
    clock.advance(3_600_000)
    dispatcher.wake()
    await settled(id, 'all delivered', (rows) => rows.every(({ state }) => state === 'delivered'))
    expect(sink.requests.length).toBe(tried + 8)
    expect(await receiver(id)).toMatchObject({ failures: 0, lastError: null, pending: 0, dead: 0 })
  }, 90_000)

  it('that says it is gone is switched off, with what waits for it, until someone switches it on', async () => {
    const { id } = await createWebhook()
    sink.answer({ status: 410 })
    await decided('true')
    runDispatcher()
    await settled(id, 'the answer', ([found]) => found?.state === 'dead')
    expect(await receiver(id)).toMatchObject({ active: false, disabledReason: 'gone' })
    await decided('true')
    expect(await deliveries(id)).toHaveLength(1)
    await call('PUT', `/v1/receiver/${id}`, { active: true })
    expect(await receiver(id)).toMatchObject({ active: true, disabledReason: null, failures: 0 })
    sink.answer({ status: 200 })
    await decided('true')
    await settled(id, 'the delivery', (rows) => rows.some(({ state }) => state === 'delivered'))
  })

  it('for three days has a dead letter, which can be sent again', async () => {
    const { id } = await createWebhook()
    sink.answer({ status: 422 })
    const alarm = await decided('true')
    const dispatcher = runDispatcher()
    await settled(id, 'the first failure', ([found]) => found?.attempts === 1)
    clock.advance(3 * 86_400_000)
    dispatcher.wake()
    const [dead] = await settled(id, 'the end', ([found]) => found?.state === 'dead')
    expect(dead).toMatchObject({ attempts: 2, lastStatus: 422, lastError: 'rejected' })
    expect(await receiver(id)).toMatchObject({ active: true, dead: 1, pending: 0 })
    sink.answer({ status: 200 })
    expect((await call('POST', `/v1/delivery/${dead?.id}/resend`)).body).toMatchObject({
      state: 'pending',
      attempts: 0,
    })
    dispatcher.wake()
    await settled(id, 'the delivery', ([found]) => found?.state === 'delivered')
    expect(sink.requests.map((request) => bodyOf(request).data.id)).toEqual([alarm, alarm, alarm])
    // The same message, so that a receiver that had it after all knows it again.
    expect(new Set(sink.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(await call('POST', `/v1/delivery/${dead?.id}/resend`)).toMatchObject({ status: 409 })
  })

  it('that was deleted or switched off gets nothing more', async () => {
    const { id } = await createWebhook()
    await decided('true')
    await call('PUT', `/v1/receiver/${id}`, { active: false })
    runDispatcher()
    await settled(id, 'the end', ([found]) => found?.state === 'dead')
    expect(sink.requests).toEqual([])
  })
})

describe('a dead letter that is sent again after its correction', () => {
  /** An alarm whose first message died and whose correction arrived, and its receiver. */
  async function corrected() {
    const { id } = await createWebhook()
    sink.answer({ status: 422 })
    const alarm = await decided('deadline')
    const dispatcher = runDispatcher()
    await settled(id, 'the first failure', ([found]) => found?.attempts === 1)
    clock.advance(3 * 86_400_000)
    dispatcher.wake()
    const [dead] = await settled(id, 'the end', ([found]) => found?.state === 'dead')
    sink.answer({ status: 200 })
    await decide(alarm, 'false')
    dispatcher.wake()
    await settled(id, 'the correction', (rows) => rows.some(({ state }) => state === 'delivered'))
    return { id, alarm, dead: dead?.id, dispatcher }
  }

  it('says what holds now, since the correction, under its own id', async () => {
    const { id, alarm, dead, dispatcher } = await corrected()
    const correction = sink.requests.at(-1)
    clock.advance(60_000)
    await call('POST', `/v1/delivery/${dead}/resend`)
    dispatcher.wake()
    await settled(id, 'both', (rows) => rows.every(({ state }) => state === 'delivered'))
    const last = sink.requests.at(-1)
    expect(last?.headers['webhook-id']).toBe(dead)
    expect(bodyOf(last)).toMatchObject({
      type: 'alarm.created',
      timestamp: bodyOf(correction).timestamp,
      data: { id: alarm, verdict: 'false', previousVerdict: null },
    })
  })

  it('comes first where the correction still waits, each with its own verdict and the time of that', async () => {
    const { id } = await createWebhook()
    const alarm = await decided('deadline')
    const at = clock.now().toISOString()
    clock.advance(5_000)
    await decide(alarm, 'false')
    runDispatcher()
    await settled(id, 'both', (rows) => rows.length === 2 && rows.every(({ state }) => state === 'delivered'))
    expect(sink.requests.map((request) => bodyOf(request))).toMatchObject([
      { type: 'alarm.created', timestamp: at, data: { verdict: 'unverified' } },
      { type: 'alarm.corrected', timestamp: clock.now().toISOString(), data: { verdict: 'false' } },
    ])
  })
})

describe('a stop', () => {
  it('breaks off what a receiver does not answer; the message stays due, uncounted, and is sent after the next start', async () => {
    const { id } = await createWebhook()
    sink.answer('hang')
    await decided('true')
    const dispatcher = runDispatcher({ graceMs: 50 })
    await sink.received(1)
    await dispatcher.stop()
    expect(await deliveries(id)).toMatchObject([
      { state: 'pending', attempts: 0, nextAt: clock.now().toISOString(), lastError: null },
    ])
    expect(await receiver(id)).toMatchObject({ failures: 0, lastError: null })
    sink.answer({ status: 200 })
    runDispatcher()
    await settled(id, 'the delivery', ([found]) => found?.state === 'delivered')
    expect(new Set(sink.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  it('gives a receiver that is answering the time to', async () => {
    const { id } = await createWebhook()
    await decided('true')
    const asked = Promise.withResolvers<void>()
    sink.answer(() => {
      asked.resolve()
      return { status: 200 }
    })
    const dispatcher = runDispatcher({ graceMs: 10_000 })
    await asked.promise
    await dispatcher.stop()
    expect(await deliveries(id)).toMatchObject([{ state: 'delivered', attempts: 1 }])
  })
})

describe('the test button', () => {
  it('says how it went, and is neither kept nor counted', async () => {
    const { id } = await createWebhook()
    expect((await call('POST', `/v1/receiver/${id}/test`)).body).toMatchObject({ ok: true, status: 200, code: null })
    expect(bodyOf(sink.requests[0])).toMatchObject({ type: 'test' })
    sink.answer({ status: 404 })
    expect((await call('POST', `/v1/receiver/${id}/test`)).body).toMatchObject({
      ok: false,
      status: 404,
      code: 'rejected',
    })
    sink.answer({ status: 302, headers: { location: 'http://169.254.169.254/' } })
    expect((await call('POST', `/v1/receiver/${id}/test`)).body).toMatchObject({ ok: false, code: 'redirect' })
    expect(await deliveries(id)).toEqual([])
    expect(await receiver(id)).toMatchObject({ failures: 0, lastError: null })
  })

  it('cannot be leant on', async () => {
    const { id } = await createWebhook()
    const statuses: number[] = []
    for (let n = 0; n < 7; n++) statuses.push((await call('POST', `/v1/receiver/${id}/test`)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
  })
})
