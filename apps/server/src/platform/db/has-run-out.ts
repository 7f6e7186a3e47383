import { sql, type RawBuilder } from 'kysely'

/** The largest difference between the clocks of processes. */
export const CLOCK_SLACK_MS = 5_000

/** The latest end of a period that lasts at most `longestMs` and starts by now. A later end was written before the clock was set back. */
export const furthestAhead = (now: Date, longestMs: number): Date =>
  new Date(now.getTime() + longestMs + CLOCK_SLACK_MS)

/**
 * Whether a lease or a pause is over. It is over if its end is null, has passed, or is later than possible. An impossible end was written
 * before the clock was set back; the lease or pause would otherwise last for hours.
 * @param longestMs the longest possible lease or pause, in milliseconds
 */
export const hasRunOut = (column: string, now: Date, longestMs: number): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(column)} is null or ${sql.ref(column)} < ${now} or ${sql.ref(column)} > ${furthestAhead(now, longestMs)})`
