import { type LinkedHolidays, minutesOf, type ScheduleContent } from '@winnow/contract'
import { type ComingDay, comingDays, linkedDays, readSchedule } from '@winnow/domain'
import { toStoredHolidays } from './holiday-link.ts'

/** The number of days that are shown ahead. */
const DAYS_AHEAD = 14

/**
 * The next 14 dates of a site with the times that begin on them, special days and changes of the clocks; undefined if the schedule cannot
 * be read, or the zone is unknown.
 */
export function comingOf(
  content: ScheduleContent & { holidays: LinkedHolidays | null },
  zone: string,
  now: Date,
): ComingDay[] | undefined {
  const schedule = readSchedule({
    weekly: content.weekly.map(({ day, start, end }) => [day, minutesOf(start), minutesOf(end)]),
    special: content.holidayIntervals.map(({ start, end }) => [minutesOf(start), minutesOf(end)]),
    days: content.closingDays.map(({ from, to, name }) => [from, to, name]),
    ...(content.holidays ? { linked: linkedDays(toStoredHolidays(content.holidays)) } : {}),
  })
  try {
    return schedule && comingDays(schedule, zone, now, DAYS_AHEAD)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
