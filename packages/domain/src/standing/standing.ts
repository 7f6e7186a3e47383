import { disarmedUntil, type ArmingFacts } from '../schedule/arming.ts'
import { scheduleAt } from '../schedule/schedule-at.ts'
import { readSchedule, type Schedule } from '../schedule/schedule.ts'
import { readRuleFacts, type RuleFacts } from './rule-facts.ts'

/**
 * Why a camera does not count: its alarms are kept, but neither analysed nor delivered. `inactive`: the camera or its site is switched off;
 * `no-product`: a person switched off all its products; `disarmed`: its site is armed and disarmed, and is disarmed; `schedule`: its
 * schedule has no window then.
 */
export type OutsideReason = 'inactive' | 'no-product' | 'paused' | 'disarmed' | 'schedule'

/**
 * Why a camera counts. `always`: nothing says when it does not; `schedule`: a window of its schedule is open; `armed`, `never-told`: its
 * site is armed and disarmed, and is armed, or was told nothing yet; `unknown`: its schedule could not be evaluated.
 */
export type CountsReason = 'always' | 'schedule' | 'armed' | 'never-told' | 'unknown'

/** Whether a camera counts, why, and until when. `until` is null if nothing ends that by itself. */
export type Decision = { counts: true; reason: CountsReason; until: Date | null } | ({ counts: false } & Outside)

/** The state of a camera that does not count. */
export interface Outside {
  reason: OutsideReason
  /** When this state ends by itself; null if somebody must end it. */
  until: Date | null
}

/** The standing of a camera: null if it counts (its alarms are analysed and delivered), otherwise why it does not. */
export type Standing = Outside | null

/** The facts that decide whether a camera counts at one moment. A fact that is not known is undefined. */
export interface StandingFacts {
  site: { active?: boolean | undefined; pausedUntil?: Date | null | undefined }
  view: {
    active?: boolean | undefined
    pausedUntil?: Date | null | undefined
    /** The products that are switched on; empty if a person switched off all of them. */
    products?: readonly string[] | undefined
    /** Those of the products for which the company's plan has no room. */
    productsTaken?: readonly string[] | undefined
  }
  /** When the camera counts by its site's device or by a schedule; undefined if nothing is set. */
  schedule?: ScheduleFacts | undefined
  /** The rules of the camera that have a schedule of their own; undefined if there are none. They never change whether the camera counts. */
  rules?: RuleFacts | undefined
}

/** What says when a camera counts, besides pauses. */
export interface ScheduleFacts {
  /** IANA name of the site's time zone. */
  zone: string
  /** The device type of the site: 2 is armed and disarmed, and windows are unused; for 1 and others the windows count. */
  deviceType: number | null
  /** What a site of the device type 2 was told last; null if it was told nothing. */
  arming: ArmingFacts | null
  /** The camera's own schedule, else its site's; null if neither has one; undefined if it cannot be read. */
  windows: Schedule | null | undefined
}

/**
 * The maximum length of a pause in days. A stored end that is further ahead was written before the clock was set back, and the pause is
 * treated as over.
 */
export const LONGEST_PAUSE_DAYS = 31
const DAY_MS = 86_400_000
/** Tolerance for the longest pause: the clocks of processes may differ a little, and one of its days may have 25 hours. */
const SLACK_MS = 2 * 3_600_000

/** Whether a pause with this end is active at a moment. Exactly at its end, a pause is over. */
export function isPaused(pausedUntil: Date | null | undefined, at: Date): pausedUntil is Date {
  if (!pausedUntil) return false
  const left = pausedUntil.getTime() - at.getTime()
  return left > 0 && left <= LONGEST_PAUSE_DAYS * DAY_MS + SLACK_MS
}

type Check = (facts: StandingFacts, at: Date) => Outside | null

/** The checks before schedules, in the order of precedence: first states that somebody must end, then states that end by themselves. */
const CHECKS: readonly Check[] = [
  ({ site, view }) => (site.active === false || view.active === false ? { reason: 'inactive', until: null } : null),
  ({ view }) => (view.products?.length === 0 ? { reason: 'no-product', until: null } : null),
  ({ site, view }, at) => {
    const ends = [site.pausedUntil, view.pausedUntil].filter((end) => isPaused(end, at))
    const [first, second] = ends
    if (!first) return null
    return { reason: 'paused', until: second && second > first ? second : first }
  },
]

/** The part of the decision that the site's device and the schedule make. */
function bySchedule({ deviceType, arming, windows, zone }: ScheduleFacts, at: Date, ask: typeof scheduleAt): Decision {
  if (deviceType === ARM_DISARM) {
    const until = disarmedUntil(arming, at)
    if (until) return { counts: false, reason: 'disarmed', until }
    return { counts: true, reason: arming ? 'armed' : 'never-told', until: null }
  }
  if (windows === null) return ALWAYS
  if (windows === undefined) return UNKNOWN
  try {
    const { counts, until, isUnknown } = ask(windows, zone, at)
    return isUnknown ? UNKNOWN : { counts, reason: 'schedule', until }
  } catch (error) {
    // A zone that this runtime does not know.
    if (error instanceof RangeError) return UNKNOWN
    throw error
  }
}

