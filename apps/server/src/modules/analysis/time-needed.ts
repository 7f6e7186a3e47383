import type { Deadline } from '@winnow/domain'

/** The average before the first measurement, in milliseconds. */
const FIRST_MS = 2_000
/** The weight of each new measurement in the moving average. */
const SHARE = 0.2
/** Analyses differ in length: an answer is expected within this multiple of the average. */
const SPREAD = 2

/**
 * Alarms are analysed in a hurry when less time is left than this multiple of what is reserved for an analysis. With less than is reserved they are set
 * aside, so fewer looks come first.
 */
const HURRY = 1.5

/** Estimates the length of an analysis, so that alarms that can still be answered in time are preferred to alarms that cannot. */
export interface TimeNeeded {
  /** @param ms from claiming a task to its answer, by a monotonic clock */
  measured(ms: number): void
  /** The time in milliseconds that must be left when an alarm is claimed to answer it in time. At most half of the deadline. */
  marginMs(): number
  /**
   * Whether so many alarms wait that fewer looks are to be taken: this one has waited for half of its deadline, or is about to be set aside.
   * Alarms past their deadline have time, because nothing fresh waits when they are analysed.
   */
  isShort(leftMs: number): boolean
}

export function createTimeNeeded(deadline: Deadline): TimeNeeded {
  let average = FIRST_MS
  const marginMs = () => Math.min(average * SPREAD, deadline.longestMarginMs)
  return {
    measured: (ms) => void (average += (ms - average) * SHARE),
    marginMs,
    isShort: (leftMs) => leftMs > 0 && leftMs < Math.max(deadline.ms / 2, HURRY * marginMs()),
  }
}
