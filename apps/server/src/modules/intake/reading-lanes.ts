/** Messages read at the same time. Reading costs little CPU, but each message is held in memory. */
const LANES = 4
/** While messages keep arriving, whose senders wait for an answer, only this many are read beside them … */
const LANES_BESIDE_INTAKE = 1
/** … until none arrived for this long … */
const QUIET_MS = 100
/** … or until the first in the queue has waited this long, since its deadline approaches. */
const PATIENCE_MS = 2_000

/**
 * How many messages may be read at the same time now. At least one, since every accepted message has a deadline.
 * @param times in milliseconds of one clock: now, when the last message was accepted, and since when the first in the queue waits
 */
export function readingLanes(times: { now: number; cameAt: number; waitsSince: number }): number {
  const isQuiet = times.now - times.cameAt >= QUIET_MS
  const isLate = times.now - times.waitsSince >= PATIENCE_MS
  return isQuiet || isLate ? LANES : LANES_BESIDE_INTAKE
}
