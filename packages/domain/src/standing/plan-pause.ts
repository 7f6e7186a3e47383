import { fromLocalTime, toLocalTime } from '../time/local-time.ts'
import { LONGEST_PAUSE_DAYS } from './standing.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/**
 * Why a pause cannot have this end. `skipped`: the local time does not exist, because clocks are put forward over it; `invalid`: the text
 * is no time.
 */
export type PauseProblem = 'invalid' | 'skipped' | 'past' | 'too-long'

export type PausePlan = { ok: true; until: Date } | { ok: false; problem: PauseProblem }

interface PauseInput {
  /** An instant (`2026-03-29T02:30:00Z`, or with an offset), or a local time of the site (`2026-03-29T02:30`). */
  end: string
  now: Date
  /** IANA name of the site's time zone. */
  zone: string
}

/**
 * Checks the requested end of a pause and returns it, cut to the minute. If a local time occurs twice because clocks are put back, the
 * earlier instant is used: in doubt, the shorter pause is safer.
 * @throws RangeError for a zone that the runtime does not know
 */
export function planPause({ end, now, zone }: PauseInput): PausePlan {
  const local = fromLocalTime(end, zone)
  if (local && toLocalTime(local, zone) !== end) return { ok: false, problem: 'skipped' }
  const instant = local ?? parseInstant(end)
  if (!instant) return { ok: false, problem: 'invalid' }
  const until = new Date(Math.floor(instant.getTime() / MINUTE_MS) * MINUTE_MS)
  if (until <= now) return { ok: false, problem: 'past' }
  // The extra hour allows for a day of 25 hours, on which clocks are put back.
  if (until.getTime() - now.getTime() > LONGEST_PAUSE_DAYS * DAY_MS + 3_600_000)
    return { ok: false, problem: 'too-long' }
  return { ok: true, until }
}

/** The zones in which a local time comes first and last. */
const OUTER_ZONES = ['Etc/GMT-14', 'Etc/GMT+12'] as const

/** Why an end is wrong in every time zone; undefined if it can be right in one. For a pause of cameras in several zones. */
export function problemEverywhere(end: string, now: Date): PauseProblem | undefined {
  const [first, last] = OUTER_ZONES.map((zone) => planPause({ end, now, zone }))
  return first && last && !first.ok && !last.ok && first.problem === last.problem ? first.problem : undefined
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/

function parseInstant(text: string): Date | undefined {
  if (!INSTANT.test(text)) return undefined
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? undefined : time
}

/**
 * Returns the local time of the site some days from now, at the same time of day. If clocks skip that time, the result is one hour later.
 * @returns as `2026-03-29T02:30`, for {@link planPause}
 */
export function localTimeInDays(days: number, now: Date, zone: string): string {
  const [day = '', time = ''] = toLocalTime(now, zone).split('T')
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  const wanted = `${date.toISOString().slice(0, 10)}T${time}`
  const at = fromLocalTime(wanted, zone)
  return at ? toLocalTime(at, zone) : wanted
}
