import type { Deadline } from '@winnow/domain'

/** The average before the first measurement, in milliseconds. */
const FIRST_MS = 2_000
/** The weight of each new measurement in the moving average. */
const SHARE = 0.2
/** Analyses differ in length: an answer is expected within this multiple of the average. */
const SPREAD = 2

/** Estimates the length of an analysis, so that alarms that can still be answered in time are preferred to alarms that cannot. */
export interface TimeNeeded {
  /** @param ms from claiming a task to its answer, by a monotonic clock */
  measured(ms: number): void
  /** The time in milliseconds that must be left when an alarm is claimed to answer it in time. At most half of the deadline. */
  marginMs(): number
}

export function createTimeNeeded(deadline: Deadline): TimeNeeded {
  let average = FIRST_MS
  return {
    measured: (ms) => void (average += (ms - average) * SHARE),
    marginMs: () => Math.min(average * SPREAD, deadline.longestMarginMs),
  }
}
