import type { Tx } from '../../platform/db/transaction.ts'
import { publish } from '../../platform/events/publish.ts'
import type { LiveMessage } from './live-message.ts'

/** Announces a change in the transaction of the change: it is heard if and only if that commits. */
export async function publishLive(tx: Tx, companyId: string, message: LiveMessage): Promise<void> {
  await publishAllLive(tx, [{ companyId, message }])
}

/** Announces many changes at once, in the order in which they are given. */
export async function publishAllLive(
  tx: Tx,
  changes: readonly { companyId: string; message: LiveMessage }[],
): Promise<void> {
  const [first, ...more] = changes.map(({ companyId, message: { type, ...payload } }) => ({ companyId, type, payload }))
  if (first) await publish(tx, first, ...more)
}
