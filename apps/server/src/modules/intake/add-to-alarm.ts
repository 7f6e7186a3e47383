import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { enqueueAnalysis } from '../analysis/index.ts'
import type { ClaimedSignal } from './claim-signal.ts'
import type { Original } from './find-original.ts'
import type { IntakeDeps } from './intake-deps.ts'
import type { IntakeView } from './intake-view.ts'
import { hasAsking } from './signal-standing.ts'
import { addFrames, announceIntake, deadlineOf, hasRoomFor } from './open-alarm.ts'
import type { StoredPart } from './store-media.ts'

/** What became of a signal. */
export interface Outcome {
  alarmId: string | null
  duplicateOf: string | null
  problem?: { code: string; detail?: string }
}

/**
 * Adds the pictures of a signal to the alarm that its sender has named. They are analysed like pictures that arrive late: the whole alarm is
 * analysed again, and passed on if that is not done in time. The end of the burst stays, so that later signals of the camera do not join an
 * old alarm because somebody has added a picture to it.
 */
export async function addToAlarm(
  tx: Tx,
  deps: IntakeDeps,
  { view, signal, alarmId }: { view: IntakeView; signal: ClaimedSignal; alarmId: string },
  { original, parts }: { original: Original | undefined; parts: readonly StoredPart[] },
): Promise<Outcome> {
  const alarm = await tx
    .selectFrom('alarm')
    .select(['outside', 'unfiltered', 'is_test', 'rule_times'])
    .where('id', '=', alarmId)
    .forUpdate()
    .executeTakeFirst()
  // Retention may delete an alarm while a picture for it waits.
  if (!alarm) return { alarmId: null, duplicateOf: null, problem: { code: 'alarm-gone' } }
  if (original !== undefined) return { alarmId, duplicateOf: original.id }
  const fits = await hasRoomFor(tx, alarmId, parts)
  await sql`update alarm set signal_count = signal_count + 1, version = version + 1 where id = ${alarmId}`.execute(tx)
  if (fits) await addFrames(tx, { id: alarmId, companyId: view.companyId }, signal, parts)
  // An alarm whose camera did not count when it was received is analysed only where rules ask for it. One that is passed on unfiltered never is.
  if ((alarm.outside === null || hasAsking(alarm.rule_times)) && alarm.unfiltered === null) {
    const until = deadlineOf(signal, deps)
    const queued = { id: alarmId, companyId: view.companyId, viewId: view.id }
    await enqueueAnalysis(tx, queued, { inTimeUntil: until, releaseAt: until }, deps.clock.now())
  }
  await announceIntake(tx, view, alarmId, { isNew: false, isTest: alarm.is_test })
  // Two people may have filled the last places at the same time.
  return { alarmId, duplicateOf: null, ...(fits ? {} : { problem: { code: 'too-many-parts' } }) }
}
