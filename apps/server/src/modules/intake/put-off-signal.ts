import { inSystem } from '../../platform/db/transaction.ts'
import { LONGEST_PAUSE_MS, type ClaimedSignal } from './claim-signal.ts'
import type { IntakeDeps } from './intake-deps.ts'

/** How soon a store or a database that failed is asked again: while the alarm waits for its verdict, and after its deadline. */
const WAITING_MS = 2_000
const PASSED_ON_MS = 30_000

/**
 * Leaves a signal that could not be read or filed for a later attempt. What the store or the database is to blame for is no attempt: the message
 * is whole, and it is read as soon as they work.
 */
export async function putOffSignal(
  deps: IntakeDeps,
  signal: ClaimedSignal,
  why: { isOwnFault: boolean; err: unknown },
): Promise<void> {
  const now = deps.clock.now()
  const isLate = now.getTime() - signal.received_at.getTime() > deps.deadlineSeconds * 1000
  const pause = why.isOwnFault
    ? Math.min(WAITING_MS * 2 ** (signal.attempts - 1), LONGEST_PAUSE_MS)
    : isLate
      ? PASSED_ON_MS
      : WAITING_MS
  deps.log.error(
    { err: why.err, signalId: signal.id, attempts: signal.attempts, counts: why.isOwnFault },
    'signal could not be read now; it stays stored and is tried again',
  )
  await inSystem(deps.db, (tx) =>
    tx
      .updateTable('signal')
      .set({
        attempts: why.isOwnFault ? signal.attempts : signal.attempts - 1,
        lease_until: new Date(now.getTime() + pause),
      })
      .where('id', '=', signal.id)
      .where('state', '=', 'stored')
      .execute(),
  )
}
