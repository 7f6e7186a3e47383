import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { startBackgroundJobs } from '../../roles.ts'
import { MOST_TRIES, recordTry } from './delivery-tries.ts'
import { createDeliverySite, type DeliverySite, startDeliveryWorld } from './delivery.fixture.ts'

const world = await startDeliveryWorld()
const { clock, server, tenant, call } = world
const db = server.database.runtime
let site: DeliverySite
beforeEach(async () => {
  site = await createDeliverySite(world)
})
afterEach(() => site.close())
afterAll(() => server.close())

const createHook = async () => {
  const config = { url: `${site.sink.url}/alarms`, headers: { 'X-Key': 'k3y-of-settings' } }
  const { body } = await call('POST', `/v1/site/${site.camera.siteId}/receivers`, {
    kind: 'webhook',
    name: 'Hook',
    config,
  })
  return body.receiver.id as string
}
const triesOf = async (id: string) => (await call('GET', `/v1/delivery/${id}/tries`)).body

describe('the tries of a message', () => {
  it('show what was sent and answered at each, without secrets, the latest first', async () => {
    const receiver = await createHook()
    site.sink.answer((_request, index) => ({ status: index === 0 ? 503 : 200, body: index === 0 ? 'busy \0' : '' }))
    const alarm = await site.decided('true')
    const dispatcher = site.runDispatcher()
    await site.settled(receiver, 'the first failure', (rows) => rows[0]?.attempts === 1)
    clock.advance(60_000)
    dispatcher.wake()
    const [row] = await site.settled(receiver, 'the second try', (rows) => rows[0]?.state === 'sent')
    const tries = await triesOf(row?.id ?? '')
    expect(tries).toMatchObject([
      { state: 'sent', lastStatus: 200, lastError: null, isCut: false },
      { state: 'retrying', lastStatus: 503, lastError: 'receiver-error' },
    ])
    expect(tries[1].answered).toMatch(/^HTTP 503\n[\s\S]*busy \\x00$/)
    const [request] = site.sink.requests
    for (const { sent } of tries) {
      expect(sent).toContain(`POST ${site.sink.url}/alarms`)
      expect(sent).toContain(`webhook-id: ${row?.id}`)
      expect(sent).toContain(alarm)
      expect(sent).not.toContain('k3y-of-settings')
    }
    expect(request?.headers['x-key']).toBe('k3y-of-settings')
  })

  it('go with the message, and only the newest are kept', async () => {
    const { id: receiver } = await site.createWebhook()
    await site.decided('true')
    const [{ id } = { id: '' }] = await site.deliveries(receiver)
    const tried = (at: number) =>
      inSystem(db, (tx) =>
        recordTry(tx, {
          deliveryId: id,
          startedAt: new Date(clock.now().getTime() + at),
          result: { ok: false, retry: true, ms: at, code: 'timeout', detail: 'No answer in time.' },
          state: 'retrying',
          wire: { sent: `try ${at}`, answered: null, isCut: false },
        }),
      )
    for (let at = 1; at <= MOST_TRIES + 2; at += 1) await tried(at)
    const kept = await triesOf(id)
    expect(kept.map(({ sent }: { sent: string }) => sent)).toEqual(
      Array.from({ length: MOST_TRIES }, (_, index) => `try ${MOST_TRIES + 2 - index}`),
    )
    await inSystem(db, (tx) => tx.deleteFrom('delivery').where('id', '=', id).execute())
    // A message that is deleted while it is sent leaves nothing, and its end is settled all the same.
    await tried(99)
    const left = await inSystem(db, (tx) =>
      tx.selectFrom('delivery_try').select('id').where('delivery_id', '=', id).execute(),
    )
    expect(left).toEqual([])
  })
})

describe('messages are found and sent again', () => {
  const giveUp = (receiverId: string) =>
    inSystem(db, (tx) =>
      tx
        .updateTable('delivery')
        .set({ state: 'dead', finished_at: clock.now(), last_error: 'timeout' })
        .where('receiver_id', '=', receiverId)
        .execute(),
    )

  it('by the id of an alarm, also in its address', async () => {
    const { id: receiver } = await site.createWebhook()
    const [first] = [await site.decided('true'), await site.decided('true')]
    const found = async (search: string) => {
      const { body } = await call('GET', `/v1/receiver/${receiver}/deliveries?search=${encodeURIComponent(search)}`)
      return body.rows.map(({ alarmId }: { alarmId: string }) => alarmId)
    }
    expect(await found(first)).toEqual([first])
    expect(await found(`https://winnow.example/cams/alarms/${first.toUpperCase()}?x=1`)).toEqual([first])
    expect(await found('North gate')).toEqual([])
    expect(await found(newId())).toEqual([])
  })

  it('all of a filter at once, those of another receiver not', async () => {
    const [receiver, other] = [(await site.createWebhook()).id, (await site.createWebhook('/other')).id]
    const [first] = [await site.decided('true'), await site.decided('true')]
    await giveUp(receiver)
    await giveUp(other)
    const path = `/v1/receiver/${receiver}/deliveries/resend`
    expect((await call('POST', path, { state: 'sent' })).body).toEqual({ count: 0, job: null })
    expect((await call('POST', path, { state: 'given-up', search: first })).body).toEqual({ count: 1, job: null })
    expect((await call('POST', path, { state: 'given-up' })).body).toEqual({ count: 1, job: null })
    expect((await site.deliveries(receiver)).map(({ state }) => state)).toEqual(['waiting', 'waiting'])
    expect((await site.deliveries(other)).map(({ state }) => state)).toEqual(['given-up', 'given-up'])
    const audited = await inSystem(db, (tx) =>
      tx.selectFrom('audit').select('after').where('action', '=', 'deliveries.resent').execute(),
    )
    expect(audited).toEqual([{ after: { count: 1 } }, { after: { count: 1 } }])
  })

  it('more than are sent at once by a background job', async () => {
    const receiver = await site.createEmail()
    const rows = Array.from({ length: 1_100 }, () => ({
      id: newId(),
      company_id: tenant.companyId,
      receiver_id: receiver.id,
      type: 'alarm.created',
      state: 'dead',
      attempts: 9,
      finished_at: clock.now(),
    }))
    await inSystem(db, (tx) => tx.insertInto('delivery').values(rows).execute())
    const worker = startBackgroundJobs(server.container)
    try {
      const { body } = await call('POST', `/v1/receiver/${receiver.id}/deliveries/resend`, { state: 'given-up' })
      expect(body).toMatchObject({ count: 1_100, job: { type: 'deliveries.resend', statQueued: 1_100 } })
      const job = await until('the job to end', async () => {
        const state = (await call('GET', `/v1/background-jobs/${body.job.id}/state`)).body
        return state.status === 'done' && state
      })
      expect(job).toMatchObject({ statProcessed: 1_100, statFailed: 0 })
    } finally {
      await worker.stop()
    }
    const states = await inSystem(db, (tx) =>
      tx.selectFrom('delivery').select(['state', 'attempts']).where('receiver_id', '=', receiver.id).execute(),
    )
    expect(new Set(states.map(({ state, attempts }) => `${state} ${attempts}`))).toEqual(new Set(['pending 0']))
  })
})
