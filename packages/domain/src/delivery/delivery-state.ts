/** The state of a message to a receiver, with the same words everywhere. */
type DeliveryState = 'waiting' | 'retrying' | 'sent' | 'given-up'

/** The stored data of a message. */
export interface KeptDelivery {
  /** The outbox's state: pending, delivered or given up. */
  state: string
  attempts: number
  createdAt: Date
  firstAttemptAt: Date | null
  /** The time since which its receiver fails. */
  receiverFailingSince: Date | null
}

/**
 * The state of a message. It is retrying if an attempt failed, or if its receiver fails for others: since its own first attempt, or since
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
