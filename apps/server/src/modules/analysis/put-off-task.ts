import { inSystem } from '../../platform/db/transaction.ts'
import type { AnalysisDeps } from './analysis-deps.ts'
import { LONGEST_REST_MS, type ClaimedTask } from './claim-task.ts'
import { endOfLine, leaveLane, takeTryBack } from './finish-task.ts'

/** How soon the store is asked again while the alarm waits for its verdict, and once it has been passed on. */
const WAITING_MS = 2_000
const PASSED_ON_MS = LONGEST_REST_MS

/**
 * Puts a task off because the store failed: it stays first in line, and the try is taken back, so that it never counts as a crash of the
 * picture. The deadline passes the alarm on meanwhile. After that the answer is still worth having as a correction, but not
 * at the price of the camera's next alarms: where the store works and only this alarm's files fail, the task ends.
 * @param verdict what the alarm says now; a filtered one has pictures that nobody has seen, and waits as if it had none
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
    // A lease of nobody's: the lane rests until it runs out. Lane before task, as everywhere, so that no two wait in a ring.
    await tx
      .updateTable('analysis_lane')
      .set({
        lease_until: new Date(now.getTime() + (isPassedOn ? PASSED_ON_MS : WAITING_MS)),
        lease_owner: null,
        // Whoever looks for work meets those that rest last.
        place: endOfLine,
      })
      .where('view_id', '=', task.viewId)
      .where('lease_owner', '=', task.owner)
      .execute()
    await takeTryBack(tx, task)
  })
}
