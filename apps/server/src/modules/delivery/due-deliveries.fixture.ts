import type { ReceiverKind } from '@winnow/contract'
import { createTestDatabase } from '../../../test/database/test-database.ts'
import { createTenant } from '../../../test/factories.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'

export const ROOM = { kind: 'webhook', limit: 16, perCompany: 16 } as const
export const now = new Date('2026-05-01T12:00:00Z')
export const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)

/** Creates a database with a company. The returned functions create receivers and due messages, which nothing sends. */
export async function startDueDeliveries() {
  const database = await createTestDatabase()
  const tenant = await createTenant(database.runtime)

  async function createReceiver({ companyId, siteId } = tenant, kind: ReceiverKind = 'webhook'): Promise<string> {
    const id = newId()
    const row = { id, company_id: companyId, site_id: siteId, kind, name: 'Hook', config: '{}' }
    await inSystem(database.runtime, (tx) => tx.insertInto('receiver').values(row).execute())
    return id
  }

  /** Creates messages about `count` alarms to a receiver. `since`: the time since which they are due; `more`: other columns. */
  async function createDue(
    receiverId: string,
    count: number,
    since: Date,
    { companyId, more = {} }: { companyId: string; more?: object } = tenant,
  ): Promise<void> {
    const rows = Array.from({ length: count }, () => ({
      id: newId(),
      company_id: companyId,
      receiver_id: receiverId,
      alarm_id: newId(),
      alarm_version: 2,
      type: 'alarm.created',
      verdict: 'true',
      next_at: since,
      ...more,
    }))
    await inSystem(database.runtime, (tx) => tx.insertInto('delivery').values(rows).execute())
  }
  const deleteAll = () => inSystem(database.runtime, (tx) => tx.deleteFrom('delivery').execute())

  return { database, tenant, createReceiver, createDue, deleteAll }
}
