import type { Tx } from '../../platform/db/transaction.ts'
import type { LiveMessage } from '../../platform/events/live-message.ts'
import { publish } from '../../platform/events/publish.ts'

/** Announces a change in the transaction of the change. It is sent if and only if that commits. */
export async function publishLive(tx: Tx, companyId: string, message: LiveMessage): Promise<void> {
  await publishAllLive(tx, [{ companyId, message }])
}

/** Announces many changes, in the given order. */
export async function publishAllLive(
  tx: Tx,
  changes: readonly { companyId: string; message: LiveMessage }[],
): Promise<void> {
  const [first, ...more] = changes.map(({ companyId, message: { type, ...payload } }) => ({ companyId, type, payload }))
  if (first) await publish(tx, first, ...more)
}
