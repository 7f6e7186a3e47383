/** The maximum of the first pause, which is 5 s on average. It is short, because most failures are caused by a restart or a lost packet. */
const FIRST_CEILING_MS = 10_000
const LONGEST_PAUSE_MS = 3_600_000
/** The minimum of every pause. Without it, a receiver that has just failed could be called again at once. */
const SHORTEST_PAUSE_MS = 1_000
export const DELIVERY_LIFETIME_MS = 3 * 86_400_000

export interface RetryInput {
  /** Attempts so far, including the failed one: 1 or more. */
  attempt: number
  now: Date
  /** 0 ≤ random < 1. */
  random: number
  /** The pause that the receiver requested, in milliseconds. */
  retryAfterMs?: number | undefined
  /** The time of the first attempt. */
  startedAt: Date
}

export type RetryPlan = { at: Date; dead?: never } | { dead: true; at?: never }

/**
 * Plans the next attempt after a failed one: exponential back-off with full jitter ("Exponential Backoff And Jitter", AWS 2015). The pause
 * is a random time from 0 to 10 s · 2^(attempt − 1), so that messages that failed together are not retried together. It is at least one
 * second and at most one hour. The next attempt is never made before the time that the receiver requested. The last attempt is made three
 * days after the first one. After it, or if the receiver requested a later time, the message is given up (`dead`).
 */
export function planRetry({ attempt, now, random, retryAfterMs = 0, startedAt }: RetryInput): RetryPlan {
  const endsAt = startedAt.getTime() + DELIVERY_LIFETIME_MS
  const ceiling = Math.min(LONGEST_PAUSE_MS, FIRST_CEILING_MS * 2 ** Math.min(attempt - 1, 30))
  const pause = Math.max(SHORTEST_PAUSE_MS, random * ceiling)
  const earliest = now.getTime() + retryAfterMs
  if (now.getTime() >= endsAt || earliest > endsAt) return { dead: true }
  return { at: new Date(Math.max(earliest, Math.min(now.getTime() + pause, endsAt))) }
}
