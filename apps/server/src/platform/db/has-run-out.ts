import { sql, type RawBuilder } from 'kysely'

/** The largest difference between the clocks of processes. */
export const CLOCK_SLACK_MS = 5_000

/** The latest time that something of at most this length can end. A later time was written before the clock was set back. */
export const furthestAhead = (now: Date, longestMs: number): Date =>
  new Date(now.getTime() + longestMs + CLOCK_SLACK_MS)

/**
 * Whether a lease or a pause is over: there is none, its time has come, or it ends later than any can. The latter happens when the clock is
 * set back, and would otherwise hold things for hours.
 * @param longestMs the longest possible one
 */
export const hasRunOut = (column: string, now: Date, longestMs: number): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(column)} is null or ${sql.ref(column)} < ${now} or ${sql.ref(column)} > ${furthestAhead(now, longestMs)})`
