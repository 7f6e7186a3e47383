import type { Deadline } from '@winnow/domain'
import { sql } from 'kysely'
import { furthestAhead } from '../../platform/db/has-run-out.ts'
import { inSystem, type Db } from '../../platform/db/transaction.ts'

/** Lanes per transaction. */
const PAGE = 500

/**
 * Sets tasks aside that will probably not be answered in time, so that fresh ones go first. Nothing is lost: the deadline passes their
 * alarms on, and they are analysed when nothing fresh waits. Lanes that are locked at the moment are left for the next run.
 * @param times.marginMs the time that an answer takes, in milliseconds
 * @param times.deadline a deadline further ahead than this was written before the clock was set back, and is treated as late
 * @returns the number of lanes without any fresh task left
 */
export async function setAside(db: Db, now: Date, times: { marginMs: number; deadline: Deadline }): Promise<number> {
  const from = new Date(now.getTime() + times.marginMs)
  const to = furthestAhead(now, times.deadline.ms)
  let late = 0
  for (;;) {
    const lanes = await inSystem(db, async (tx) => {
      // Locks the lanes in a separate first statement. A transaction that adds a task locks its lane too, so the next statement sees all
      // tasks of these lanes.
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
    // Each round finds fewer lanes: finished lanes are not found again, and locked lanes are skipped.
    if (lanes === 0) return late
  }
}
