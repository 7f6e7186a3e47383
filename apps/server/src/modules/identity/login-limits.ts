import { createAddressLimiter, createRateLimiter, type RateLimiter } from '../../platform/http/rate-limit.ts'

/**
 * Limits on operations that cost something. Guesses are counted in the database instead, see `attempts/`. None of these limits blocks a
 * whole address from logging in.
 */
export interface LoginLimits {
  /** Requests for the login method of an e-mail, by address. Further requests need a captcha. */
  lookups: RateLimiter
  /** New passwords tried with a mailed link, by the link's owner. Unknown links are not counted: they cannot be guessed. */
  redemptions: RateLimiter
  /**
   * QR codes of second factors, by user and address. Somebody who knows only the password must not lock out the owner, who has another
   * address.
   */
  secrets: RateLimiter
}

const WINDOW_MS = 15 * 60_000

export function createLoginLimits(): LoginLimits {
  return {
    // All people of a control room share one address.
    lookups: createAddressLimiter({ limit: 240, windowMs: WINDOW_MS }),
    redemptions: createRateLimiter({ limit: 30, windowMs: WINDOW_MS }),
    secrets: createRateLimiter({ limit: 30, windowMs: WINDOW_MS }),
  }
}
