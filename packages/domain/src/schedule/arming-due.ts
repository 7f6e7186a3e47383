import { localDay } from '../time/local-time.ts'
import { dayNumber, weekdayOf } from './civil-day.ts'
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

/**
 * The instants by which a site must be armed, on dates around an instant. Each date has one: a time that clocks skip means the end of the
 * gap; of a time that occurs twice, the first is meant.
 */
function instantsNear({ minute, days }: ArmingDue, zone: string, at: Date, span: readonly [number, number]): Date[] {
  const today = dayNumber(localDay(at, zone)) ?? 0
  const dates = Array.from({ length: span[1] - span[0] + 1 }, (_, index) => today + span[0] + index)
  return dates
    .filter((day) => days.includes(weekdayOf(day)))
    .map((day) => new Date(startInstant(day * DAY_MS + minute * MINUTE_MS, zone)))
}

/**
 * The time by which the site had to be armed and which is to be judged now; undefined if there is none: it was judged already, or is long
 * past.
 * @param after the latest time that was judged, or when the time was set
 * @throws RangeError for a zone that the runtime does not know
 */
export function dueToJudge(due: ArmingDue, zone: string, at: Date, after: Date): Date | undefined {
  const isKnown = after.getTime() - at.getTime() <= SLACK_MS
  return instantsNear(due, zone, at, [-1, 0]).findLast(
    (instant) => instant <= at && at.getTime() - instant.getTime() <= STILL_JUDGED_MS && (!isKnown || instant > after),
  )
}

/** The next time by which the site must be armed; undefined without days. @throws RangeError for a zone that the runtime does not know */
export const nextDue = (due: ArmingDue, zone: string, at: Date): Date | undefined =>
  instantsNear(due, zone, at, [0, 8]).find((instant) => instant > at)
