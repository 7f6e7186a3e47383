import type { ReceiverKind } from '@winnow/contract'
import type { DeliveryAlarm } from '@winnow/delivery'
import { type RawBuilder, sql } from 'kysely'
import { furthestAhead } from '../../platform/db/has-run-out.ts'
import { inSystem, type Db } from '../../platform/db/transaction.ts'
import { isCarried } from './gather-deliveries.ts'
import { isFreeAt, isOfKind, isServedAt, LEASE_SECONDS, waitingAt } from './kinds-due.ts'

/** The usual largest number of messages that are sent to one receiver at the same time. A receiver that hangs must not delay the others. */
const PER_RECEIVER = 4

/** A receiver has a backlog where a message is so much older than its newest true alarm, in seconds. */
const BACKLOG_SECONDS = 10
/** How many of a receiver's newest true alarms are looked at for one that is due. */
const NEWEST_LOOKED_AT = 16

/** How urgent the message `d` is, 0 the most: an alarm or a correction, what nobody could verify, what was filtered. There is an index on it. */
export const urgency = sql`case when d.verdict = 'true' or d.type = 'alarm.corrected' then 0 when d.verdict = 'unverified' then 1 else 2 end`

/** Extends the lease on a message that is being sent. */
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
  type: DeliveryAlarm['type']
  verdict: string | null
  previous_verdict: string | null
  attempts: number
  first_attempt_at: Date | null
  served: string[]
  /** The number of the message at a receiver with a session; null before the first attempt. */
  sequence: number | null
  /** The mails of the camera that the message relays; null for kinds that relay none. */
  mails: string[] | null
}

/** How many messages may be claimed. */
export interface Limits {
  /** The kind of receivers. null means all kinds that this version does not know, for example after a downgrade. */
  kind: ReceiverKind | null
  limit: number
  /** The largest number of messages of one company in flight. A quarter of it is reserved for receivers without a message in flight. */
  perCompany: number
  /** The largest number of messages to one receiver in flight. */
  perReceiver?: number
}

/** Whether the message `d` may be sent now. */
const isDueAt = (now: Date) =>
  sql`d.state = 'pending' and d.next_at <= ${now} and ${isFreeAt('d.lease_until', now)} and not (${isCarried})
    and not exists (
      select from delivery e
      where e.receiver_id = d.receiver_id and e.alarm_id = d.alarm_id and e.alarm_version < d.alarm_version and e.state = 'pending')`

/** The messages of the receiver `r` that are due, numbered as `turn` in the order in which they are sent. */
function dueOfReceiver(perReceiver: number, now: Date): RawBuilder<unknown> {
  const isDue = isDueAt(now)
  return sql`
    select c.id, c.next_at, row_number() over (order by
      (c.is_newest and c.created_at > c.oldest_at + make_interval(secs => ${BACKLOG_SECONDS})) desc,
      case when c.is_awaited then 0 else c.urgency end, c.next_at, c.id) as turn
    from (
      select d.id, d.next_at, d.created_at, ${urgency} as urgency, bool_or(found.is_newest) as is_newest,
        bool_or(found.is_awaited) as is_awaited,
        min(d.created_at) over () as oldest_at
      from (
        (select d.id, true as is_newest, false as is_awaited from (
            select * from delivery where receiver_id = r.id and state = 'pending' and verdict = 'true'
            order by id desc limit ${NEWEST_LOOKED_AT}) d
          where ${isDue} order by d.id desc limit 1)
        union all
        (select original.id, false, true from (
            select alarm_id, alarm_version from delivery
            where receiver_id = r.id and state = 'pending' and type = 'alarm.corrected'
            order by next_at, id limit ${NEWEST_LOOKED_AT}) correction
          cross join lateral (
            select d.id from delivery d where d.receiver_id = r.id and d.alarm_id = correction.alarm_id
              and d.alarm_version < correction.alarm_version and ${isDue} order by d.alarm_version limit 1) original)
        union all
        (select oldest.id, false, false from generate_series(0, 2) as wanted (urgency) cross join lateral (
          select d.id from delivery d where d.receiver_id = r.id and ${urgency} = wanted.urgency and ${isDue}
          order by d.next_at, d.id limit ${perReceiver}) oldest)) found
      join delivery d on d.id = found.id group by d.id) c
    order by turn`
}

