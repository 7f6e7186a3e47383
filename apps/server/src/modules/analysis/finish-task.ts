import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import type { ClaimedTask } from './claim-task.ts'
import type { AnalysisTimes } from './enqueue-analysis.ts'

/** The result of a task: done, to be retried, or to be analysed again with new deadlines, for example after further pictures arrived. */
type Result = { done: true } | { done: false; again?: AnalysisTimes }

/**
 * Leaves the lane: the task is done, or stays first in the lane for a retry. The lane's row is locked first. So a task that is added at the
 * same time is either seen here, or creates the lane again. All writers lock the lane before its tasks, so they cannot deadlock.
 */
export async function leaveLane(
  tx: Tx,
  task: Pick<ClaimedTask, 'sequence' | 'viewId' | 'owner'>,
  result: Result,
): Promise<void> {
  const lane = await sql<{ lease_owner: string | null }>`
    select lease_owner from analysis_lane where view_id = ${task.viewId} for update`.execute(tx)
  if (result.done) await tx.deleteFrom('analysis_task').where('sequence', '=', task.sequence).execute()
  else if (result.again)
    await tx
      .updateTable('analysis_task')
      .set({ attempts: 0, release_at: result.again.releaseAt, in_time_until: result.again.inTimeUntil })
      .where('sequence', '=', task.sequence)
      .execute()
  // The lease expired and another worker claimed the lane. That worker will release the lane.
  if (lane.rows[0]?.lease_owner !== task.owner) return
  // Tasks that can still be answered in time come first.
  const next = await tx
    .selectFrom('analysis_task')
    .select('in_time_until')
    .where('view_id', '=', task.viewId)
    .orderBy(sql`in_time_until is null`)
    .orderBy('sequence')
    .limit(1)
    .executeTakeFirst()
  if (next)
    await tx
      .updateTable('analysis_lane')
      .set({ place: endOfLine, is_fresh: next.in_time_until !== null, lease_until: null, lease_owner: null })
      .where('view_id', '=', task.viewId)
      .execute()
  else await tx.deleteFrom('analysis_lane').where('view_id', '=', task.viewId).execute()
}

/** Subtracts an attempt that did not fail because of the pictures. */
export async function takeTryBack(tx: Tx, task: Pick<ClaimedTask, 'sequence'>): Promise<void> {
  await tx
    .updateTable('analysis_task')
    .set((eb) => ({ attempts: eb.fn<number>('greatest', [eb('attempts', '-', 1), eb.lit(0)]) }))
    .where('sequence', '=', task.sequence)
    .execute()
}

/** SQL expression for the last place in the queue of lanes. */
export const endOfLine = sql<string>`nextval('analysis_lane_place_seq')`

/** Creates lanes for tasks that have none. That should never happen; if it does, the tasks must not wait forever. */
export async function repairLanes(tx: Tx): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into analysis_lane (view_id, company_id)
    select distinct on (t.view_id) t.view_id, t.company_id from analysis_task t
    where not exists (select 1 from analysis_lane l where l.view_id = t.view_id)
    on conflict do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
