import type { Tx } from '../../platform/db/transaction.ts'
import { publish } from '../../platform/events/publish.ts'
import type { LiveMessage } from './live-message.ts'

/** Announces a change in the transaction of the change: it is heard if and only if that commits. */
export async function publishLive(tx: Tx, companyId: string, message: LiveMessage): Promise<void> {
  const { type, ...payload } = message
  await publish(tx, { companyId, type, payload })
}
