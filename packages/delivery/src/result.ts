/** All ways in which a delivery can fail. The console translates the code. */
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
  'misconfigured', // the receiver answered that our account, key or format does not suit it
  'recipient', // the mail server refused or postponed a recipient
  'config', // the settings cannot be used
  'outbox', // the outbox folder could not be written
  'aborted', // ended by this server, for example at a shutdown
] as const

export type DeliveryCode = (typeof DELIVERY_CODES)[number]

/**
 * What a kind with a session remembers about its receiver from one attempt to the next, also over a restart. In a result: the new state;
 * without one the state stays.
 */
export interface SessionState {
  /** How far the receiver's clock is ahead of ours, as it said when it refused our time. */
  readonly clockAheadMs?: number
  /** When the station last asked for messages, for kinds whose messages are fetched. ISO 8601. */
  readonly readAt?: string
  /** Until when the back-up is called first, because the primary receiver failed. ISO 8601. */
  readonly backupUntil?: string
}

export interface Delivered {
  ok: true
  /** HTTP status, or the mail server's reply code. */
  status?: number
  /** Duration of the attempt in milliseconds. */
  ms: number
  detail?: string
  session?: SessionState
}

export interface NotDelivered {
  ok: false
  /** Whether a later attempt can help. */
  retry: boolean
  /** The receiver asked never to be called again (410): disable it and tell its owner. */
  disable?: boolean
  status?: number
  /** How long the receiver asked not to be called, at most a day. */
  retryAfterMs?: number
  ms: number
  code: DeliveryCode
  /** One sentence, without any part of the receiver's reply, secrets, or addresses that a name resolved to. */
  detail: string
  /** Recipients that have got the message. Pass them as `served` to the next attempt, so that none gets it twice. */
  served?: readonly string[]
  session?: SessionState
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
  'misconfigured',
])

/**
 * Whether a failure is about the receiver as a whole, and counts for its circuit breaker. False for failures of this message (a rejected
 * body, an unknown recipient) or on our side (a full disk, a shutdown).
 */
export function isReceiverDown(result: DeliveryResult): boolean {
  return !result.ok && RECEIVER_DOWN.has(result.code)
}
