import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

/** The deadlines of an analysis. */
export interface AnalysisTimes {
  /** The time until which a verdict is in time. */
  inTimeUntil: Date
  /** For an alarm that was filtered: the time at which it is passed on unless its further pictures were analysed. Null for a new alarm. */
  releaseAt: Date | null
}

/**
 * Adds an alarm to its camera's lane, and locks the lane's row. So a worker that leaves the lane at the same time either sees this task, or
 * has already deleted the lane. In the second case the lane is created again.
 */
export async function enqueueAnalysis(
  tx: Tx,
  alarm: { id: string; companyId: string; viewId: string },
  { inTimeUntil, releaseAt }: AnalysisTimes,
  now: Date,
): Promise<void> {
  const isFresh = inTimeUntil > now
  await sql`
    insert into analysis_lane (view_id, company_id, is_fresh) values (${alarm.viewId}, ${alarm.companyId}, ${isFresh})
    on conflict (view_id) do update set is_fresh = analysis_lane.is_fresh or excluded.is_fresh`.execute(tx)
  // An alarm that was set aside can be answered in time again when pictures join it, since it gets a new deadline.
  await sql`
    insert into analysis_task (view_id, company_id, alarm_id, release_at, in_time_until)
    values (${alarm.viewId}, ${alarm.companyId}, ${alarm.id}, ${releaseAt}, ${isFresh ? inTimeUntil : null})
    on conflict (alarm_id) do update set release_at = coalesce(analysis_task.release_at, excluded.release_at),
      in_time_until = coalesce(analysis_task.in_time_until, excluded.in_time_until)`.execute(tx)
}
