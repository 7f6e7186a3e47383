import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database/test-database.ts'
import { createTenant, type Tenant } from '../../../test/factories.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { claimDeliveries } from './claim-deliveries.ts'

const now = new Date('2026-05-01T12:00:00Z')
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)

let database: TestDatabase
let tenant: Tenant
beforeAll(async () => {
  database = await createTestDatabase()
  tenant = await createTenant(database.runtime)
})
beforeEach(() => inSystem(database.runtime, (tx) => tx.deleteFrom('delivery').execute()))
afterAll(() => database.close())

async function createReceiver(): Promise<string> {
  const id = newId()
  const { companyId: company_id, siteId: site_id } = tenant
  const row = { id, company_id, site_id, kind: 'webhook', name: 'Hook', config: '{}' }
  await inSystem(database.runtime, (tx) => tx.insertInto('receiver').values(row).execute())
  return id
}

/** Messages of so many alarms, due since then. */
async function createDue(receiverId: string, count: number, since: Date): Promise<void> {
  const rows = Array.from({ length: count }, () => ({
    id: newId(),
    company_id: tenant.companyId,
    receiver_id: receiverId,
    alarm_id: newId(),
    alarm_version: 2,
    type: 'alarm.created',
    verdict: 'true',
    next_at: since,
  }))
  await inSystem(database.runtime, (tx) => tx.insertInto('delivery').values(rows).execute())
}

const claim = async (at = now) =>
  (await claimDeliveries(database.runtime, 16, at)).map((delivery) => delivery.receiver_id)

describe('a receiver with many messages', () => {
  it('has no more than a few on their way, and lets others through however long it has waited', async () => {
    const [slow, quick] = [await createReceiver(), await createReceiver()]
    await createDue(slow, 200, after(-600))
    expect(await claim()).toEqual([slow, slow, slow, slow])
    await createDue(quick, 2, after(-1))
    expect(await claim()).toEqual([quick, quick])
    expect(await claim()).toEqual([])
  })

  it('gets the next one when one has arrived', async () => {
    const receiver = await createReceiver()
    await createDue(receiver, 6, after(-60))
    const [first] = await claimDeliveries(database.runtime, 16, now)
    await inSystem(database.runtime, (tx) =>
      tx
        .updateTable('delivery')
        .set({ state: 'delivered', lease_until: null, next_at: null })
        .where('id', '=', first?.id ?? '')
        .execute(),
    )
    expect(await claim()).toEqual([receiver])
  })

  it('gets them again when whoever had them is gone', async () => {
    const receiver = await createReceiver()
    await createDue(receiver, 6, after(-60))
    await claim()
    expect(await claim(after(30))).toEqual([])
    expect(await claim(after(61))).toHaveLength(4)
  })
})
