import { sql, type RawBuilder, type SqlBool } from 'kysely'

const HOUR_MS = 3_600_000

/**
 * Time without use after which a session ends. The first limit is for a session that ends with the browser, the second for a session that
 * the user asked to keep.
 */
const IDLE_HOURS = 12
const KEPT_IDLE_HOURS = 7 * 24

/** Time since the login after which a session ends even if it is in use. A session that is not kept may end earlier, with the browser. */
const ABSOLUTE_HOURS = 24
export const KEPT_DAYS = 30

export const endOfSession = (keepLoggedIn: boolean, now: Date): Date =>
  new Date(now.getTime() + (keepLoggedIn ? KEPT_DAYS * 24 : ABSOLUTE_HOURS) * HOUR_MS)

/** SQL condition on a session: it was used recently. Open streams and automatic requests of a page do not count as use. */
export const isInUse = (now: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`session.last_used_at > ${now}::timestamptz
    - make_interval(hours => case when session.keep_logged_in then ${KEPT_IDLE_HOURS}::int else ${IDLE_HOURS}::int end)`
