/** Number of consecutive failures after which the circuit opens. */
const OPENS_AFTER = 5
const FIRST_REST_MS = 15_000
/**
 * The longest pause. It is short, because a receiver that works again must get alarms within a minute. One probe per minute is no burden
 * for a receiver.
 */
const LONGEST_REST_MS = 60_000
/**
 * How long a probe may take before another one is allowed. This is longer than any attempt takes: a mail has up to 60 s, and a DC-09
 * message up to 62 s, where a primary receiver and its back-up each take all of 5 s to be found, 10 s to be reached and 8 s for each of
 * two answers. The picture is drawn before that.
 */
const PROBE_LEASE_MS = 90_000
/** The furthest that `until` can be ahead of the clock that wrote it. */
export const FURTHEST_AHEAD_MS = Math.max(LONGEST_REST_MS, PROBE_LEASE_MS)
/** The largest difference between the clocks of the processes that share a circuit. */
const CLOCKS_APART_MS = 5_000

/**
 * The stored circuit breaker of a receiver. `until` is null while it is closed. While it is open, only one message is sent as a probe, and
 * not before `until`.
 */
export interface Circuit {
  failures: number
  until: Date | null
}

export const CLOSED_CIRCUIT: Circuit = { failures: 0, until: null }

export type CircuitDecision =
  | { send: true; isProbe: boolean; circuit: Circuit }
  | { send: false; at: Date; circuit: Circuit }

/**
 * Decides whether a message may be sent to a receiver now (circuit breaker: closed, open, half-open). Store the returned circuit in the
 * same transaction that read it: a probe moves `until` forward, so that no second probe is sent at the same time. A message that must wait
 * has not used an attempt.
 */
export function admitDelivery(circuit: Circuit, now: Date): CircuitDecision {
  if (!circuit.until) return { send: true, isProbe: false, circuit }
  // If `until` is further ahead than it can be, the clock was set back after it was stored. The pause is then treated as over.
  const restMs = circuit.until.getTime() - now.getTime()
  if (restMs > 0 && restMs <= FURTHEST_AHEAD_MS + CLOCKS_APART_MS) return { send: false, at: circuit.until, circuit }
  const until = new Date(now.getTime() + PROBE_LEASE_MS)
  return { send: true, isProbe: true, circuit: { ...circuit, until } }
}

/**
 * Returns the circuit after an attempt. A success closes it. From the fifth consecutive failure of the receiver (`down`) on, each failure
 * opens it: for 15 s, then 30 s, then 60 s each time. If the receiver requested a longer pause (Retry-After), a failure opens the circuit
 * for that time, but for 60 s at most. Only the failed message itself waits as long as requested. A failure that concerns only this message
 * (`unrelated`) is not counted. If the circuit is open, such a failure closes it, since a receiver that rejects a message is reachable; the
 * next failure of the receiver opens it again. A message that does not suit the receiver's or our settings (`misconfigured`) is counted, but
 * closes the circuit too: the receiver answers, and what it refuses, such as the account of one camera, must not hold up the other messages.
 */
export function circuitAfter(
  circuit: Circuit,
  outcome: 'delivered' | 'down' | 'misconfigured' | 'unrelated',
  now: Date,
  retryAfterMs = 0,
): Circuit {
  if (outcome === 'delivered') return CLOSED_CIRCUIT
  if (outcome === 'unrelated') return circuit.until ? { failures: OPENS_AFTER - 1, until: null } : circuit
  const failures = circuit.failures + 1
  if (outcome === 'misconfigured') return { failures, until: null }
  const isOpen = failures >= OPENS_AFTER
  const rest = isOpen ? FIRST_REST_MS * 2 ** Math.min(failures - OPENS_AFTER, 10) : 0
  const pause = Math.min(LONGEST_REST_MS, Math.max(rest, retryAfterMs))
  return { failures, until: pause > 0 ? new Date(now.getTime() + pause) : null }
}
