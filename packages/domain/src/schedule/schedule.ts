import { dayNumber } from './civil-day.ts'
import type { LinkedDays, StoredHolidays } from './linked-holidays.ts'

/** Minutes of a day at which a window starts and ends: 0–1439 and 0–1440. An end at or before the start is on the next day. */
export type StoredWindow = readonly [start: number, end: number]

/** A schedule as it is stored. */
export interface StoredSchedule {
  /** The windows of a week: day (0 is Sunday), start and end. */
  weekly: readonly (readonly [day: number, start: number, end: number])[]
  /** The windows that begin on special days, in place of those of the week. */
  special: readonly StoredWindow[]
  /** The special days: first date, last date, and a name for people. */
  days: readonly (readonly [from: string, to: string, name: string])[]
  /** Further special days: the holidays of a region. */
  linked?: LinkedDays
  /** Where these come from. No decision reads it, so it is not stored with messages. */
  holidays?: StoredHolidays
}

/** A window that begins on some day, in minutes from the beginning of that day. The end is at most 2879. */
export interface DayWindow {
  start: number
  end: number
}

/** A range of special days, by the numbers of its first and last date. */
export interface SpecialDays {
  from: number
  to: number
  name: string
}

/** A schedule that was read and can be asked. */
export interface Schedule {
  /** The windows of each day of the week from Sunday on, by their start. */
  weekly: readonly (readonly DayWindow[])[]
  special: readonly DayWindow[]
  days: readonly SpecialDays[]
  /** The numbers of the first and last date for which the linked holidays are known; undefined if none are linked. */
  known?: { from: number; to: number }
}

/** Whether a camera counts by its schedule, and until when; null: the schedule does not change that for more than a year. */
export interface ScheduleState {
  counts: boolean
  until: Date | null
  /** Set if nobody knows whether the date is a holiday. The camera counts then. */
  isUnknown?: true
}

const DAY_MINUTES = 1440

const isWhole = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most

function readWindow(stored: unknown): DayWindow | undefined {
  if (!Array.isArray(stored)) return undefined
  const [start, end]: unknown[] = stored
  if (!isWhole(start, DAY_MINUTES - 1) || !isWhole(end, DAY_MINUTES)) return undefined
  return { start, end: end > start ? end : end + DAY_MINUTES }
}

function readDays(stored: unknown): SpecialDays | undefined {
  if (!Array.isArray(stored)) return undefined
  const [first, last, name]: unknown[] = stored
  if (typeof first !== 'string' || typeof last !== 'string' || typeof name !== 'string') return undefined
  const [from, to] = [dayNumber(first), dayNumber(last)]
  return from === undefined || to === undefined || to < from ? undefined : { from, to, name }
}

/** Reads each item of a list; undefined if it is no list or one of its items cannot be read. */
function readAll<T>(stored: unknown, read: (item: unknown) => T | undefined): T[] | undefined {
  if (!Array.isArray(stored)) return undefined
  const found = stored.map(read)
  return found.every((item) => item !== undefined) ? found : undefined
}

interface Linked {
  days: SpecialDays[]
  known: { from: number; to: number }
}

function readLinked(stored: unknown): Linked | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const { days, from, to }: Record<string, unknown> = { ...stored }
  const ranges = readAll(days, readDays)
  const known = readDays([from, to, ''])
  return ranges && known && { days: ranges, known: { from: known.from, to: known.to } }
}

const byStart = (one: DayWindow, other: DayWindow): number => one.start - other.start

const NONE_LINKED = { days: [] }

/**
 * Reads a {@link StoredSchedule}. Undefined if any part of it cannot be read: a schedule that is only half understood must not keep an alarm
 * from being analysed.
 */
export function readSchedule(stored: unknown): Schedule | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined
  const { weekly, special, days, linked }: Record<string, unknown> = { ...stored }
  const ofWeek = readAll(weekly, (item) => {
    const [day, start, end]: unknown[] = Array.isArray(item) ? item : []
    const window = readWindow([start, end])
    return isWhole(day, 6) && window ? { day, window } : undefined
  })
  const ofSpecial = readAll(special, readWindow)
  const ranges = readAll(days, readDays)
  const holidays = linked === undefined || linked === null ? NONE_LINKED : readLinked(linked)
  if (!ofWeek || !ofSpecial || !ranges || !holidays) return undefined
  return {
    weekly: Array.from({ length: 7 }, (_, day) =>
      ofWeek
        .filter((each) => each.day === day)
        .map(({ window }) => window)
        .toSorted(byStart),
    ),
    special: ofSpecial.toSorted(byStart),
    days: [...ranges, ...holidays.days],
    ...('known' in holidays ? { known: holidays.known } : {}),
  }
}
