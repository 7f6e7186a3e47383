import type { Verdict } from '../verdict/plan-verdict.ts'

export interface DeliveryQuestion {
  kind: 'created' | 'corrected' | 'test'
  verdict: Verdict
  /** The verdict in the last message to this receiver about this alarm; null if there was no message. */
  previousDelivered: Verdict | null
}

/**
 * Whether a receiver gets a message about an alarm. True and unverified alarms are sent, because in doubt an alarm is passed on. Filtered
 * alarms (verdict `false`) are not sent. A correction is sent if the receiver got a message about the alarm before and the verdict has
 * changed since, whatever the new verdict is. A test message is always sent.
 */
export function shouldDeliver({ kind, verdict, previousDelivered }: DeliveryQuestion): boolean {
  if (kind === 'test') return true
  if (kind === 'corrected') return previousDelivered !== null && previousDelivered !== verdict
  return previousDelivered === null && verdict !== 'false'
}

/** The kind of message that a receiver gets about a new verdict; undefined if it gets none. */
export function deliveryKindOf(
  verdict: Verdict,
  previousDelivered: Verdict | null,
): 'alarm.created' | 'alarm.corrected' | undefined {
  const kind = previousDelivered === null ? 'created' : 'corrected'
  return shouldDeliver({ kind, verdict, previousDelivered }) ? `alarm.${kind}` : undefined
}
