import { scheduleAt } from '../schedule/schedule-at.ts'
import type { Schedule } from '../schedule/schedule.ts'
import { decideAt, type OutsideReason, type StandingFacts } from './standing.ts'

/** What the rules with a schedule of their own do at a moment. */
export interface RulesAt {
  /**
   * Ids of the rules whose time it is. They ask for analysis, also while the camera is outside its own time; nothing else is judged then.
   */
  asking: string[]
  /** Ids of the rules whose time it is not. They do not look, also while the camera counts. */
  resting: string[]
  /** When that changes next by the schedules of the rules; null if nothing is known to change it. */
  until: Date | null
}

/** A rule's schedule stands in for the camera's time. What people switched off or paused, no rule wakes. */
const REPLACED: readonly OutsideReason[] = ['schedule', 'disarmed']

/** Whether it is the time of one rule. A schedule that cannot be evaluated lets the rule look, as one of a camera lets it count. */
function timeOf(windows: Schedule | undefined, zone: string, at: Date): { counts: boolean; until: Date | null } {
  if (windows === undefined) return { counts: true, until: null }
  try {
    return scheduleAt(windows, zone, at)
  } catch (error) {
    // A zone that this runtime does not know.
    if (error instanceof RangeError) return { counts: true, until: null }
    throw error
  }
}

/** Which rules with a schedule of their own look at an alarm that is received at a moment. */
export function rulesAt({ rules, ...facts }: StandingFacts, at: Date): RulesAt {
  if (!rules) return { asking: [], resting: [], until: null }
  const camera = decideAt(facts, at)
  if (!camera.counts && !REPLACED.includes(camera.reason))
    return { asking: [], resting: [...rules.windows.keys()], until: camera.until }
  const found = [...rules.windows].map(([id, windows]) => ({ id, ...timeOf(windows, rules.zone, at) }))
  const ends = found.flatMap(({ until }) => (until === null ? [] : [until.getTime()]))
  return {
    asking: found.filter(({ counts }) => counts).map(({ id }) => id),
    resting: found.filter(({ counts }) => !counts).map(({ id }) => id),
    until: ends.length === 0 ? null : new Date(Math.min(...ends)),
  }
}

/**
 * Whether the same rules with a schedule of their own look at all that is received between two moments, by the facts of the later one. A
 * burst never goes on where they do not.
 */
export function rulesThroughout(facts: StandingFacts, from: Date, to: Date): boolean {
  const [first, last] = from <= to ? [from, to] : [to, from]
  const { until } = rulesAt(facts, first)
  return until === null || until > last
}
