import { localDay } from '../time/local-time.ts'
import { offsetPeriods } from '../time/zone-offsets.ts'
import { dateOf, dayNumber } from './civil-day.ts'
import { endInstant, startInstant } from './local-bounds.ts'

import type { Schedule } from './schedule.ts'
import { isUnknownDay, specialDayOf, windowsOf } from './windows-of-day.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** A coming date of the site, and when its cameras count by the windows that begin on it. */
export interface ComingDay {
  date: string
  /** The name of the special day; undefined if it is a day like others. */
  special: string | undefined
  /** Whether nobody knows whether it is a holiday. Cameras count all day then. */
  isUnknown: boolean
  windows: { start: Date; end: Date }[]
  /** The instant at which clocks change on this date, and by how many minutes they are put forward (or back, if less than 0). */
  clockChange: { at: Date; minutes: number } | undefined
}

/** The change of the clocks within a date of the zone. */
function changeOn(day: number, zone: string): ComingDay['clockChange'] {
  const [from, to] = [startInstant(day * DAY_MS, zone), startInstant((day + 1) * DAY_MS, zone)]
  const periods = offsetPeriods(from - MINUTE_MS, to, zone)
  for (const [index, { from: at, ahead }] of periods.entries()) {
    const before = periods[index - 1]
    // A change at midnight belongs to the date on which the skipped or repeated time lies.
    if (before && at >= from && at < to) return { at: new Date(at), minutes: (ahead - before.ahead) / MINUTE_MS }
  }
  return undefined
}

/**
 * The dates from today on, each with the windows that begin on it.
 * @throws RangeError for a zone that the runtime does not know
 */
export function comingDays(schedule: Schedule, zone: string, now: Date, count: number): ComingDay[] {
  const today = dayNumber(localDay(now, zone)) ?? 0
  return Array.from({ length: count }, (_, index) => {
    const day = today + index
    const windows = windowsOf(schedule, day).map(({ start, end }) => ({
      start: new Date(startInstant(day * DAY_MS + start * MINUTE_MS, zone)),
      end: new Date(endInstant(day * DAY_MS + end * MINUTE_MS, zone)),
    }))
    return {
      date: dateOf(day),
      special: specialDayOf(schedule, day)?.name,
      isUnknown: isUnknownDay(schedule, day),
      windows: windows.filter(({ start, end }) => start < end),
      clockChange: changeOn(day, zone),
    }
  })
}
