import { z } from 'zod'
import { HOLIDAY_TYPES, regionId } from './holidays.ts'
import { name } from './values.ts'

const NOT_A_TIME = 'Give a time such as 08:00'
/** A time of day to the minute, as 08:00. */
export const startTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { message: NOT_A_TIME })
/** An end may also be 24:00, the end of the day. */
const endTime = z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, { message: NOT_A_TIME })

/** A window in the time of the site, to the minute. An end at or before the start is on the next day. */
export const window = z.object({ start: startTime, end: endTime })
export type Window = z.output<typeof window>
/** A window that begins on a day of the week: 0 is Sunday, 1 Monday, 6 Saturday. */
export const weeklyWindow = window.extend({ day: z.number().int().min(0).max(6) })
export type WeeklyWindow = z.output<typeof weeklyWindow>

export const WINDOWS_CROSS = 'This window crosses another'
export const DAYS_CROSS = 'These days cross others'
export const DAYS_INVERTED = 'The last day is before the first'

const DAY_MINUTES = 1440
const WEEK_MINUTES = 7 * DAY_MINUTES

/** The minute of the day of a time such as 08:00. */
export const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Beginning and end of a window in minutes. The end is after the beginning, up to a day later. */
export function spanOf({ start, end }: Window, day = 0): { from: number; to: number } {
  const [first, last] = [minutesOf(start), minutesOf(end)]
  const from = day * DAY_MINUTES + first
  return { from, to: day * DAY_MINUTES + (last > first ? last : last + DAY_MINUTES) }
}

/** The places of the spans that overlap one before them in the list. Spans that touch do not overlap. */
function crossing(spans: readonly { from: number; to: number }[], cycle: number): number[] {
  const shifts = cycle === 0 ? [0] : [-cycle, 0, cycle]
  return spans.flatMap(({ from, to }, index) =>
    spans.slice(0, index).some((other) => shifts.some((by) => from < other.to + by && other.from + by < to))
      ? [index]
      : [],
  )
}

/** The places of the windows that cross one before them, over the end of the week too. */
export const crossingWeekly = (windows: readonly WeeklyWindow[]): number[] =>
  crossing(
    windows.map((each) => spanOf(each, each.day)),
    WEEK_MINUTES,
  )

/** The places of the windows of one day that cross one before them. */
export const crossingWindows = (windows: readonly Window[]): number[] =>
  crossing(
    windows.map((each) => spanOf(each)),
    0,
  )

const refuse =
  (context: { addIssue: (issue: { code: 'custom'; path: number[]; message: string }) => void }, message: string) =>
  (index: number): void =>
    context.addIssue({ code: 'custom', path: [index], message })

export const weeklyWindows = z
  .array(weeklyWindow)
  .max(70)
  .superRefine((windows, context) => crossingWeekly(windows).forEach(refuse(context, WINDOWS_CROSS)))

export const dayWindows = z
  .array(window)
  .max(10)
  .superRefine((windows, context) => crossingWindows(windows).forEach(refuse(context, WINDOWS_CROSS)))

const date = z.iso
  .date()
  .refine((day) => day >= '2000-01-01' && day < '2100-01-01', { message: 'A date from 2000 to 2099' })

/** Days of one's own on which a site is closed, from the first to the last. */
export const closingDay = z.object({ from: date, to: date, name })
export type ClosingDay = z.output<typeof closingDay>

const dayOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000

export const closingDays = z
  .array(closingDay)
  .max(100)
  .superRefine((ranges, context) => {
    const spans = ranges.map(({ from, to }) => ({ from: dayOf(from), to: dayOf(to) + 1 }))
    spans.flatMap(({ from, to }, index) => (to <= from ? [index] : [])).forEach(refuse(context, DAYS_INVERTED))
    crossing(spans, 0).forEach(refuse(context, DAYS_CROSS))
  })

const holidayTypes = z
  .array(z.enum(HOLIDAY_TYPES))
  .min(1)
  .refine((types) => new Set(types).size === types.length, { message: 'Name each type once' })

/** A holiday that is none for a schedule: on one date, or in every year (null). */
const unticked = z.object({ name: z.string().min(1).max(200), date: date.nullable() })
export type Unticked = z.output<typeof unticked>

const holidayLink = {
  regionId,
  types: holidayTypes,
  /** Single holidays on which the site is not closed. */
  unticked: z.array(unticked).max(300),
}

/** The holidays of a region on which a site is closed. Those of later years come by themselves. */
export const newHolidayLink = z.object({
  ...holidayLink,
  unticked: holidayLink.unticked.default([]),
  /** Makes the lists of holidays anew. Otherwise those that were made before are kept, whatever was learned since. */
  renew: z.boolean().default(false),
})
export type NewHolidayLink = z.output<typeof newHolidayLink>

/** The holidays that a schedule is linked to, with the lists that are kept. */
export const linkedHolidays = z.object({
  ...holidayLink,
  lists: z.array(
    z.object({
      year: z.number().int(),
      holidays: z.array(z.object({ date: z.iso.date(), name: z.string(), type: z.enum(HOLIDAY_TYPES) })),
    }),
  ),
  /** Years that are needed by now, for which no list could be made: all cameras count then. */
  missingYears: z.array(z.number().int()),
})
export type LinkedHolidays = z.output<typeof linkedHolidays>

/** The window of a new schedule, for each day of the week. */
export const DEFAULT_WINDOW: Window = { start: '00:00', end: '08:00' }
export const DEFAULT_WEEKLY: readonly WeeklyWindow[] = [1, 2, 3, 4, 5, 6, 0].map((day) => ({ day, ...DEFAULT_WINDOW }))
/** On closing days a camera counts all day, unless somebody wants otherwise. */
export const DEFAULT_HOLIDAY_WINDOW: Window = { start: '00:00', end: '24:00' }

/** When cameras count. */
export const scheduleContent = {
  /** The windows of a week, by the day on which they begin. None: the cameras never count. */
  weekly: weeklyWindows,
  /** The windows that begin on closing days, in place of those of the week. */
  holidayIntervals: dayWindows,
  closingDays,
}
const contentObject = z.object(scheduleContent)
/** When cameras count, without the holidays of regions. */
export type ScheduleContent = z.output<typeof contentObject>

/** The content of a new schedule; what is left out has its default. */
export const newScheduleContent = {
  weekly: weeklyWindows.default([...DEFAULT_WEEKLY]),
  holidayIntervals: dayWindows.default([DEFAULT_HOLIDAY_WINDOW]),
  closingDays: closingDays.default([]),
  holidays: newHolidayLink.nullable().default(null),
}
