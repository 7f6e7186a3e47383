/** Every way a delivery can fail. The console translates the code. */
export const DELIVERY_CODES = [
  'redirect', // the receiver answered 3xx; redirects are not followed
  'gone', // 410: the receiver asks not to be called again
  'rejected', // another 4xx, or a permanent refusal of the mail server
  'rate-limited', // 429
  'receiver-error', // 5xx, or a temporary refusal of the mail server
  'timeout',
  'refused', // nothing listens at its address and port
  'connect',
  'tls',
  'protocol', // the answer was not HTTP or not SMTP
  'unresolvable', // the host name is not known
  'blocked', // the guard on outgoing addresses refused
  'auth', // the mail server refused our user or password
  'recipient', // the mail server refused, or put off, a recipient
  'config', // the settings cannot be used
  'outbox', // the outbox folder could not be written
  'aborted', // given up on our side, as at a shutdown
] as const

export type DeliveryCode = (typeof DELIVERY_CODES)[number]

export interface Delivered {
  ok: true
  /** HTTP status, or the mail server's reply code. */
  status?: number
  /** Wall time of the attempt. */
  ms: number
  detail?: string
}

export interface NotDelivered {
  ok: false
  /** Whether a later attempt can help. */
  retry: boolean
  /** The receiver asked never to be called again (410): switch it off and tell its owner. */
  disable?: boolean
  status?: number
  /** How long the receiver asked to be left alone, at most a day. */
  retryAfterMs?: number
  ms: number
  code: DeliveryCode
  /** One plain sentence; nothing the receiver answered, no secret, no address a name resolved to. */
  detail: string
  /** Recipients already served; give them back as `served` at the next attempt and none gets the message twice. */
  served?: readonly string[]
}

export type DeliveryResult = Delivered | NotDelivered

const RECEIVER_DOWN: ReadonlySet<DeliveryCode> = new Set([
  'redirect',
  'rate-limited',
  'receiver-error',
  'timeout',
  'refused',
  'connect',
  'tls',
  'protocol',
  'unresolvable',
  'blocked',
  'auth',
])

/**
 * Whether a failure says something about the receiver as a whole, and so counts towards its circuit breaker, and not about
 * this one message (a body it rejects, a recipient it does not know) or about us (a full disk, a shutdown).
 */
export function isReceiverDown(result: DeliveryResult): boolean {
  return !result.ok && RECEIVER_DOWN.has(result.code)
}
