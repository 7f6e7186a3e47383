/** How far a message to a receiver is; the same words everywhere. */
type DeliveryState = 'waiting' | 'retrying' | 'sent' | 'given-up'

/** What is kept of a message. */
export interface KeptDelivery {
  /** As the outbox has it: on its way, through, or given up. */
  state: string
  attempts: number
  createdAt: Date
  firstAttemptAt: Date | null
  /** Since when its receiver fails. */
  receiverFailingSince: Date | null
}

/**
 * How far a message is. One that was tried in vain, or whose receiver fails others, is being retried: since its own first attempt, or since
 * it began to wait behind the others.
 */
export function deliveryStateOf(kept: KeptDelivery): { state: DeliveryState; retryingSince: Date | null } {
  if (kept.state === 'delivered') return { state: 'sent', retryingSince: null }
  if (kept.state === 'dead') return { state: 'given-up', retryingSince: null }
  const { attempts, createdAt, firstAttemptAt, receiverFailingSince: failing } = kept
  if (attempts > 0) return { state: 'retrying', retryingSince: firstAttemptAt ?? createdAt }
  if (!failing) return { state: 'waiting', retryingSince: null }
  return { state: 'retrying', retryingSince: failing > createdAt ? failing : createdAt }
}
