import { sql } from 'kysely'
import { inSystem, type Db } from '../../platform/db/transaction.ts'

/** How long a message belongs to who took it; renewed while the attempt lasts, so that it is not sent twice at once. */
export const LEASE_SECONDS = 60
/** One receiver gets at most so many at once, however many wait for it: one that hangs must not hold up all others. */
const PER_RECEIVER = 4

/** Holds a message that is being sent a little longer. */
export async function renewDelivery(db: Db, id: string, now: Date): Promise<void> {
  await inSystem(db, (tx) =>
    tx
      .updateTable('delivery')
      .set({ lease_until: new Date(now.getTime() + LEASE_SECONDS * 1000) })
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .execute(),
  )
}

export interface DueDelivery {
  id: string
  company_id: string
  receiver_id: string
  alarm_id: string | null
  alarm_version: number | null
  type: 'alarm.created' | 'alarm.corrected' | 'test'
  verdict: string | null
  previous_verdict: string | null
  attempts: number
  first_attempt_at: Date | null
  served: string[]
}

/**
 * Takes messages that are due, oldest first, a few of each receiver, those counted that are on their way. A correction waits until the message it corrects is
 * through, or dead: a receiver that hears them the wrong way round would end up with the wrong verdict.
 */
export async function claimDeliveries(db: Db, limit: number, now: Date): Promise<DueDelivery[]> {
  return inSystem(db, async (tx) => {
    const { rows } = await sql<DueDelivery>`
      with busy as (
        select receiver_id, count(*) as n from delivery
        where state = 'pending' and lease_until is not null and lease_until >= ${now} group by receiver_id),
      due as (
        select id, receiver_id, next_at from delivery w
        where state = 'pending' and next_at <= ${now} and (lease_until is null or lease_until < ${now})
          and receiver_id not in (select receiver_id from busy where n >= ${PER_RECEIVER})
          and not exists (
            select 1 from delivery e
            where e.alarm_id = w.alarm_id and e.receiver_id = w.receiver_id and e.state = 'pending'
              and e.alarm_version < w.alarm_version)
        order by next_at limit ${limit * 8} for update skip locked),
      ranked as (
        select due.id, due.next_at,
          coalesce(busy.n, 0) + row_number() over (partition by due.receiver_id order by due.next_at, due.id) as place
        from due left join busy on busy.receiver_id = due.receiver_id),
      taken as (select id from ranked where place <= ${PER_RECEIVER} order by next_at, id limit ${limit})
      update delivery d set lease_until = ${now}::timestamptz + make_interval(secs => ${LEASE_SECONDS})
      from taken where d.id = taken.id
      returning d.id, d.company_id, d.receiver_id, d.alarm_id, d.alarm_version, d.type, d.verdict, d.previous_verdict, d.attempts,
        d.first_attempt_at, d.served`.execute(tx)
    return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  })
}
