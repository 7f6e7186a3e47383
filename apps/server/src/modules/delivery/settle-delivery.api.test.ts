// The effect of a success on the other messages of its receiver.
import type { DeliveryResult } from '@winnow/delivery'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database/test-database.ts'
import { createTenant, type Tenant } from '../../../test/factories.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { claimDeliveries, type DueDelivery } from './claim-deliveries.ts'
import { settleDelivery } from './settle-delivery.ts'

const ROOM = { kind: 'webhook', limit: 16, perCompany: 16 } as const
const now = new Date('2026-05-01T12:00:00Z')
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)

let database: TestDatabase
let tenant: Tenant
beforeAll(async () => {
  database = await createTestDatabase()
  tenant = await createTenant(database.runtime)
})
afterAll(() => database.close())

/** A receiver with this number of messages in flight. */
async function underWay(count: number): Promise<DueDelivery[]> {
  const receiver = {
    id: newId(),
    company_id: tenant.companyId,
    site_id: tenant.siteId,
    kind: 'webhook',
    name: 'Hook',
    config: '{}',
  }
  const deliveries = Array.from({ length: count }, () => ({
    id: newId(),
    company_id: tenant.companyId,
    receiver_id: receiver.id,
    alarm_id: newId(),
    alarm_version: 2,
    type: 'alarm.created',
    verdict: 'true',
    next_at: now,
  }))
  await inSystem(database.runtime, async (tx) => {
    await tx.deleteFrom('delivery').execute()
    await tx.insertInto('receiver').values(receiver).execute()
    await tx.insertInto('delivery').values(deliveries).execute()
  })
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
