import type { Verdict } from '../verdict/plan-verdict.ts'

/** What a receiver has chosen to get. */
export interface DeliveryChoice {
  readonly trueAlarms: boolean
  readonly unverified: boolean
  readonly filtered: boolean
  readonly corrections: boolean
}

/** How much a verdict asks of the people who are told. */
const RANKS: Readonly<Record<Verdict, number>> = { false: 0, unverified: 1, true: 2 }

/** Whether a verdict asks for more than an earlier one. */
export const isRise = (verdict: Verdict, before: Verdict): boolean => RANKS[verdict] > RANKS[before]

const wanted = (choice: DeliveryChoice, verdict: Verdict): boolean =>
  verdict === 'true' ? choice.trueAlarms : verdict === 'unverified' ? choice.unverified : choice.filtered

/**
 * The kind of message that a receiver gets about a new verdict; undefined if it gets none. A correction is sent if the receiver got a message
 * about the alarm before (`previousDelivered`) and the verdict has changed since. One to a verdict that asks for more is sent to whoever
 * wants such alarms, also without corrections: it is the first that they hear of it.
 */
export function deliveryKindOf(
  verdict: Verdict,
  previousDelivered: Verdict | null,
  choice: DeliveryChoice,
): 'alarm.created' | 'alarm.corrected' | undefined {
  if (previousDelivered === null) return wanted(choice, verdict) ? 'alarm.created' : undefined
  if (previousDelivered === verdict) return undefined
  const isSent = choice.corrections || (isRise(verdict, previousDelivered) && wanted(choice, verdict))
  return isSent ? 'alarm.corrected' : undefined
}