/**
 * Claims messages that are due, and gives each a lease. Their order:
 *
 * 1. Companies take turns.
 * 2. Within a company receivers take turns. The receiver with the oldest last attempt comes first.
 * 3. Of a receiver's messages true alarms, corrections and what these correct come first, then unverified alarms, then filtered ones, of each the oldest first.
 *    Where messages have waited long, the newest true alarm comes before all of them: it can still be acted upon. At most `perReceiver`
 *    are in flight.
 *
 * An order by the age of messages alone would send the backlog of slow receivers before a new message to a fast one.
 *
 * A correction waits until the message that it corrects was delivered or given up. A receiver that got the two in the wrong order would
 * keep the wrong verdict. A message that is gathered by another one is sent with that. While deliveries are held, as after a restore, nothing is claimed.
 * Nor is anything for receivers that are left alone after failures.
 *
 * The query jumps from receiver to receiver in the index. Its cost does not depend on how many messages wait for one receiver.
 */
export async function claimDeliveries(db: Db, limits: Limits, now: Date): Promise<DueDelivery[]> {
  const { kind, limit, perCompany, perReceiver = PER_RECEIVER } = limits
  const isFree = (column: string) => isFreeAt(column, now)
  const furthest = furthestAhead(now, LEASE_SECONDS * 1000)
  const ordered = dueOfReceiver(perReceiver, now)
  // The limit for a receiver's second and further messages. The other places are reserved for the first message of each receiver.
  const perCompanyFurther = perCompany - Math.ceil(perCompany / 4)
  return inSystem(db, async (tx) => {
    // Only one process claims at a time. Two at once would not see each other's leases, and could both take a company's last place.
    await sql`select pg_advisory_xact_lock(hashtext('delivery.claim'), hashtext(${kind ?? 'unknown'}))`.execute(tx)
    const { rows } = await sql<DueDelivery>`
      with recursive busy as (
        select receiver_id, company_id, count(*) as n from delivery
        where state = 'pending' and lease_until is not null and lease_until >= ${now}
          and lease_until <= ${furthest} group by receiver_id, company_id),
      company_busy as (
        select busy.company_id, sum(busy.n) as n from busy join receiver r on r.id = busy.receiver_id
        where ${isOfKind(kind)} group by busy.company_id),
      ${waitingAt(now)},
      due as (
        select w.id, w.next_at, r.company_id, coalesce(c.n, 0) as company_n,
          coalesce(b.n, 0) + w.turn as receiver_place,
          greatest(r.last_success_at, r.last_failure_at) as last_attempt_at
        from waiting join receiver r on r.id = waiting.receiver_id and ${isOfKind(kind)} and ${isServedAt(now)}
          left join busy b on b.receiver_id = r.id
          left join company_busy c on c.company_id = r.company_id
          cross join lateral (${ordered} limit ${perReceiver} - coalesce(b.n, 0)) w
        where waiting.next_at <= ${now} and coalesce(b.n, 0) < ${perReceiver} and coalesce(c.n, 0) < ${perCompany}),
      placed as (
        select id, next_at, receiver_place,
          company_n + row_number() over (
            partition by company_id order by receiver_place, last_attempt_at nulls first, next_at, id) as place from due),
      chosen as (
        select id from placed where place <= case receiver_place when 1 then ${perCompany}::int else ${perCompanyFurther}::int end
        order by place, next_at, id limit ${limit}),
      taken as (
        select id from delivery
        where id in (select id from chosen) and state = 'pending' and ${isFree('lease_until')}
        for update skip locked)
      update delivery d set lease_until = ${now}::timestamptz + make_interval(secs => ${LEASE_SECONDS})
      from taken where d.id = taken.id
      returning d.id, d.company_id, d.receiver_id, d.alarm_id, d.alarm_version, d.type, d.verdict, d.previous_verdict, d.attempts,
        d.first_attempt_at, d.served, d.sequence, d.mails`.execute(tx)
    return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  })
}
