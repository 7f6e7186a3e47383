import { sql, type RawBuilder } from 'kysely'

/** How far the clocks of processes may be apart, at most. */
export const CLOCK_SLACK_MS = 5_000

/** The last instant that something of at most this length can lie ahead. What lies further ahead was written before the clock was set back. */
export const furthestAhead = (now: Date, longestMs: number): Date =>
  new Date(now.getTime() + longestMs + CLOCK_SLACK_MS)

/**
 * Whether a lease or a pause is over: there is none, its time has come, or it is further ahead than one may ever be, as after the clock was
 * set back. It would be held for hours otherwise.
 * @param longestMs the longest that one may be
 */
export const hasRunOut = (column: string, now: Date, longestMs: number): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(column)} is null or ${sql.ref(column)} < ${now} or ${sql.ref(column)} > ${furthestAhead(now, longestMs)})`