/** The device type of a site that is armed and disarmed. */
export const ARM_DISARM = 2
const ALWAYS: Decision = { counts: true, reason: 'always', until: null }
const UNKNOWN: Decision = { counts: true, reason: 'unknown', until: null }

/**
 * Decides whether a camera counts at a moment, why, and until when. A fact that is not known is ignored, so that the camera counts: a
 * needless analysis costs some work, but an alarm that is not analysed can be a burglary.
 * @param ask for lists: `rememberedScheduleAt`
 */
export function decideAt(facts: StandingFacts, at: Date, ask: typeof scheduleAt = scheduleAt): Decision {
  for (const check of CHECKS) {
    const outside = check(facts, at)
    if (outside) return { counts: false, ...outside }
  }
  return facts.schedule ? bySchedule(facts.schedule, at, ask) : ALWAYS
}

/** Returns why a camera does not count at a moment, and until when; null if it counts. */
export function standingAt(facts: StandingFacts, at: Date): Standing {
  const decision = decideAt(facts, at)
  return decision.counts ? null : { reason: decision.reason, until: decision.until }
}

/**
 * Whether a camera counted without a break between two moments, by the facts of the later one. A schedule that closes and opens in between,
 * or a disarm that was taken back, is a break.
 */
export function countsThroughout(facts: StandingFacts, from: Date, to: Date): boolean {
  const [first, last] = from <= to ? [from, to] : [to, from]
  const decision = decideAt(facts, first)
  if (!decision.counts || (decision.until !== null && decision.until <= last)) return false
  const changed = facts.schedule?.deviceType === ARM_DISARM ? facts.schedule.arming?.changedAt : undefined
  return !changed || changed <= first || changed > last
}

/**
 * Whether the company's plan has no room for any of the products that a person has switched on. The alarms of such a camera are delivered
 * without being analysed.
 */
export function isUnfiltered({ view: { products, productsTaken } }: StandingFacts): boolean {
  if (!products || !productsTaken || products.length === 0) return false
  return products.every((product) => productsTaken.includes(product))
}

/** Whether two standings are the same. Signals from before and after a change of the standing never belong to one alarm. */
export function isSameStanding(one: Standing, other: Standing): boolean {
  return one?.reason === other?.reason && (one?.until?.getTime() ?? null) === (other?.until?.getTime() ?? null)
}

/**
 * Reads the facts that were stored as JSON with a message. A value of the wrong type is not known (undefined).
 * @param stored `{ site: { active, pausedUntil }, view: { active, pausedUntil, products, productsTaken }, schedule, rules }`, times as ISO 8601
 */
export function readStandingFacts(stored: unknown): StandingFacts {
  const { site, view, schedule, rules } = recordOf(stored)
  const [ofSite, ofView] = [recordOf(site), recordOf(view)]
  return {
    site: { active: booleanOf(ofSite['active']), pausedUntil: timeOf(ofSite['pausedUntil']) },
    view: {
      active: booleanOf(ofView['active']),
      pausedUntil: timeOf(ofView['pausedUntil']),
      products: textsOf(ofView['products']),
      productsTaken: textsOf(ofView['productsTaken']),
    },
    schedule: schedule === undefined || schedule === null ? undefined : readScheduleFacts(recordOf(schedule)),
    ...(rules === undefined || rules === null ? {} : { rules: readRuleFacts(rules) }),
  }
}

/**
 * Reads the schedule that was stored with a message.
 * @param stored `{ zone, deviceType, arming: { state, changedAt, endsAt }, windows }`, windows as in {@link readSchedule}
 */
function readScheduleFacts(stored: Record<string, unknown>): ScheduleFacts {
  const { zone, deviceType, arming, windows } = stored
  const { state, changedAt, endsAt } = recordOf(arming)
  const since = timeOf(changedAt)
  const isTold = since !== undefined && (state === 'armed' || state === 'disarmed')
  return {
    zone: typeof zone === 'string' ? zone : '',
    deviceType: typeof deviceType === 'number' ? deviceType : null,
    arming: isTold ? { state, changedAt: since, endsAt: timeOf(endsAt) ?? null } : null,
    windows: windows === null || windows === undefined ? null : readSchedule(windows),
  }
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

const booleanOf = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined)

const textsOf = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : undefined

function timeOf(value: unknown): Date | undefined {
  if (typeof value !== 'string') return undefined
  const time = new Date(value)
  return Number.isNaN(time.getTime()) ? undefined : time
}
