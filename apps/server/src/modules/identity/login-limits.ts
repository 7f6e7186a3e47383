import { createAddressLimiter, createRateLimiter, type RateLimiter } from '../../platform/http/rate-limit.ts'

/** How often what can be guessed or costs something may be asked for. */
export interface LoginLimits {
  /** Passwords tried, right or wrong, from one address and on one e-mail. */
  byAddress: RateLimiter
  byAccount: RateLimiter
  /** Questions how an e-mail logs in, by address. */
  lookups: RateLimiter
  /** Captchas drawn, by address. */
  captchas: RateLimiter
  /** Mails with a link asked for, by address and by e-mail. */
  resetsByAddress: RateLimiter
  resetsByEmail: RateLimiter
  /** Mailed links tried, by address. */
  redemptions: RateLimiter
  /** Codes of a single sign-on that came back, by address; right ones too, and a whole shift comes at once. */
  codes: RateLimiter
  /** QR codes of second factors drawn, by user. */
  secrets: RateLimiter
}

const WINDOW_MS = 15 * 60_000

/** A control room full of people shares one address, so addresses may do more than accounts. */
export function createLoginLimits(): LoginLimits {
  const limiter = (limit: number) => createRateLimiter({ limit, windowMs: WINDOW_MS })
  const byAddress = (limit: number) => createAddressLimiter({ limit, windowMs: WINDOW_MS })
  return {
    byAddress: byAddress(60),
    byAccount: limiter(10),
    lookups: byAddress(240),
    captchas: byAddress(120),
    resetsByAddress: byAddress(20),
    resetsByEmail: limiter(3),
    redemptions: byAddress(30),
    codes: byAddress(240),
    secrets: limiter(30),
  }
}
