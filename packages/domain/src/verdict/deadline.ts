/**
 * Messages that nobody has tried to read may wait for this many deadlines. Usually reading is all they need, and assigns them to the right
 * alarm …
 */
const UNTRIED_DEADLINES = 4
/** … but no longer than this, so that they are passed on within their minute. */
const UNTRIED_MS = 50_000

/** How long an alarm may wait for its verdict before it is passed on unverified, and the times derived from that. */
export interface Deadline {
  /** The length in milliseconds. */
  readonly ms: number
  /** How long a message may wait that nobody has tried to read, in milliseconds. */
  readonly untriedMs: number
  /** The maximum time reserved for one analysis, in milliseconds: an alarm with less time left is set aside. */
  readonly longestMarginMs: number
  /**
   * The time by which something must be answered.
   * @param since when it was received, or its analysis began. A time in the future was written before the clock was set back, and counts as
   * now.
   */
  of(since: Date, now: Date): Date
  /** Alarms received up to this time are past their deadline. */
  pastSince(now: Date): Date
  /** Messages received up to this time that nobody has tried to read have waited too long. */
  untriedSince(now: Date): Date
  /** Alarms due before this time that still wait are short of time: at most a quarter of the deadline is left. */
  shortUntil(now: Date): Date
}

/** @param seconds from receipt to the moment at which an alarm goes out even without a verdict */
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
