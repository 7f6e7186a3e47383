/**
 * How many deadlines a message may wait if nobody has tried to read it. Usually such a message only needs to be read, which also assigns it
 * to the right alarm.
 */
const UNTRIED_DEADLINES = 4
/**
 * The maximum of that wait in milliseconds, so that the messages are passed on within a minute. A deadline that is longer replaces this
 * maximum.
 */
const UNTRIED_MS = 50_000

/**
 * The deadline of alarms: how long an alarm may wait for its verdict before it is passed on unverified. The other times are derived from
 * it.
 */
export interface Deadline {
  /** The length of the deadline in milliseconds. */
  readonly ms: number
  /** The time that a message may wait if nobody has tried to read it, in milliseconds. */
  readonly untriedMs: number
  /**
   * The maximum of the time that is reserved for one analysis, in milliseconds. An alarm with less time left than is reserved is set aside:
   * it is analysed when no fresh alarm waits.
   */
  readonly longestMarginMs: number
  /**
   * Returns the time until which an answer is in time.
   * @param since when the message was received, or when the analysis began. A time in the future was written before the clock was set back;
   * `now` is then used instead.
   */
  of(since: Date, now: Date): Date
  /** Returns the newest time of receipt with which an alarm is past its deadline. */
  pastSince(now: Date): Date
  /** Returns the newest time of receipt with which a message has waited too long if nobody has tried to read it. */
  untriedSince(now: Date): Date
  /**
   * Returns the time that is a quarter of the deadline after `now`. A waiting alarm whose deadline ends before that time is short of time.
   */
  shortUntil(now: Date): Date
}

/** @param seconds from the receipt of an alarm to the moment at which it is passed on even without a verdict */
export function createDeadline(seconds: number): Deadline {
  const ms = seconds * 1000
  const untriedMs = Math.max(ms, Math.min(UNTRIED_DEADLINES * ms, UNTRIED_MS))
  return {
    ms,
    untriedMs,
    longestMarginMs: ms / 2,
    of: (since, now) => new Date(Math.min(since.getTime(), now.getTime()) + ms),
    pastSince: (now) => new Date(now.getTime() - ms),
    untriedSince: (now) => new Date(now.getTime() - untriedMs),
    shortUntil: (now) => new Date(now.getTime() + ms / 4),
  }
}
