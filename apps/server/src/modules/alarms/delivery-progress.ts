import type { Delivery } from '@winnow/contract'
import { deliveryStateOf } from '@winnow/domain'

/** A stored message, with the state of its receiver. */
export interface DeliveryRow {
  state: string
  attempts: number
  created_at: Date
  first_attempt_at: Date | null
  last_error: string | null
  last_status: number | null
  last_detail: string | null
  failing_since: Date | null
  receiver_error: string | null
  receiver_status: number | null
  receiver_detail: string | null
}

/** The progress and the problem of a message, as the contract defines them. A message that waits behind failing ones has their problem. */
export function progressOf(
  row: DeliveryRow,
): Pick<Delivery, 'state' | 'retryingSince' | 'lastError' | 'lastStatus' | 'lastDetail'> {
  const { state, retryingSince } = deliveryStateOf({
    state: row.state,
    attempts: row.attempts,
    createdAt: row.created_at,
    firstAttemptAt: row.first_attempt_at,
    receiverFailingSince: row.failing_since,
  })
  const isBehind = state === 'retrying' && row.attempts === 0
  return {
    state,
    retryingSince: retryingSince?.toISOString() ?? null,
    lastError: isBehind ? row.receiver_error : row.last_error,
    lastStatus: isBehind ? row.receiver_status : row.last_status,
    lastDetail: isBehind ? row.receiver_detail : row.last_detail,
  }
}
