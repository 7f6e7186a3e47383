/** The states of a message to a receiver, by the names that the API and the console use. */
type DeliveryState = 'waiting' | 'retrying' | 'sent' | 'given-up'

/** The stored data of a message. */
export interface KeptDelivery {
  /** The state in the outbox: `pending`, `delivered` or `dead` (given up). */
  state: string
  attempts: number
  createdAt: Date
  firstAttemptAt: Date | null
  /** The time since which the receiver of the message has been failing; null if it is not failing. */
  receiverFailingSince: Date | null
}

/**
 * Returns the state of a message, and the time since which it is `retrying`. A message with a failed attempt is `retrying` since its first
 * attempt. A message without an attempt is `retrying` if its receiver fails for other messages: since the receiver began to fail, or since
 * the message was created if that is later.
 */
export function deliveryStateOf(kept: KeptDelivery): { state: DeliveryState; retryingSince: Date | null } {
  if (kept.state === 'delivered') return { state: 'sent', retryingSince: null }
  if (kept.state === 'dead') return { state: 'given-up', retryingSince: null }
  const { attempts, createdAt, firstAttemptAt, receiverFailingSince: failing } = kept
  if (attempts > 0) return { state: 'retrying', retryingSince: firstAttemptAt ?? createdAt }
  if (!failing) return { state: 'waiting', retryingSince: null }
  return { state: 'retrying', retryingSince: failing > createdAt ? failing : createdAt }
}
