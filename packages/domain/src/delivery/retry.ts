/** The first pause is 5 s on average: most failures are a restart or a lost packet. */
const FIRST_CEILING_MS = 10_000
const LONGEST_PAUSE_MS = 3_600_000
/** Without a pause, a receiver that has just failed would be called again at once. */
const SHORTEST_PAUSE_MS = 1_000
export const DELIVERY_LIFETIME_MS = 3 * 86_400_000

export interface RetryInput {
  /** Attempts so far, including the failed one: 1 or more. */
  attempt: number
  now: Date
  /** 0 ≤ random < 1. */
  random: number
  /** The pause that the receiver requested. */
  retryAfterMs?: number | undefined
  /** The time of the first attempt. */
  startedAt: Date
}

export type RetryPlan = { at: Date; dead?: never } | { dead: true; at?: never }

/**
 * The time of the next attempt: exponential back-off with full jitter ("Exponential Backoff And Jitter", AWS 2015), at most an hour apart,
 * for three days. The pause is drawn from 0 to 10 s · 2^(attempt − 1), so that messages that failed together are not retried together.
 * Never sooner than the receiver requested. One last attempt follows at the end of the third day.
 */
export function planRetry({ attempt, now, random, retryAfterMs = 0, startedAt }: RetryInput): RetryPlan {
  const endsAt = startedAt.getTime() + DELIVERY_LIFETIME_MS
  const ceiling = Math.min(LONGEST_PAUSE_MS, FIRST_CEILING_MS * 2 ** Math.min(attempt - 1, 30))
  const pause = Math.max(SHORTEST_PAUSE_MS, random * ceiling)
  const earliest = now.getTime() + retryAfterMs
  if (now.getTime() >= endsAt || earliest > endsAt) return { dead: true }
  return { at: new Date(Math.max(earliest, Math.min(now.getTime() + pause, endsAt))) }
}
