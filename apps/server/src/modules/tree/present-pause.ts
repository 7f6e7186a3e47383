import type { Pause } from '@winnow/contract'
import { isPaused } from '@winnow/domain'

/** The columns of a pause, of a site or a camera. */
export interface PauseColumns {
  paused_until: Date | null
  paused_at: Date | null
  pause_reason: string | null
  paused_by: string | null
}

/** A pause that is under way. @param now by the clock of the database */
export function presentPause(row: PauseColumns, now: Date): Pause | null {
  if (!isPaused(row.paused_until, now)) return null
  return {
    pauseEndTime: row.paused_until.toISOString(),
    since: (row.paused_at ?? now).toISOString(),
    reason: row.pause_reason,
    by: row.paused_by ?? '',
  }
}
