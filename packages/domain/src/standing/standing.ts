/**
 * Why a camera does not count: its alarms are kept, but neither analysed nor delivered. `inactive`: the camera or its site is switched off;
 * `no-product`: a person switched off all its products.
 */
export type OutsideReason = 'inactive' | 'no-product' | 'paused'

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

type Check = (facts: StandingFacts, at: Date) => Standing

/**
 * The checks, in the order of precedence: first states that somebody must end, then states that end by themselves. Schedules and arming are
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
 * Returns why a camera does not count at a moment, and until when; null if it counts. A fact that is not known is ignored, so that the
 * camera counts: a needless analysis costs some work, but an alarm that is not analysed can be a burglary.
 */
export function standingAt(facts: StandingFacts, at: Date): Standing {
  for (const check of CHECKS) {
    const outside = check(facts, at)
    if (outside) return outside
  }
  return null
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
 * @param stored `{ site: { active, pausedUntil }, view: { active, pausedUntil, products, productsTaken } }`, times as ISO 8601
 */
export function readStandingFacts(stored: unknown): StandingFacts {
  const { site, view } = recordOf(stored)
  const [ofSite, ofView] = [recordOf(site), recordOf(view)]
  return {
    site: { active: booleanOf(ofSite['active']), pausedUntil: timeOf(ofSite['pausedUntil']) },
    view: {
      active: booleanOf(ofView['active']),
      pausedUntil: timeOf(ofView['pausedUntil']),
      products: textsOf(ofView['products']),
      productsTaken: textsOf(ofView['productsTaken']),
    },
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
