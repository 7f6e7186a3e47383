/** Consecutive failures after which the circuit opens. */
const OPENS_AFTER = 5
const FIRST_REST_MS = 15_000
/** Short, because a receiver that is back must get alarms within a minute. One probe a minute harms nobody. */
const LONGEST_REST_MS = 60_000
/** How long a probe may take before another one is allowed: longer than any attempt. */
const PROBE_LEASE_MS = 45_000
/** The largest difference between the clocks of the processes that use it. */
const CLOCKS_APART_MS = 5_000

/** The stored circuit breaker of a receiver. `until` is set while it is open: only a probe is sent, and not before that time. */
export interface Circuit {
  failures: number
  until: Date | null
}

export const CLOSED_CIRCUIT: Circuit = { failures: 0, until: null }

export type CircuitDecision =
  | { send: true; isProbe: boolean; circuit: Circuit }
  | { send: false; at: Date; circuit: Circuit }

/**
 * Whether a message may be sent to a receiver now (circuit breaker: closed, open, half-open). Store the returned circuit in the transaction
 * that read it: a probe moves `until` forward, so that it stays the only one. A message that must wait has made no attempt.
 */
export function admitDelivery(circuit: Circuit, now: Date): CircuitDecision {
  if (!circuit.until) return { send: true, isProbe: false, circuit }
  // A time further ahead than any pause was set before the clock was set back.
  const restMs = circuit.until.getTime() - now.getTime()
  if (restMs > 0 && restMs <= LONGEST_REST_MS + CLOCKS_APART_MS) return { send: false, at: circuit.until, circuit }
  const until = new Date(now.getTime() + PROBE_LEASE_MS)
  return { send: true, isProbe: true, circuit: { ...circuit, until } }
}

/**
 * The circuit after an attempt. A success closes it at once. From the fifth consecutive failure of the receiver (`down`) each one opens it,
 * for 15, 30, then 60 s. A failure with a requested pause (Retry-After) opens it for that time, but for 60 s at most; the message itself
 * waits as long as requested. The failure of a single message (`unrelated`) does not count; while the circuit is open it lets the next
 * message through, since a receiver that rejects messages is reachable.
 */
export function circuitAfter(
  circuit: Circuit,
  outcome: 'delivered' | 'down' | 'unrelated',
  now: Date,
  retryAfterMs = 0,
): Circuit {
  if (outcome === 'delivered') return CLOSED_CIRCUIT
  if (outcome === 'unrelated') return circuit.until ? { failures: OPENS_AFTER - 1, until: null } : circuit
  const failures = circuit.failures + 1
  const isOpen = failures >= OPENS_AFTER
  const rest = isOpen ? FIRST_REST_MS * 2 ** Math.min(failures - OPENS_AFTER, 10) : 0
  const pause = Math.min(LONGEST_REST_MS, Math.max(rest, retryAfterMs))
  return { failures, until: pause > 0 ? new Date(now.getTime() + pause) : null }
}
