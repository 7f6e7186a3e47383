import { createAddressLimiter, createRateLimiter, type RateLimiter } from '../../platform/http/rate-limit.ts'

/** How often what costs something may be asked for. What can be guessed is counted in the database: see `attempts/`. */
export interface LoginLimits {
  /** Questions how an e-mail logs in, by address. */
  lookups: RateLimiter
  /** Captchas drawn, by address. */
  captchas: RateLimiter
  /** Mailed links tried, by address. */
  redemptions: RateLimiter
  /** Codes of a single sign-on that came back, by address; right ones too, and a whole shift comes at once. */
  codes: RateLimiter
  /** QR codes of second factors drawn, by user and address: who only knows a password must not stop its owner elsewhere. */
  secrets: RateLimiter
}

const WINDOW_MS = 15 * 60_000

/** A control room full of people shares one address. */
export function createLoginLimits(): LoginLimits {
  const byAddress = (limit: number) => createAddressLimiter({ limit, windowMs: WINDOW_MS })
  return {
    lookups: byAddress(240),
    captchas: byAddress(120),
    redemptions: byAddress(30),
    codes: byAddress(240),
    secrets: createRateLimiter({ limit: 30, windowMs: WINDOW_MS }),
  }
}
