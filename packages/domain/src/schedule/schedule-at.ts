import { endInstant, localRange, NEAR_MS, startInstant, type LocalRange } from './local-bounds.ts'
import type { Schedule, ScheduleState } from './schedule.ts'
import { steadyScheduleAt } from './steady-schedule.ts'
import { isUnknownDay, windowsOf } from './windows-of-day.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** How far ahead a change is looked for. A schedule that is the same for longer has no end that anybody waits for. */
const DAYS_AHEAD = 400

/** A window in local time, in milliseconds from 1970-01-01T00:00 of the zone. */
interface LocalWindow {
  start: number
  end: number
}

/** Calls back with each window that begins on a date or later, in order, until told to stop. Faster than a generator by far. */
function walk(schedule: Schedule, day: number, see: (window: LocalWindow) => 'next' | 'stop'): void {
  for (let each = day; each <= day + DAYS_AHEAD; each += 1)
    for (const { start, end } of windowsOf(schedule, each))
      if (see({ start: each * DAY_MS + start * MINUTE_MS, end: each * DAY_MS + end * MINUTE_MS }) === 'stop') return
}

const hasWindows = ({ weekly, special, days, known }: Schedule): boolean =>
  known !== undefined || weekly.some((windows) => windows.length > 0) || (special.length > 0 && days.length > 0)

/** Where windows are looked for: those that begin on a day or later, of a zone, around an instant. */
interface Looking {
  schedule: Schedule
  day: number
  zone: string
  range: LocalRange
}

/** When a camera that counts stops counting. Windows that touch or overlap are one, also if they do so only where clocks change. */
function endOfCounting({ schedule, day, zone, range: { latest, earliest, ahead } }: Looking): Date | null {
  const horizon = earliest + (DAYS_AHEAD - 3) * DAY_MS
  let end = earliest
  const touches = (start: number): boolean => {
    if (start <= Math.max(latest, end)) return true
    // Further away than clocks are ever put forward: no instants have to be found.
    return start - end <= NEAR_MS && startInstant(start, zone) <= endInstant(end, zone)
  }
  walk(schedule, day, (window) => {
    if (window.end <= earliest) return 'next'
    if (!touches(window.start)) return 'stop'
    end = Math.max(end, window.end)
    return end > horizon ? 'stop' : 'next'
  })
  if (end > horizon) return null
  return new Date(endInstant(end, zone, end - earliest < DAY_MS ? ahead : undefined))
}

/** When a camera that does not count begins to; null if no window begins. */
function startOfCounting({ schedule, day, zone, range: { latest, ahead, at } }: Looking): Date | null {
  let found: Date | null = null
  walk(schedule, day, (window) => {
    if (window.start <= latest) return 'next'
    const near = window.end - latest < 2 * DAY_MS ? ahead : undefined
    const start = startInstant(window.start, zone, near)
    // A window that clocks skip from its start to its end never begins.
    if (start <= at || endInstant(window.end, zone, near) <= start) return 'next'
    found = new Date(start)
    return 'stop'
  })
  return found
}

/**
 * Whether a camera counts by its schedule at an instant, and until when. A window begins and ends at times of the zone's clocks, to the
 * minute. Where clocks are put forward, a time that they skip means the end of the gap; where they are put back, a window lasts from the
 * first of two equal times to the second, so that in doubt the camera counts.
 * @throws RangeError for a zone that the runtime does not know
 */
export function scheduleAt(schedule: Schedule, zone: string, at: Date): ScheduleState {
  return steadyScheduleAt(schedule, zone, at.getTime()) ?? changingScheduleAt(schedule, zone, at)
}

/** Does the same at any time, also where clocks change. */
export function changingScheduleAt(schedule: Schedule, zone: string, at: Date): ScheduleState {
  const range = localRange(at.getTime(), zone)
  if (!hasWindows(schedule)) return { counts: false, until: null }
  // Windows of the day before can reach into this one.
  const looking = { schedule, day: Math.floor(range.earliest / DAY_MS) - 1, zone, range }
  let counts = false
  walk(schedule, looking.day, ({ start, end }) => {
    if (start > range.latest) return 'stop'
    counts ||= end > range.earliest
    return 'next'
  })
  const isUnknown = counts && isUnknownDay(schedule, Math.floor(range.latest / DAY_MS))
  return {
    counts,
    ...(isUnknown ? { isUnknown } : {}),
    until: counts ? endOfCounting(looking) : startOfCounting(looking),
  }
}
