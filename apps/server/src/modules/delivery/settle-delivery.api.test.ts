// The effect of a success on the other messages of its receiver.
import type { DeliveryResult } from '@winnow/delivery'
import { afterAll, expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { waitsForLock } from '../../../test/waits-for-lock.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { claimDeliveries, type DueDelivery } from './claim-deliveries.ts'
import { after, now, ROOM, startDueDeliveries } from './due-deliveries.fixture.ts'
import { settleAttempt } from './settle-attempt.ts'
import { settleDelivery } from './settle-delivery.ts'

const { database, tenant, createReceiver, createDue, deleteAll } = await startDueDeliveries()
afterAll(() => database.close())

/** Creates a receiver with this number of messages in flight. */
async function underWay(count: number): Promise<DueDelivery[]> {
  await deleteAll()
  await createDue(await createReceiver(), count, now)
  return claimDeliveries(database.runtime, ROOM, now)
}

const settle = (delivery: DueDelivery, result: DeliveryResult, at: Date) =>
  inSystem(database.runtime, (tx) => settleDelivery(tx, delivery, result, 0.5, at))
const delivered: DeliveryResult = { ok: true, ms: 5, status: 200 }
const busy = (retryAfterMs: number): DeliveryResult => ({
  ok: false,
  retry: true,
  ms: 5,
  status: 503,
  code: 'receiver-error',
  detail: '',
  retryAfterMs,
})
const nextAttempt = async ({ id }: DueDelivery) =>
  inSystem(database.runtime, async (tx) => {
    const row = await tx.selectFrom('delivery').select('next_at').where('id', '=', id).executeTakeFirstOrThrow()
    return row.next_at
  })

const receiverOf = async ({ receiver_id: id }: DueDelivery) =>
  inSystem(database.runtime, (tx) =>
    tx.selectFrom('receiver').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )

it('a message whose pause was requested by the receiver keeps it when another message of that receiver is delivered', async () => {
  const [asked, other] = (await underWay(2)) as [DueDelivery, DueDelivery]
  await settle(asked, busy(600_000), now)
  await settle(other, delivered, after(1))
  expect(await nextAttempt(asked)).toEqual(after(600))
})

it('a message that waited only for the pause of its receiver is sent when another one is delivered', async () => {
  const [asked, other, waiting] = (await underWay(3)) as [DueDelivery, DueDelivery, DueDelivery]
  await settle(asked, busy(600_000), now)
  // The receiver is paused for a minute, and its due messages are postponed to the end of the pause.
  await inSystem(database.runtime, (tx) =>
    tx
      .updateTable('delivery')
      .set({ next_at: after(60), lease_until: null })
      .where('id', '=', waiting.id)
      .execute(),
  )
  await settle(other, delivered, after(1))
  expect(await nextAttempt(waiting)).toEqual(after(1))
  expect(await nextAttempt(asked)).toEqual(after(600))
})

it('a message that does not suit the receiver is tried again by itself, and does not hold up the others', async () => {
  const [first, ...others] = (await underWay(1)) as [DueDelivery]
  expect(others).toEqual([])
  for (let n = 0; n < 6; n++) await settle(first, { ...busy(0), code: 'misconfigured' } as DeliveryResult, now)
  expect(await receiverOf(first)).toMatchObject({ failures: 6, circuit_until: null, failing_since: now })
})

it('a failure under settings that were changed meanwhile neither ends the message nor switches the receiver off', async () => {
  const [gone, delayed] = (await underWay(2)) as [DueDelivery, DueDelivery]
  await inSystem(database.runtime, (tx) =>
    tx.updateTable('receiver').set({ updates: 1 }).where('id', '=', gone.receiver_id).execute(),
  )
  const answer: DeliveryResult = {
    ok: false,
    retry: false,
    disable: true,
    ms: 5,
    status: 410,
    code: 'gone',
    detail: '',
  }
  const attempt = (delivery: DueDelivery, updates: number) =>
    inSystem(database.runtime, (tx) => settleAttempt(tx, { delivery, updates }, answer, after(1)))
  expect(await attempt(gone, 0)).toBe('retrying')
  expect(await nextAttempt(gone)).toEqual(after(1))
  expect(await receiverOf(gone)).toMatchObject({ active: true, failures: 0, disabled_reason: null })
  // Under the settings that hold, the same answer ends it.
  expect(await attempt(delayed, 1)).toBe('given-up')
  expect(await receiverOf(gone)).toMatchObject({ active: false, disabled_reason: 'gone' })
})

it('a success never waits for its receiver while it holds the sums that a message which is given up needs', async () => {
  await deleteAll()
  const measured = { received_at: now, decided_at: now, goal_seconds: 30, goal_day: '2026-05-01' }
  await createDue(await createReceiver(), 3, now, { companyId: tenant.companyId, more: measured })
  const [first, sent, refused] = (await claimDeliveries(database.runtime, ROOM, now)) as [
    DueDelivery,
    DueDelivery,
    DueDelivery,
  ]
  await settle(first, delivered, after(1))
  const gone = { ...busy(0), retry: false } as DeliveryResult
  const both = await inSystem(database.runtime, async (tx) => {
    await tx.selectFrom('receiver').select('id').where('id', '=', refused.receiver_id).forNoKeyUpdate().execute()
    const settling = settle(sent, delivered, after(2))
    await until('the success to wait for the receiver', () => waitsForLock(database.owner))
    await settleDelivery(tx, refused, gone, 0.5, after(2))
    return { settling }
  })
  expect(await both.settling).toBe('sent')
  const row = await inSystem(database.runtime, (tx) =>
    tx
      .selectFrom('response_day')
      .select(['acknowledged', 'given_up'])
      .where('receiver_id', '=', refused.receiver_id)
      .executeTakeFirstOrThrow(),
  )
  expect(row).toEqual({ acknowledged: 2, given_up: 1 })
})
