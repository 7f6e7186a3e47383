import { sql } from 'kysely'
import { hasRunOut } from '../../platform/db/has-run-out.ts'
import { inSystem, type Db } from '../../platform/db/transaction.ts'

/** The length of a lane's lease, in milliseconds. Workers renew it. It is short, so that the lanes of a dead worker are soon free again. */
export const LEASE_MS = 10_000
/** The longest pause of a lane, in milliseconds, for example after the store failed. */
export const LONGEST_REST_MS = 30_000

export interface ClaimedTask {
  sequence: string
  viewId: string
  companyId: string
  alarmId: string
  /** Attempts so far, including this one. */
  attempts: number
  owner: string
}

/**
 * Claims the next task, round-robin between lanes (cameras).
 *
 * The order of lanes: lanes with an alarm that can still be answered in time come first, and of these the one that has waited longest.
 * Within a lane, tasks that can be answered in time come first; older tasks precede newer ones. After each task a lane is put last, so
 * one noisy camera does not delay the others. Lanes in progress are skipped, so a camera's alarms are analysed one after the other. Alarms
 * that were already passed on are analysed when nothing else waits.
 */
export async function claimTask(db: Db, owner: string, now: Date): Promise<ClaimedTask | undefined> {
  return inSystem(db, async (tx) => {
    const until = new Date(now.getTime() + LEASE_MS)
    const isFree = hasRunOut('lease_until', now, LONGEST_REST_MS)
    const lane = await sql<{ view_id: string }>`
      update analysis_lane set lease_until = ${until}, lease_owner = ${owner}
      where view_id = (select coalesce(
        (select view_id from analysis_lane where is_fresh and ${isFree} order by place limit 1 for update skip locked),
        (select view_id from analysis_lane where not is_fresh and ${isFree} order by place limit 1 for update skip locked)))
      returning view_id`.execute(tx)
    const viewId = lane.rows[0]?.view_id
    if (viewId === undefined) return undefined
    const task = await sql<{ sequence: string; company_id: string; alarm_id: string; attempts: number }>`
      update analysis_task set attempts = attempts + 1
      where sequence = (
        select sequence from analysis_task where view_id = ${viewId} order by in_time_until is null, sequence limit 1)
      returning sequence, company_id, alarm_id, attempts`.execute(tx)
    const row = task.rows[0]
    if (!row) {
      await tx.deleteFrom('analysis_lane').where('view_id', '=', viewId).execute()
      return undefined
    }
    return {
      sequence: row.sequence,
      viewId,
      companyId: row.company_id,
      alarmId: row.alarm_id,
      attempts: row.attempts,
      owner,
    }
  })
}

/** Extends the lease on the lane; false when another worker has claimed it meanwhile. */
export async function renewLease(db: Db, task: ClaimedTask, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await inSystem(db, (tx) =>
    tx
      .updateTable('analysis_lane')
      .set({ lease_until: new Date(now.getTime() + LEASE_MS) })
      .where('view_id', '=', task.viewId)
      .where('lease_owner', '=', task.owner)
      .executeTakeFirst(),
  )
  return numUpdatedRows > 0n
}
