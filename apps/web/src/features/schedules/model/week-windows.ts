import { minutesOf, type WeeklyWindow } from '@winnow/contract'

/** Minutes of a day and of a week. */
export const DAY = 1440
export const WEEK = 7 * DAY

/** Days of the week in the order of the grid: Monday to Sunday. The numbers are those of the wire, where Sunday is 0. */
export const DAYS = [1, 2, 3, 4, 5, 6, 0] as const
export type Weekday = (typeof DAYS)[number]

/** A window that is edited: the day and minute at which it begins, and its length of 1 to 1440 minutes. The id is its identity in the editor. */
export interface EditedWindow {
  id: number
  day: Weekday
  start: number
  length: number
}

const modulo = (value: number, by: number): number => ((value % by) + by) % by

/** The minute of the week, from Monday on, at which a window begins. */
export const beginOf = ({ day, start }: Pick<EditedWindow, 'day' | 'start'>): number => DAYS.indexOf(day) * DAY + start

/** The day and minute of a minute of the week, which may lie in another week. */
export function placeAt(minute: number): Pick<EditedWindow, 'day' | 'start'> {
  const within = modulo(minute, WEEK)
  return { day: DAYS[Math.floor(within / DAY)] ?? 1, start: within % DAY }
}

const isWeekday = (day: number): day is Weekday => (DAYS as readonly number[]).includes(day)

/** The windows of the wire for the editor. Windows with a day that does not exist are left out. */
export const toEdited = (windows: readonly WeeklyWindow[]): EditedWindow[] =>
  windows.flatMap(({ day, ...times }, id) => {
    const [start, end] = [minutesOf(times.start), minutesOf(times.end)]
    return isWeekday(day) ? [{ id, day, start, length: end > start ? end - start : end + DAY - start }] : []
  })

const pad = (value: number): string => String(value).padStart(2, '0')
/** A minute of the day as on the wire: `08:00`, or `24:00` for its end. */
export const clock = (minute: number): string => `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`

/** The windows of the editor for the wire, in the order of the week. Those that overlap are joined. */
export const toWire = (windows: readonly EditedWindow[]): WeeklyWindow[] =>
  joined(windows).map(({ day, start, length }) => ({
    day,
    start: clock(start),
    end: clock(endOf({ start, length })),
  }))

/** The minute of the day at which a window ends: 1 to 1440. */
export const endOf = ({ start, length }: Pick<EditedWindow, 'start' | 'length'>): number =>
  start + length <= DAY ? start + length : start + length - DAY

/** A range of minutes of the week. The end may lie in the next week. */
interface Range {
  from: number
  to: number
}

/** The other range in the week in which it meets the first one: they overlap, or touch within a day. Undefined if they do not meet. */
function meeting(range: Range, other: Range): Range | undefined {
  for (const shift of [0, WEEK, -WEEK]) {
    const moved = { from: other.from + shift, to: other.to + shift }
    const overlap = Math.min(range.to, moved.to) - Math.max(range.from, moved.from)
    // Windows that touch at midnight stay apart, since a special day replaces only those that begin on it.
    if (overlap > 0 || (overlap === 0 && Math.max(range.from, moved.from) % DAY !== 0)) return moved
  }
  return undefined
}

/** Splits a range that is longer than a day at each midnight. */
function split({ from, to }: Range): Range[] {
  if (to - from <= DAY) return [{ from, to }]
  const midnight = (Math.floor(from / DAY) + 1) * DAY
  return [{ from, to: midnight }, ...split({ from: midnight, to })]
}

/**
 * Joins windows that overlap, and windows that touch within a day. What is longer than a day then is split at midnight. The joined window
 * keeps the id of the one that was first in the list.
 */
export function joined(windows: readonly EditedWindow[]): EditedWindow[] {
  let nextId = Math.max(-1, ...windows.map(({ id }) => id)) + 1
  const done: (Range & { id: number })[] = []
  const open = windows.map((window) => {
    const from = beginOf(window)
    return { id: window.id, from, to: from + window.length }
  })
  for (let range = open.shift(); range !== undefined; range = open.shift()) {
    const current = range
    const at = done.findIndex((other) => meeting(current, other) !== undefined)
    const [other] = at === -1 ? [] : done.splice(at, 1)
    const moved = other && meeting(range, other)
    if (other === undefined || moved === undefined) {
      done.push(range)
      continue
    }
    const from = Math.min(range.from, moved.from)
    const whole = { from, to: Math.min(Math.max(range.to, moved.to), from + WEEK) }
    const [first, ...rest] = split(whole)
    if (first) open.unshift({ ...first, id: other.id })
    open.push(...rest.map((each) => ({ ...each, id: nextId++ })))
  }
  return done
    .map(({ id, from, to }) => ({ id, ...placeAt(from), length: to - from }))
    .toSorted((a, b) => beginOf(a) - beginOf(b))
}

/** A part of a window on one day of the grid, in minutes of that day. `isFirst` and `isLast` tell the ends of the window. */
export interface DayPart {
  window: EditedWindow
  from: number
  to: number
  isFirst: boolean
  isLast: boolean
}

/** What a day of the grid shows: windows that begin on it, and the rest of those that began on the day before. */
export function partsOf(windows: readonly EditedWindow[], day: Weekday): DayPart[] {
  const parts = windows.flatMap((window): DayPart[] => {
    const end = window.start + window.length
    if (window.day === day)
      return [{ window, from: window.start, to: Math.min(end, DAY), isFirst: true, isLast: end <= DAY }]
    const isNext = placeAt(beginOf(window) + DAY).day === day
    return isNext && end > DAY ? [{ window, from: 0, to: end - DAY, isFirst: false, isLast: true }] : []
  })
  return parts.toSorted((a, b) => a.from - b.from)
}

/** How many minutes of a week count. */
export const countedMinutes = (windows: readonly EditedWindow[]): number =>
  joined(windows).reduce((sum, { length }) => sum + length, 0)
