import { sql } from 'kysely'
import { listDeliveries, releaseDeliveries, resendDelivery, type Delivery } from '@winnow/contract'
import type { Tx } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { progressOf, type DeliveryRow } from '../alarms/index.ts'
import { PULLED } from './fetched-messages.ts'
import { releaseHeld } from './held-deliveries.ts'

interface Row extends DeliveryRow {
  id: string
  receiver_id: string
  alarm_id: string | null
  type: string
  verdict: string | null
  next_at: Date | null
  finished_at: Date | null
}

/** Selects messages together with the state of their receivers. */
const selectDeliveries = (tx: Tx) =>
  tx
    .selectFrom('delivery')
    .innerJoin('receiver', 'receiver.id', 'delivery.receiver_id')
    .selectAll('delivery')
    .select([
      'receiver.failing_since',
      'receiver.last_error as receiver_error',
      'receiver.last_status as receiver_status',
      'receiver.last_detail as receiver_detail',
    ])

/** The same rules as `deliveryStateOf`, in SQL. */
const IN_STATE = {
  waiting: sql<boolean>`delivery.state = 'pending' and delivery.attempts = 0 and receiver.failing_since is null`,
  retrying: sql<boolean>`delivery.state = 'pending' and (delivery.attempts > 0 or receiver.failing_since is not null)`,
  sent: sql<boolean>`delivery.state = 'delivered'`,
  'given-up': sql<boolean>`delivery.state = 'dead'`,
}

const present = (row: Row): Delivery => ({
  id: row.id,
  receiverId: row.receiver_id,
  alarmId: row.alarm_id,
  type: row.type as Delivery['type'],
  verdict: row.verdict,
  ...progressOf(row),
  attempts: row.attempts,
  nextAt: row.next_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
})

export function registerDeliveries(register: Register, { onDelivery }: { onDelivery: () => void }): void {
  register.read(listDeliveries, async ({ tx, actor, params, query }) => {
    const ofReceiver = selectDeliveries(tx)
      .where('delivery.receiver_id', '=', params.id)
      .where('delivery.company_id', '=', actor.companyId)
    const filtered = query.state === 'all' ? ofReceiver : ofReceiver.where(IN_STATE[query.state])
    const rows = await filtered
      .orderBy('delivery.id', 'desc')
      .limit(query.limit)
      .offset((query.page - 1) * query.limit)
      .execute()
    const { n } = await filtered
      .clearSelect()
      .select((eb) => eb.fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow()
    return { rows: rows.map(present), count: Number(n), countIsExact: true, page: query.page, limit: query.limit }
  })

  register.write(resendDelivery, async ({ tx, params, now, audit, afterCommit }) => {
    const row = await tx
      .updateTable('delivery')
      .set({
        state: 'pending',
        next_at: now,
        planned_at: now,
        first_attempt_at: null,
        finished_at: null,
        attempts: 0,
        lease_until: null,
        // A station that fetches its messages finds it behind those that it has.
        sequence: sql<number | null>`case when exists (
          select from receiver r where r.id = delivery.receiver_id and r.kind = any(${PULLED}::text[])) then null else sequence end`,
        // It goes by itself, although another one was sent for it too.
        carrier_id: null,
        // Whoever sends a message again that everybody got wants everybody to get it. One that was given up goes to the others alone.
        served: sql<string[]>`case when state = 'delivered' then '{}' else served end`,
      })
      .where('id', '=', params.id)
      // A receiver recognises a message that it already got by its id, and may drop it.
      .where('state', 'in', ['dead', 'delivered'])
      .returning('id')
      .executeTakeFirst()
    if (!row) throw new AppError('CONFLICT', 'This message is still being sent')
    await audit({ action: 'delivery.resent', objectType: 'delivery', objectId: params.id })
    afterCommit(onDelivery)
    return present(await selectDeliveries(tx).where('delivery.id', '=', params.id).executeTakeFirstOrThrow())
  })

  register.write(releaseDeliveries, async ({ tx, actor, now, requestId, afterCommit }) => {
    await releaseHeld(tx, actor, now, requestId)
    afterCommit(onDelivery)
    return { success: true as const }
  })
}
