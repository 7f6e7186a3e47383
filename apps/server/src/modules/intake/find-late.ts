import type { Deadline } from '@winnow/domain'
import { sql } from 'kysely'
import { furthestAhead } from '../../platform/db/has-run-out.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { LEASE_SECONDS, LONGEST_PAUSE_MS } from './claim-signal.ts'

/** The position after which the next page starts. So messages for which no alarm can be opened do not block the messages after them. */
export interface Late {
  id: string
  /** The time of receipt in the database's text format, since a Date would lose the microseconds. */
  at: string
}

interface Search {
  now: Date
  deadline: Deadline
  /** The time in milliseconds for which this process has been able to read messages, by a monotonic clock. */
  runsForMs: number
  after: Late | undefined
  limit: number
}

/**
 * Finds messages of cameras that could not be read by their deadline and have no alarm yet. Test pictures have no deadline. A message that
 * another process left unread, or that waits for memory, is late only after this process has had time to read it. A message is not late
 * during its first reading if that began after the deadline. A message with a future time was received before the clock was set back, and
 * is late.
 */
export async function findLate(tx: Tx, { now, deadline, runsForMs, after, limit }: Search): Promise<Late[]> {
  const future = furthestAhead(now, 0)
  const before = deadline.pastSince(now)
  const untriedBefore = deadline.untriedSince(now)
  const isFirstTryLate = sql`s.attempts = 1 and s.lease_until > ${now}
    and s.lease_until <= ${furthestAhead(now, LONGEST_PAUSE_MS)}
    and s.lease_until > s.received_at + make_interval(secs => ${deadline.ms / 1000 + LEASE_SECONDS})`
  const isBehind = after ? sql`(s.received_at, s.id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`
  const { rows } = await sql<Late>`
    select s.id, s.received_at::text as at from signal s join view v on v.id = s.view_id
    where s.state = 'stored' and s.alarm_id is null and not s.is_test
      and (s.received_at <= ${before} or s.received_at > ${future}) and ${isBehind}
      and case when s.lease_until is null
        then ${runsForMs >= deadline.untriedMs} and (s.received_at <= ${untriedBefore} or s.received_at > ${future})
        else not (${isFirstTryLate}) end
    order by s.received_at, s.id limit ${limit}`.execute(tx)
  return rows
}
