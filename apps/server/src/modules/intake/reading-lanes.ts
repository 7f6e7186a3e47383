/** The number of messages read at the same time. Reading costs little CPU, but each message is held in memory. */
const LANES = 4
/** The number of messages read at the same time while others are arriving, since the senders of those wait for an answer. */
const LANES_BESIDE_INTAKE = 1
/** If no message arrived for this long, `LANES` applies again. */
const QUIET_MS = 100
/** If the first message in the queue has waited this long, `LANES` applies even while others arrive, since its deadline approaches. */
const PATIENCE_MS = 2_000

/**
 * The number of messages that may be read at the same time now. It is at least one, since every accepted message has a deadline.
 * @param times in milliseconds of one clock: the current time, when the last message was accepted, and when the first message in the queue
 * began to wait
 */
export function readingLanes(times: { now: number; cameAt: number; waitsSince: number }): number {
  const isQuiet = times.now - times.cameAt >= QUIET_MS
  const isLate = times.now - times.waitsSince >= PATIENCE_MS
  return isQuiet || isLate ? LANES : LANES_BESIDE_INTAKE
}
