import { type ReceiverKind, RECEIVERS } from '@winnow/contract'
import { FURTHEST_AHEAD_MS } from '@winnow/domain'
import { type RawBuilder, sql } from 'kysely'
import { furthestAhead, hasRunOut } from '../../platform/db/has-run-out.ts'
import { inSystem, type Db } from '../../platform/db/transaction.ts'
import { areHeld } from './held-deliveries.ts'

/** Length of the lease on a message, in seconds. The dispatcher renews it during the attempt, so that no other one sends it. */
export const LEASE_SECONDS = 60

/** Whether nobody holds a lease on a message. */
export const isFreeAt = (column: string, now: Date) => hasRunOut(column, now, LEASE_SECONDS * 1000)

const KNOWN: readonly string[] = RECEIVERS.map(({ id }) => id)

/** Whether a kind as it is stored is of a lane. null means all kinds that this version does not know. */
export const isOfLane = (stored: string, kind: ReceiverKind | null): boolean =>
  kind === null ? !KNOWN.includes(stored) : stored === kind

/** SQL condition on the receiver `r`: the same rule as {@link isOfLane}. */
export function isOfKind(kind: ReceiverKind | null): RawBuilder<boolean> {
  return kind === null ? sql`r.kind <> all(${KNOWN}::text[])` : sql`r.kind = ${kind}`
}

/**
 * Whether a message to the receiver `r` may be claimed. A receiver in a pause after failures is passed over, whatever waits for it: to
 * postpone each of its messages would take the places of receivers that work. The rule is that of `admitDelivery`. Where a receiver is off,
 * its messages are given up at once.
 */
export const isServedAt = (now: Date) =>
  sql`(r.circuit_until is null or r.circuit_until <= ${now} or r.circuit_until > ${furthestAhead(now, FURTHEST_AHEAD_MS)}
    or not r.active or r.deleted_at is not null)`

/**
 * A recursive common table expression `waiting`: each receiver that messages wait for, with the time at which its first one is due. It is empty
 * while nothing is due, or messages are held. It jumps from receiver to receiver in the index.
 */
export const waitingAt = (now: Date): RawBuilder<unknown> => sql`
  waiting as (
    (select receiver_id, next_at from delivery
      where state = 'pending' and (select not ${areHeld}) and (select exists (
        select 1 from delivery where state = 'pending' and next_at <= ${now} and ${isFreeAt('lease_until', now)}))
      order by receiver_id, next_at limit 1)
    union all
    select next.receiver_id, next.next_at from waiting cross join lateral (
      select receiver_id, next_at from delivery where state = 'pending' and receiver_id > waiting.receiver_id
      order by receiver_id, next_at limit 1) next)`

/**
 * The kinds of receivers that a message may be due for, by one short statement. A claim of each kind is long: to plan it takes PostgreSQL several
 * milliseconds, even if there is nothing to claim.
 * @returns the names that are stored, also of kinds that this version does not know
 */
export async function kindsDue(db: Db, now: Date): Promise<string[]> {
  return inSystem(db, async (tx) => {
    const { rows } = await sql<{ kind: string }>`
      with recursive ${waitingAt(now)}
      select distinct r.kind from waiting join receiver r on r.id = waiting.receiver_id
      where waiting.next_at <= ${now} and ${isServedAt(now)}`.execute(tx)
    return rows.map(({ kind }) => kind)
  })
}
