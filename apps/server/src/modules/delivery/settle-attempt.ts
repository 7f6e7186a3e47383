import type { DeliveryState } from '@winnow/contract'
import type { DeliveryResult, NotDelivered } from '@winnow/delivery'
import type { Tx } from '../../platform/db/transaction.ts'
import type { DueDelivery } from './claim-deliveries.ts'
import { firstSent, settleDelivery } from './settle-delivery.ts'

/** Puts a message back that failed under settings which are no longer those of its receiver. It is sent under the new ones at once. */
async function sendAnew(tx: Tx, delivery: DueDelivery, result: NotDelivered, now: Date): Promise<void> {
  await tx
    .updateTable('delivery')
    .set({
      attempts: delivery.attempts + 1,
      first_attempt_at: delivery.first_attempt_at ?? now,
      sent_at: firstSent(result, now),
      next_at: now,
      planned_at: now,
      lease_until: null,
      last_status: result.status ?? null,
      last_error: result.code,
      last_detail: result.detail.slice(0, 500),
      ...(result.served ? { served: [...result.served] } : {}),
    })
    .where('id', '=', delivery.id)
    .execute()
}

/**
 * Stores the result of an attempt that was made while the receiver had been changed this often. Where it has been changed since, a failure
 * says nothing about the receiver as it is now: it neither ends the message nor switches the receiver off.
 */
export async function settleAttempt(
  tx: Tx,
  { delivery, updates }: { delivery: DueDelivery; updates: number },
  result: DeliveryResult,
  now: Date,
): Promise<DeliveryState> {
  if (!result.ok) {
    const receiver = await tx
      .selectFrom('receiver')
      .select('updates')
      .where('id', '=', delivery.receiver_id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (receiver && receiver.updates !== updates) {
      await sendAnew(tx, delivery, result, now)
      return 'retrying'
    }
  }
  return settleDelivery(tx, delivery, result, Math.random(), now)
}
