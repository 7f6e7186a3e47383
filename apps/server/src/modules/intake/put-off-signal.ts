import { inTenant } from '../../platform/db/transaction.ts'
import { LONGEST_PAUSE_MS, type ClaimedSignal } from './claim-signal.ts'
import type { IntakeDeps } from './intake-deps.ts'

/** The pauses before a failed store or database is tried again: before the alarm's deadline, and after it. */
const WAITING_MS = 2_000
const PASSED_ON_MS = 30_000

/**
 * Postpones a signal that could not be read or filed. Failures of the store or the database are not counted as attempts: the message is
 * intact, and is read as soon as the store and the database work again.
 */
export async function putOffSignal(
  deps: IntakeDeps,
  signal: ClaimedSignal,
  why: { isOwnFault: boolean; err: unknown },
): Promise<void> {
  const now = deps.clock.now()
  const isLate = signal.received_at < deps.deadline.pastSince(now)
  const pause = why.isOwnFault
    ? Math.min(WAITING_MS * 2 ** (signal.attempts - 1), LONGEST_PAUSE_MS)
    : isLate
      ? PASSED_ON_MS
      : WAITING_MS
  deps.log.error(
    { err: why.err, signalId: signal.id, attempts: signal.attempts, counts: why.isOwnFault },
    'signal could not be read now; it stays stored and is tried again',
  )
  await inTenant(deps.db, signal.company_id, (tx) =>
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
