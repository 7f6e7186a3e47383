import { weekdayOf } from './civil-day.ts'
import type { DayWindow, Schedule, SpecialDays } from './schedule.ts'

/** The special days that a date belongs to, by its number; undefined if it is a day like others. */
export function specialDayOf({ days }: Schedule, day: number): SpecialDays | undefined {
  for (const range of days) if (range.from <= day && day <= range.to) return range
  return undefined
}

/** Whether the linked holidays of a date are not known, so that it may be one. A closing day of one's own is known always. */
export const isUnknownDay = (schedule: Schedule, day: number): boolean =>
  schedule.known !== undefined && (day < schedule.known.from || day > schedule.known.to) && !specialDayOf(schedule, day)

const WHOLE_DAY: readonly DayWindow[] = [{ start: 0, end: 1440 }]

/** The windows that begin on a date. In doubt, the whole day counts. */
export function windowsOf(schedule: Schedule, day: number): readonly DayWindow[] {
  if (isUnknownDay(schedule, day)) return WHOLE_DAY
  return specialDayOf(schedule, day) ? schedule.special : (schedule.weekly[weekdayOf(day)] ?? [])
}
