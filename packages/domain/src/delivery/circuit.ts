/** Failures in a row after which a receiver is left alone. */
const OPENS_AFTER = 5
const FIRST_REST_MS = 15_000
/** Short, because a receiver that is back must hear of alarms within a minute; one probe a minute harms nobody. */
const LONGEST_REST_MS = 60_000
/** How long a probe may take before another one is let through: longer than any attempt. */
const PROBE_LEASE_MS = 45_000
/** How far the clocks of those who write and read it may be apart. */
const CLOCKS_APART_MS = 5_000

/** What is remembered of a receiver. `until` is set while it is left alone: nothing but a probe is sent, and none before it. */
export interface Circuit {
  failures: number
  until: Date | null
}

export const CLOSED_CIRCUIT: Circuit = { failures: 0, until: null }

export type CircuitDecision =
  | { send: true; isProbe: boolean; circuit: Circuit }
  | { send: false; at: Date; circuit: Circuit }

/**
 * Whether a message may be sent to a receiver now (circuit breaker: closed, open, half-open). Store the circuit that comes
 * back, in the transaction that read it: a probe moves `until` on, so that it stays the only one. A message that must wait
 * has made no attempt.
 */
export function admitDelivery(circuit: Circuit, now: Date): CircuitDecision {
  if (!circuit.until) return { send: true, isProbe: false, circuit }
  // One that is further ahead than a receiver may ever be left alone was set before the clock was set back.
  const restMs = circuit.until.getTime() - now.getTime()
  if (restMs > 0 && restMs <= LONGEST_REST_MS + CLOCKS_APART_MS) return { send: false, at: circuit.until, circuit }
  const until = new Date(now.getTime() + PROBE_LEASE_MS)
  return { send: true, isProbe: true, circuit: { ...circuit, until } }
}

/**
 * The circuit after an attempt. A success closes it at once; each failure of the receiver (`down`) from the fifth in a row on
 * opens it, for 15, 30, then 60 s, and so does each that asks for a pause (Retry-After), for that long but no longer than
 * 60 s: the message itself waits as asked. A failure of one message (`unrelated`) does not count; while the circuit is open it
 * lets the next message through, for whoever rejects a message is there.
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
