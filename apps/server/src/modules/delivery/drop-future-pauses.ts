import { sql } from 'kysely'
import { furthestAhead } from '../../platform/db/has-run-out.ts'
import { inSystem, type Db } from '../../platform/db/transaction.ts'

/**
 * Makes messages due now whose next attempt was planned before the clock was set back. The planning time of such messages is in the future.
 * @returns the number of these messages
 */
export async function dropFuturePauses(db: Db, now: Date): Promise<number> {
  const { numAffectedRows } = await inSystem(db, (tx) =>
    sql`
      update delivery set next_at = ${now}, planned_at = ${now}
      where state = 'pending' and coalesce(planned_at, created_at) > ${furthestAhead(now, 0)}`.execute(tx),
  )
  return Number(numAffectedRows ?? 0n)
}
