import type { Tx } from '../../platform/db/transaction.ts'

/**
 * Makes the messages that wait for a receiver due, since their pauses were planned under the old settings. A message that is on its way is
 * left out, so that this never waits for its row: what became of it is decided when its attempt ends.
 */
export async function sendWaitingNow(tx: Tx, receiverId: string, now: Date): Promise<void> {
  await tx
    .updateTable('delivery')
    .set({ next_at: now, planned_at: now })
    .where('receiver_id', '=', receiverId)
    .where('state', '=', 'pending')
    .where('lease_until', 'is', null)
    .execute()
}
