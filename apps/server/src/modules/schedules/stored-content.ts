import { minutesOf, type ScheduleContent } from '@winnow/contract'
import type { StoredSchedule } from '@winnow/domain'

const edges = ({ start, end }: { start: string; end: string }): [start: number, end: number] => [
  minutesOf(start),
  minutesOf(end),
]

const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** A schedule in the form in which it is stored, and with which the decision is made. */
export const toStored = ({ weekly, holidayIntervals, closingDays }: ScheduleContent): StoredSchedule => ({
  weekly: weekly.map((window) => [window.day, ...edges(window)]),
  special: holidayIntervals.map(edges),
  days: closingDays.map(({ from, to, name }) => [from, to, name]),
})

/** A stored schedule in the form of the API. */
export const fromStored = ({ weekly, special, days }: StoredSchedule): ScheduleContent => ({
  weekly: weekly.map(([day, start, end]) => ({ day, start: timeOf(start), end: timeOf(end) })),
  holidayIntervals: special.map(([start, end]) => ({ start: timeOf(start), end: timeOf(end) })),
  closingDays: days.map(([from, to, name]) => ({ from, to, name })),
})
