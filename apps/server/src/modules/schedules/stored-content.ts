import { HOLIDAY_TYPES, minutesOf, type LinkedHolidays, type ScheduleContent } from '@winnow/contract'
import { linkedDays, missingYears, type StoredHolidays, type StoredSchedule } from '@winnow/domain'

const edges = ({ start, end }: { start: string; end: string }): [start: number, end: number] => [
  minutesOf(start),
  minutesOf(end),
]

const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** A schedule in the form in which it is stored, and with which the decision is made. */
export const toStored = (
  { weekly, holidayIntervals, closingDays }: ScheduleContent,
  holidays: StoredHolidays | null,
): StoredSchedule => ({
  weekly: weekly.map((window) => [window.day, ...edges(window)]),
  special: holidayIntervals.map(edges),
  days: closingDays.map(({ from, to, name }) => [from, to, name]),
  ...withLinked(holidays),
})

/** The parts of a stored schedule that come from linked holidays. */
export const withLinked = (holidays: StoredHolidays | null): Pick<StoredSchedule, 'linked' | 'holidays'> =>
  holidays === null ? {} : { linked: linkedDays(holidays), holidays }

const typeOf = (stored: string) => HOLIDAY_TYPES.find((type) => type === stored) ?? 'observance'

const presentHolidays = ({ region, types, unticked, lists }: StoredHolidays, now: Date): LinkedHolidays => ({
  regionId: region,
  types: types.map(typeOf),
  unticked: unticked.map(([name, date]) => ({ name, date })),
  lists: Object.entries(lists).map(([year, list]) => ({
    year: Number(year),
    holidays: list.map(([date, name, type]) => ({ date, name, type: typeOf(type) })),
  })),
  missingYears: missingYears({ lists }, now),
})

/** The content of a schedule as the API returns it. */
export type PresentedContent = ScheduleContent & { holidays: LinkedHolidays | null }

/** A stored schedule in the form of the API. */
export const fromStored = ({ weekly, special, days, holidays }: StoredSchedule, now: Date): PresentedContent => ({
  weekly: weekly.map(([day, start, end]) => ({ day, start: timeOf(start), end: timeOf(end) })),
  holidayIntervals: special.map(([start, end]) => ({ start: timeOf(start), end: timeOf(end) })),
  closingDays: days.map(([from, to, name]) => ({ from, to, name })),
  holidays: holidays ? presentHolidays(holidays, now) : null,
})

/** What the audit keeps of a link to holidays: not the lists. */
export const recordedLink = ({ regionId, types, unticked }: LinkedHolidays) => ({ regionId, types, unticked })
