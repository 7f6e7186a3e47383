import { inSystem } from '../../platform/db/transaction.ts'
import type { AnalysisDeps } from './analysis-deps.ts'
import { LONGEST_REST_MS, type ClaimedTask } from './claim-task.ts'
import { endOfLine, leaveLane, takeTryBack } from './finish-task.ts'

/** The time until the store is tried again, in milliseconds: while the alarm waits for its verdict, and after it was passed on. */
const WAITING_MS = 2_000
const PASSED_ON_MS = LONGEST_REST_MS

/**
 * Postpones a task because the store failed. The task stays first in its lane, and the attempt is taken back, so that it never counts as a
 * crash caused by the picture. Meanwhile the deadline passes the alarm on. After that a verdict is still useful as a correction, but must
 * not delay the camera's next alarms. So if the store works and only this alarm's files fail, the task ends.
 * @param verdict the alarm's current verdict. A filtered alarm has pictures that were not analysed, and is treated as undecided.
 */
export async function putOffTask(
  deps: Pick<AnalysisDeps, 'db' | 'media' | 'clock' | 'log' | 'metrics'>,
  task: ClaimedTask,
  verdict: string | null,
  err: unknown,
): Promise<void> {
  deps.metrics.failures.inc({ why: 'store' })
  const isPassedOn = verdict !== null && verdict !== 'false'
  const storeWorks = await deps.media.check().then(
    () => true,
    () => false,
  )
  const now = deps.clock.now()
  if (isPassedOn && storeWorks) {
    deps.log.error({ err, alarmId: task.alarmId }, 'pictures cannot be had from the store; the alarm stays unverified')
    await inSystem(deps.db, (tx) => leaveLane(tx, task, { done: true }))
    return
  }
  deps.log.warn({ err, alarmId: task.alarmId, storeWorks }, 'the media store failed; the analysis is put off')
  await inSystem(deps.db, async (tx) => {
    // A lease without an owner makes the lane pause until the lease expires. As everywhere, the lane is locked before the task, to avoid
    // deadlocks.
    await tx
      .updateTable('analysis_lane')
      .set({
        lease_until: new Date(now.getTime() + (isPassedOn ? PASSED_ON_MS : WAITING_MS)),
        lease_owner: null,
        // Workers try paused lanes last.
        place: endOfLine,
      })
      .where('view_id', '=', task.viewId)
      .where('lease_owner', '=', task.owner)
      .execute()
    await takeTryBack(tx, task)
  })
}
