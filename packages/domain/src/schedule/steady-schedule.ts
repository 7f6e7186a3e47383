import { steadyPeriod } from '../time/zone-offsets.ts'
import { NEAR_MS } from './local-bounds.ts'
import type { Schedule, ScheduleState } from './schedule.ts'
import { isUnknownDay, windowsOf } from './windows-of-day.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** How far ahead a change is looked for here. Nearly all windows begin and end sooner. */
const DAYS = 8

/** The local time at which windows that are open at a local time are over, all that touch them included; undefined: not soon. */
function endOf(schedule: Schedule, day: number, local: number): number | undefined {
  let end = local
  for (let each = day - 1; each < day + DAYS; each += 1)
    for (const window of windowsOf(schedule, each)) {
      const closes = each * DAY_MS + window.end * MINUTE_MS
      if (closes <= local) continue
      if (each * DAY_MS + window.start * MINUTE_MS > end) return end
      if (closes > end) end = closes
    }
  return undefined
}

/** The local time after another at which a window begins; undefined: not soon. */
function startAfter(schedule: Schedule, day: number, local: number): number | undefined {
  for (let each = day; each < day + DAYS; each += 1)
    for (const { start } of windowsOf(schedule, each)) {
      const opens = each * DAY_MS + start * MINUTE_MS
      if (opens > local) return opens
    }
  return undefined
}

/**
 * Does the same as `scheduleAt` where clocks do not change between the instant and the next change of the state, nor shortly before or after.
 * That is nearly always, and one offset is enough then. Undefined for all other times, and for a state that lasts more than a week.
 * @throws RangeError for a zone that the runtime does not know
 */
export function steadyScheduleAt(schedule: Schedule, zone: string, at: number): ScheduleState | undefined {
  const around = steadyPeriod(at - NEAR_MS, at + NEAR_MS, zone)
  if (!around) return undefined
  const local = at + around.ahead
  const day = Math.floor(local / DAY_MS)
  const end = endOf(schedule, day, local)
  if (end === undefined) return undefined
  const counts = end > local
  const change = counts ? end : startAfter(schedule, day, local)
  if (change === undefined) return undefined
  const until = change - around.ahead
  if (until + NEAR_MS >= around.to && !steadyPeriod(at - NEAR_MS, until + NEAR_MS, zone)) return undefined
  return counts && isUnknownDay(schedule, day)
    ? { counts, isUnknown: true, until: new Date(until) }
    : { counts, until: new Date(until) }
}
