/** Before anything was measured. */
const FIRST_MS = 2_000
/** How much of what is known each new measurement replaces. */
const SHARE = 0.2
/** Analyses differ: an answer is expected within so many times what they take on average. */
const SPREAD = 2

/** How long an analysis takes just now, so that none is begun in place of a fresh one whose answer would come too late anyway. */
export interface TimeNeeded {
  /** @param ms from taking a task to its answer, by a clock that cannot be set */
  measured(ms: number): void
  /** What is left of its time when an alarm is taken: with less, its answer is not expected in time. At most half of the deadline. */
  marginMs(): number
}

export function createTimeNeeded(deadlineSeconds: number): TimeNeeded {
  let average = FIRST_MS
  return {
    measured: (ms) => void (average += (ms - average) * SHARE),
    marginMs: () => Math.min(average * SPREAD, (deadlineSeconds * 1000) / 2),
  }
}
