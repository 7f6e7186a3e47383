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

/** The stored reason why an alarm is not analysed; null if it is analysed. */
export const standingOfAlarm = (row: { outside: string | null; outside_until: Date | null }): Standing =>
  row.outside === null ? null : { reason: row.outside as OutsideReason, until: row.outside_until }
