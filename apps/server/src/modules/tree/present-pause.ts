import { REASON_NOT_GIVEN, type Pause } from '@winnow/contract'
import { isPaused } from '@winnow/domain'
import { sql, type RawBuilder } from 'kysely'

/** A pause and the current time, both as the database writes them. */
interface StoredPause {
  until: string
  since: string | null
  reason: string | null
  by: string | null
  now: string
}

/** The pause of a row of `view` or `site`, for {@link presentPause}; null if it has none. */
export const pauseOf = (table: 'view' | 'site'): RawBuilder<StoredPause | null> => {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql<StoredPause | null>`case when ${column('paused_until')} is not null then jsonb_build_object(
    'until', ${column('paused_until')}, 'since', ${column('paused_at')}, 'reason', ${column('pause_reason')},
    'by', ${column('paused_by')}, 'now', now()) end`
}

/** A pause as the API returns it; null if there is none or it is over. */
export function presentPause(stored: StoredPause | null): Pause | null {
  if (!stored) return null
  const [until, now] = [new Date(stored.until), new Date(stored.now)]
  if (!isPaused(until, now)) return null
  const since = new Date(stored.since ?? stored.now)
  return {
    pauseEndTime: until.toISOString(),
    since: since.toISOString(),
    reason: stored.reason ?? REASON_NOT_GIVEN,
    by: stored.by ?? '',
  }
}
