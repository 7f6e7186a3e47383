import { sql, type RawBuilder, type SqlBool } from 'kysely'

const HOUR_MS = 3_600_000

/** After so long without use a session has ended: one that ends with the browser, and one that the user asked to keep. */
const IDLE_HOURS = 12
const KEPT_IDLE_HOURS = 7 * 24

/** However much it is used, a session has ended so long after its login. One that is not kept ends with the browser before that. */
const ABSOLUTE_HOURS = 24
export const KEPT_DAYS = 30

export const endOfSession = (keepLoggedIn: boolean, now: Date): Date =>
  new Date(now.getTime() + (keepLoggedIn ? KEPT_DAYS * 24 : ABSOLUTE_HOURS) * HOUR_MS)

/** SQL condition on a session: somebody used it lately. An open stream, and what a page asks for by itself, is no use. */
export function isInUse(now: Date): RawBuilder<SqlBool> {
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS)
  return sql<SqlBool>`session.last_used_at >
    case when session.keep_logged_in then ${ago(KEPT_IDLE_HOURS)}::timestamptz else ${ago(IDLE_HOURS)}::timestamptz end`
}
