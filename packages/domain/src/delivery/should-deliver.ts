import type { Verdict } from '../verdict/plan-verdict.ts'

export interface DeliveryQuestion {
  kind: 'created' | 'corrected' | 'test'
  verdict: Verdict
  /** The verdict of the last message to this receiver about this alarm; null without any. */
  previousDelivered: Verdict | null
}

/**
 * Whether a receiver gets a message. True and unverified alarms are sent (in doubt the alarm is passed on), filtered ones are not. A
 * correction is sent only to receivers that got a message about the alarm before, whatever the new verdict, and only if the verdict
 * changed.
 */
export function shouldDeliver({ kind, verdict, previousDelivered }: DeliveryQuestion): boolean {
  if (kind === 'test') return true
  if (kind === 'corrected') return previousDelivered !== null && previousDelivered !== verdict
  return previousDelivered === null && verdict !== 'false'
}

/** The kind of message that a receiver gets about a new verdict; `undefined` for none. */
export function deliveryKindOf(
  verdict: Verdict,
  previousDelivered: Verdict | null,
): 'alarm.created' | 'alarm.corrected' | undefined {
  const kind = previousDelivered === null ? 'created' : 'corrected'
  return shouldDeliver({ kind, verdict, previousDelivered }) ? `alarm.${kind}` : undefined
}
