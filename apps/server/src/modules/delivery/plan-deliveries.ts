import { deliveryKindOf, type Verdict } from '@winnow/domain'
import type { Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import type { DecidedAlarm } from '../alarms/index.ts'

/** The verdict each receiver was last told, or is about to be told, about an alarm. */
async function lastTold(tx: Tx, alarmId: string): Promise<Map<string, Verdict>> {
  const rows = await tx
    .selectFrom('delivery')
    .select(['receiver_id', 'verdict'])
    .where('alarm_id', '=', alarmId)
    .orderBy('alarm_version')
    .execute()
  return new Map(rows.map((row) => [row.receiver_id, row.verdict as Verdict]))
}

/**
 * Puts what a new verdict means for the site's receivers into the outbox, in the verdict's own transaction: true and unverified
 * alarms to everyone, corrections to those who heard of the alarm before. Each change of the verdict once, also back to one that was
 * told before.
 */
export async function planDeliveries(tx: Tx, alarm: DecidedAlarm, now: Date): Promise<void> {
  const receivers = await tx
    .selectFrom('receiver')
    .select('id')
    .where('site_id', '=', alarm.siteId)
    .where('active', '=', true)
    .where('deleted_at', 'is', null)
    .execute()
  if (receivers.length === 0) return
  const told = await lastTold(tx, alarm.id)
  const rows = receivers.flatMap(({ id: receiverId }) => {
    const previous = told.get(receiverId) ?? null
    const type = deliveryKindOf(alarm.after, previous)
    if (!type) return []
    return [
      {
        id: newId(),
        company_id: alarm.companyId,
        receiver_id: receiverId,
        alarm_id: alarm.id,
        alarm_version: alarm.version,
        type,
        verdict: alarm.after,
        previous_verdict: previous,
        next_at: now,
        created_at: now,
      },
    ]
  })
  if (rows.length > 0)
    await tx
      .insertInto('delivery')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}
