import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

/**
 * Puts an alarm in its camera's lane. The lane's row is locked on the way, so that a worker which is just leaving the lane
 * either sees this task or has the lane made anew.
 * @param releaseAt when an alarm that stands filtered is passed on if nobody has looked at its further pictures; null for a new alarm
 */
export async function enqueueAnalysis(
  tx: Tx,
  alarm: { id: string; companyId: string; viewId: string },
  now: Date,
  releaseAt: Date | null,
): Promise<void> {
  await sql`
    insert into analysis_lane (view_id, company_id, ready_at) values (${alarm.viewId}, ${alarm.companyId}, ${now})
    on conflict (view_id) do update set ready_at = analysis_lane.ready_at`.execute(tx)
  await sql`
    insert into analysis_task (view_id, company_id, alarm_id, release_at)
    values (${alarm.viewId}, ${alarm.companyId}, ${alarm.id}, ${releaseAt})
    on conflict (alarm_id) do update set release_at = coalesce(analysis_task.release_at, excluded.release_at)`.execute(
    tx,
  )
}
