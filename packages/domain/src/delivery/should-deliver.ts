import type { Verdict } from '../verdict/plan-verdict.ts'

export interface DeliveryQuestion {
  kind: 'created' | 'corrected' | 'test'
  verdict: Verdict
  /** The verdict this receiver was last told about this alarm; null when it was told nothing. */
  previousDelivered: Verdict | null
}

/**
 * Whether a receiver is told. True and unverified alarms go out (in doubt the alarm is passed on); a filtered one does not. A
 * correction goes only to those who heard of the alarm, whatever it says now, and only if it says something new.
 */
export function shouldDeliver({ kind, verdict, previousDelivered }: DeliveryQuestion): boolean {
  if (kind === 'test') return true
  if (kind === 'corrected') return previousDelivered !== null && previousDelivered !== verdict
  return previousDelivered === null && verdict !== 'false'
}

/** What kind of message a new verdict is to a receiver, or `undefined` when it is none of its business. */
export function deliveryKindOf(
  verdict: Verdict,
  previousDelivered: Verdict | null,
): 'alarm.created' | 'alarm.corrected' | undefined {
  const kind = previousDelivered === null ? 'created' : 'corrected'
  return shouldDeliver({ kind, verdict, previousDelivered }) ? `alarm.${kind}` : undefined
}
