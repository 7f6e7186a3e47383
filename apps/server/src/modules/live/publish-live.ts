import type { Tx } from '../../platform/db/transaction.ts'
import type { LiveMessage } from '../../platform/events/live-message.ts'
import { publish } from '../../platform/events/publish.ts'

/** Writes a live message about a change in the transaction of that change. The message is sent if and only if the transaction commits. */
export async function publishLive(tx: Tx, companyId: string, message: LiveMessage): Promise<void> {
  await publishAllLive(tx, [{ companyId, message }])
}

/** Writes live messages about many changes, which are sent in the given order. */
export async function publishAllLive(
  tx: Tx,
  changes: readonly { companyId: string; message: LiveMessage }[],
): Promise<void> {
  const [first, ...more] = changes.map(({ companyId, message: { type, ...payload } }) => ({ companyId, type, payload }))
  if (first) await publish(tx, first, ...more)
}
