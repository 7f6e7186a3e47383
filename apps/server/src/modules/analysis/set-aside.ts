import { sql } from 'kysely'
import { furthestAhead } from '../../platform/db/has-run-out.ts'
import { inSystem, type Db } from '../../platform/db/transaction.ts'

/** Lanes of one transaction. */
const PAGE = 500

/**
 * Sets tasks aside whose answer is not expected in time any more, so that fresh ones go before them. Nothing is lost by it: the deadline passes
 * their alarms on, and they are looked at when nothing fresh waits. A lane that somebody holds for a moment is left for the next time.
 * @param times.marginMs how long an answer takes
 * @param times.deadlineSeconds what is further ahead than one deadline counts as late: it was written before the clock was set back
 * @returns how many lanes have no fresh task any more
 */
export async function setAside(
  db: Db,
  now: Date,
  times: { marginMs: number; deadlineSeconds: number },
): Promise<number> {
  const from = new Date(now.getTime() + times.marginMs)
  const to = furthestAhead(now, times.deadlineSeconds * 1000)
  let late = 0
  for (;;) {
    const lanes = await inSystem(db, async (tx) => {
      // The lanes first and in a statement of its own: whoever adds a task holds its lane, and what they add must be seen below.
      const { rows } = await sql<{ view_id: string }>`
        select view_id from analysis_lane where view_id in (
          (select view_id from analysis_task where in_time_until <= ${from} limit ${PAGE})
          union (select view_id from analysis_task where in_time_until > ${to} limit ${PAGE}))
        order by view_id for update skip locked`.execute(tx)
      if (rows.length === 0) return 0
      const viewIds = rows.map(({ view_id }) => view_id)
      await sql`
        update analysis_task set in_time_until = null
        where view_id = any(${viewIds}::uuid[]) and (in_time_until <= ${from} or in_time_until > ${to})`.execute(tx)
      const { numAffectedRows } = await sql`
        update analysis_lane l set is_fresh = false where l.view_id = any(${viewIds}::uuid[]) and l.is_fresh
          and not exists (select from analysis_task t where t.view_id = l.view_id and t.in_time_until is not null)`.execute(
        tx,
      )
      late += Number(numAffectedRows ?? 0n)
      return rows.length
    })
    // Those that somebody holds are passed over, so that each time there are fewer.
    if (lanes === 0) return late
  }
}
