import { fromLocalTime, toLocalTime } from '@winnow/domain'

const MINUTE_MS = 60_000

/** What a user enters to disarm a site: for as long as it may be, or until a local time of the site. */
export interface DisarmDraft {
  choice: 'longest' | 'until'
  /** The local time at which the disarm ends, if the choice is `until`. */
  end: string
}

/** The end of a disarm, or why it cannot end then. */
export type DisarmEnd =
  | { ok: true; at: Date }
  | { ok: false; problem: 'invalid' | 'skipped' | 'past' }
  | { ok: false; problem: 'too-long'; latest: Date }

/** The latest end of a disarm that begins now. */
export const latestEnd = (now: Date, longestMinutes: number): Date =>
  new Date(now.getTime() + longestMinutes * MINUTE_MS)

/** When a disarm that begins now would end. */
export function endOfDisarm(
  { choice, end }: DisarmDraft,
  { now, zone, longestMinutes }: { now: Date; zone: string; longestMinutes: number },
): DisarmEnd {
  const latest = latestEnd(now, longestMinutes)
  if (choice === 'longest') return { ok: true, at: latest }
  const at = fromLocalTime(end, zone)
  if (!at) return { ok: false, problem: 'invalid' }
  // Clocks that are put forward skip this time.
  if (toLocalTime(at, zone) !== end) return { ok: false, problem: 'skipped' }
  if (at <= now) return { ok: false, problem: 'past' }
  return at > latest ? { ok: false, problem: 'too-long', latest } : { ok: true, at }
}
