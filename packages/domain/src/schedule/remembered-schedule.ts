import { scheduleAt } from './schedule-at.ts'
import type { Schedule, ScheduleState } from './schedule.ts'

/** How long a state without a known end is used. Windows are looked for more than a year ahead, so it is right for far longer. */
const WITHOUT_END_MS = 86_400_000
/** Dates of all zones begin at full quarters of UTC. Whether the holidays of a date are known can change there, before the state ends. */
const QUARTER_MS = 900_000

/** A state, and the instants for which it was found: from, and until before. */
interface Span {
  from: number
  until: number
  state: ScheduleState
}

/** By the schedule that was read, and the zone. A schedule that nobody holds any more is forgotten. */
const spans = new WeakMap<Schedule, Map<string, Span>>()

/**
 * Does the same as {@link scheduleAt}, and keeps each state until its end. For lists, in which many cameras have the same schedule; the
 * schedule must be the same object for all of them, and must not be changed.
 * @throws RangeError for a zone that the runtime does not know
 */
export function rememberedScheduleAt(schedule: Schedule, zone: string, at: Date): ScheduleState {
  const ofSchedule = spans.get(schedule) ?? new Map<string, Span>()
  const now = at.getTime()
  const known = ofSchedule.get(zone)
  if (known && known.from <= now && now < known.until) return known.state
  const state = scheduleAt(schedule, zone, at)
  const until = state.until?.getTime() ?? now + WITHOUT_END_MS
  const nextQuarter = (Math.floor(now / QUARTER_MS) + 1) * QUARTER_MS
  ofSchedule.set(zone, { from: now, until: schedule.known ? Math.min(until, nextQuarter) : until, state })
  spans.set(schedule, ofSchedule)
  return state
}
