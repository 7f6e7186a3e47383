/** Messages read at the same time: reading is light, but each holds its bytes in memory. */
const LANES = 4
/** While messages keep coming, whose senders wait for us, reading takes one turn beside them … */
const LANES_BESIDE_INTAKE = 1
/** … until none came for so long … */
const QUIET_MS = 100
/** … or one has waited to be read for so long: its deadline comes, however much else does. */
const PATIENCE_MS = 2_000

/**
 * How many messages may be read at once just now. Never none: what was taken in has a deadline.
 * @param times of one clock, in milliseconds: now, when the last message was taken in, and since when the first in the line waits
 */
export function readingLanes(times: { now: number; cameAt: number; waitsSince: number }): number {
  const isQuiet = times.now - times.cameAt >= QUIET_MS
  const isLate = times.now - times.waitsSince >= PATIENCE_MS
  return isQuiet || isLate ? LANES : LANES_BESIDE_INTAKE
}
