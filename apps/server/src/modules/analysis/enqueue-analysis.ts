import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

/** The deadlines of an analysis. */
export interface AnalysisTimes {
  /** A verdict is in time until then. */
  inTimeUntil: Date
  /** For an alarm that was filtered: when it is passed on if nobody has analysed its further pictures by then. Null for a new alarm. */
  releaseAt: Date | null
}

/**
 * Adds an alarm to its camera's lane. It locks the lane's row. A worker that is just leaving the lane then either sees this task, or has
 * deleted the lane, which is then created again.
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
  // Pictures that join an alarm which was set aside make it fresh again.
  await sql`
    insert into analysis_task (view_id, company_id, alarm_id, release_at, in_time_until)
    values (${alarm.viewId}, ${alarm.companyId}, ${alarm.id}, ${releaseAt}, ${isFresh ? inTimeUntil : null})
    on conflict (alarm_id) do update set release_at = coalesce(analysis_task.release_at, excluded.release_at),
      in_time_until = coalesce(analysis_task.in_time_until, excluded.in_time_until)`.execute(tx)
}
