import type { Deadline } from '@winnow/domain'

/** The estimate before anything was measured. */
const FIRST_MS = 2_000
/** The weight of each new measurement in the moving average. */
const SHARE = 0.2
/** Analyses differ in length: an answer is expected within this multiple of the average. */
const SPREAD = 2

/** Estimates the length of an analysis, so that none starts whose answer would come too late anyway while a fresh alarm waits. */
export interface TimeNeeded {
  /** @param ms from claiming a task to its answer, by a monotonic clock */
  measured(ms: number): void
  /** The time that must be left when an alarm is claimed; with less, its answer is not expected in time. Never more than the deadline. */
  marginMs(): number
}

export function createTimeNeeded(deadline: Deadline): TimeNeeded {
  let average = FIRST_MS
  return {
    measured: (ms) => void (average += (ms - average) * SHARE),
    marginMs: () => Math.min(average * SPREAD, deadline.longestMarginMs),
  }
}
