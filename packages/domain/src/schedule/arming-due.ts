import { localDay } from '../time/local-time.ts'
import { dateOf, dayNumber, weekdayOf } from './civil-day.ts'
import { startInstant } from './local-bounds.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** For how long after its time a site is still judged. The program may have been stopped at that time. */
const STILL_JUDGED_MS = 6 * 3_600_000
/** What was judged further ahead than this was judged before the clock was set back. */
const SLACK_MS = DAY_MS

/** By when a site must be armed: a minute of the day in the time of the site, on days of the week (0 is Sunday). */
export interface ArmingDue {
  minute: number
  days: readonly number[]
}

/** What was judged of a site. */
export interface Judged {
  /** The latest time that was judged, or when the time was set. */
  until: Date
  /** The date of the latest time that was judged; null if none was. The site may have been in another time zone then. */
  day: string | null
}

/** A time by which a site must be armed, with its date. */
export interface DueTime {
  day: string
  instant: Date
}

/**
 * The times by which a site must be armed, on dates around an instant. Each date has one: a time that clocks skip means the end of the
 * gap; of a time that occurs twice, the first is meant.
 */
function timesNear({ minute, days }: ArmingDue, zone: string, at: Date, span: readonly [number, number]): DueTime[] {
  const today = dayNumber(localDay(at, zone)) ?? 0
  const dates = Array.from({ length: span[1] - span[0] + 1 }, (_, index) => today + span[0] + index)
  return dates
    .filter((day) => days.includes(weekdayOf(day)))
    .map((day) => ({ day: dateOf(day), instant: new Date(startInstant(day * DAY_MS + minute * MINUTE_MS, zone)) }))
}

/**
 * The time by which the site had to be armed and which is to be judged now; undefined if there is none: it was judged already, or is long
 * past. Each date is judged once, also if the site was moved to another time zone since.
 * @throws RangeError for a zone that the runtime does not know
 */
export function dueToJudge(due: ArmingDue, zone: string, at: Date, { until, day: last }: Judged): DueTime | undefined {
  const isKnown = until.getTime() - at.getTime() <= SLACK_MS
  const isNew = ({ day, instant }: DueTime) => !isKnown || (instant > until && (last === null || day > last))
  return timesNear(due, zone, at, [-1, 0]).findLast(
    (time) => time.instant <= at && at.getTime() - time.instant.getTime() <= STILL_JUDGED_MS && isNew(time),
  )
}

/** The next time by which the site must be armed; undefined without days. @throws RangeError for a zone that the runtime does not know */
export const nextDue = (due: ArmingDue, zone: string, at: Date): Date | undefined =>
  timesNear(due, zone, at, [0, 8]).find(({ instant }) => instant > at)?.instant
