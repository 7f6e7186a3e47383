import { ConnectError, type Line } from '../../platform/connect/connector.ts'
import { AppError } from '../../platform/http/app-error.ts'

/** How long a pause is until a camera may have more events, and how many there are for all cameras of a connection together. */
const LIMIT_PAUSE_MS = 5_000
const MOST_PAUSES = 30

const isLimited = (error: unknown): boolean =>
  error instanceof ConnectError && error.cause instanceof AppError && error.cause.code === 'RATE_LIMITED'

/** Stores an event of one of many cameras. Resolves with false where its camera is over its limit, which is noted at the camera. */
export type StoreWithinLimit = (attempt: () => Promise<void>, isLate: boolean) => Promise<boolean>

/**
 * Returns what stores events of a system with many cameras. A camera that sends too much must not hold up the events of others: what comes
 * now is left out. What was missed in an outage (`isLate`) waits until the camera may have more, up to a bound.
 */
export function createLimitedStore(
  line: Line,
  wait: (ms: number, signal: AbortSignal) => Promise<void>,
): StoreWithinLimit {
  let pausesLeft = MOST_PAUSES
  return async (attempt, isLate) => {
    for (;;) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- each try comes after the one before
        await attempt()
        return true
      } catch (error) {
        if (!isLimited(error)) throw error
        if (line.signal.aborted) throw new ConnectError('closed')
        if (!isLate || pausesLeft === 0) return false
        pausesLeft -= 1
        // oxlint-disable-next-line no-await-in-loop -- as above
        await wait(LIMIT_PAUSE_MS, line.signal)
      }
    }
  }
}
