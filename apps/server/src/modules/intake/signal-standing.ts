import {
  countsThroughout,
  decideAt,
  isUnfiltered,
  readStandingFacts,
  rulesAt,
  rulesThroughout,
  standingAt,
  type OutsideReason,
  type Standing,
} from '@winnow/domain'
import type { ClaimedSignal } from './claim-signal.ts'

/**
 * The reason why a message is not analysed: its camera was switched off, paused, without product, disarmed, or outside
 * its schedule when the message was received. Null if
 * the message is analysed. Test pictures are always analysed, since the person who sends one wants its verdict.
 */
export const standingOf = (signal: Pick<ClaimedSignal, 'is_test' | 'received_at' | 'standing'>): Standing =>
  signal.is_test ? null : standingAt(readStandingFacts(signal.standing), signal.received_at)

/**
 * Whether an alarm of the message is delivered without being analysed, because the company's plan had no room for any product of the camera
 * when the message was received. Test pictures are always analysed.
 */
export const isSignalUnfiltered = (signal: Pick<ClaimedSignal, 'is_test' | 'standing'>): boolean =>
  !signal.is_test && isUnfiltered(readStandingFacts(signal.standing))

/**
 * Whether the camera counted without a break between another moment and the receipt of the message, or did not count then: two messages of
 * one time at which a camera does not count have the same standing.
 */
export const isSteadySince = (signal: Pick<ClaimedSignal, 'is_test' | 'received_at' | 'standing'>, at: Date): boolean =>
  signal.is_test ||
  (rulesThroughout(readStandingFacts(signal.standing), at, signal.received_at) &&
    (standingOf(signal) !== null || countsThroughout(readStandingFacts(signal.standing), at, signal.received_at)))

/** The rules with a schedule of their own whose time it was when the message was received, and those whose time it was not. */
export interface RuleTimes {
  asking: string[]
  resting: string[]
}

/** Null if no rule has a schedule of its own. Test pictures are judged by all rules. */
export function ruleTimesOf(signal: Pick<ClaimedSignal, 'is_test' | 'received_at' | 'standing'>): RuleTimes | null {
  if (signal.is_test) return null
  const { asking, resting } = rulesAt(readStandingFacts(signal.standing), signal.received_at)
  return asking.length + resting.length === 0 ? null : { asking, resting }
}

/** Whether rules ask for the analysis of a stored alarm whose camera did not count. */
export const hasAsking = (stored: unknown): boolean =>
  typeof stored === 'object' &&
  stored !== null &&
  'asking' in stored &&
  Array.isArray(stored.asking) &&
  stored.asking.length > 0

/** Whether an alarm of the message is analysed: its camera counted, or rules of the camera ask for it. */
export const isAnalysed = (signal: Pick<ClaimedSignal, 'is_test' | 'received_at' | 'standing'>): boolean =>
  standingOf(signal) === null || (ruleTimesOf(signal)?.asking.length ?? 0) > 0

/** Whether the camera counted when the message was received only because its schedule could not be evaluated. */
export const hasUnknownSchedule = (signal: Pick<ClaimedSignal, 'is_test' | 'received_at' | 'standing'>): boolean =>
  !signal.is_test && decideAt(readStandingFacts(signal.standing), signal.received_at).reason === 'unknown'

/** What decides the standing of a stored alarm. */
interface StoredStanding {
  outside: string | null
  outside_until: Date | null
  /** `only`: why the camera did not count, if a rule brought the alarm inside. */
  rule_times: unknown
}

/** Why the camera of an alarm did not count that a rule brought inside; undefined for others. */
function broughtInside(stored: unknown): { reason: string; until: Date | null } | undefined {
  const { only } = (stored ?? {}) as { only?: { reason: string; until: string | null } }
  return only && { reason: only.reason, until: only.until === null ? null : new Date(only.until) }
}

/** The stored reason why the camera of an alarm did not count; null if it counted. */
export function standingOfAlarm(row: StoredStanding): Standing {
  const { reason, until } =
    row.outside === null
      ? (broughtInside(row.rule_times) ?? { reason: null, until: null })
      : { reason: row.outside, until: row.outside_until }
  return reason === null ? null : { reason: reason as OutsideReason, until }
}
