/** Why a camera does not count. `inactive`: switched off; `no-product`: a person switched off all its products. */
export type OutsideReason = 'inactive' | 'no-product' | 'paused'

/** A camera does not count: its alarms are kept, but neither analysed nor delivered. */
export interface Outside {
  reason: OutsideReason
  /** When that ends by itself; null if somebody must end it. */
  until: Date | null
}

/** Whether the alarms of a camera count: null if they do. */
export type Standing = Outside | null

/** What decides whether a camera counts at one moment. A fact that is not known is undefined. */
export interface StandingFacts {
  site: { active?: boolean | undefined; pausedUntil?: Date | null | undefined }
  view: {
    active?: boolean | undefined
    pausedUntil?: Date | null | undefined
    /** The products that a person switched on. */
    products?: readonly string[] | undefined
  }
}

/** The longest pause. One that ends later was written before the clock was set back, and counts as over. */
export const LONGEST_PAUSE_DAYS = 31
const DAY_MS = 86_400_000
/** Processes may read the clock a little apart, and a day of 25 hours is part of some pauses. */
const SLACK_MS = 2 * 3_600_000

/** Whether a pause with this end is under way. The end itself belongs to the time after the pause. */
export function isPaused(pausedUntil: Date | null | undefined, at: Date): pausedUntil is Date {
  if (!pausedUntil) return false
  const left = pausedUntil.getTime() - at.getTime()
  return left > 0 && left <= LONGEST_PAUSE_DAYS * DAY_MS + SLACK_MS
}

type Check = (facts: StandingFacts, at: Date) => Standing

/**
 * The checks in the order in which they are reported: first what somebody must end, then what ends by itself. Schedules and arming are
 * further checks.
 */
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

/**
 * Whether a camera counts at a moment; if not, why, and until when. What is not known does not keep a camera from counting: an alarm that
 * is judged needlessly costs some work, and one that is not judged can be a burglary.
 */
export function standingAt(facts: StandingFacts, at: Date): Standing {
  for (const check of CHECKS) {
    const outside = check(facts, at)
    if (outside) return outside
  }
  return null
}

/** Whether two standings are the same: a burst of messages never goes on across a change. */
export function isSameStanding(one: Standing, other: Standing): boolean {
  return one?.reason === other?.reason && (one?.until?.getTime() ?? null) === (other?.until?.getTime() ?? null)
}

/**
 * The facts that were stored with a message as JSON. Anything that is not what it should be is not known.
 * @param stored `{ site: { active, pausedUntil }, view: { active, pausedUntil, products } }`, times as ISO 8601
 */
export function readStandingFacts(stored: unknown): StandingFacts {
  const { site, view } = recordOf(stored)
  const [ofSite, ofView] = [recordOf(site), recordOf(view)]
  const { products } = ofView
  return {
    site: { active: booleanOf(ofSite['active']), pausedUntil: timeOf(ofSite['pausedUntil']) },
    view: {
      active: booleanOf(ofView['active']),
      pausedUntil: timeOf(ofView['pausedUntil']),
      products: Array.isArray(products) ? products.filter((product) => typeof product === 'string') : undefined,
    },
  }
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

const booleanOf = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined)

function timeOf(value: unknown): Date | undefined {
  if (typeof value !== 'string') return undefined
  const time = new Date(value)
  return Number.isNaN(time.getTime()) ? undefined : time
}
