import { clientKey } from '@winnow/domain'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import type { KeyRing } from '../crypto/key-ring.ts'
import { findKnownBrowser } from './known-browser.ts'
import { createRateLimiter } from './rate-limit.ts'

/** The requests per minute that an address may make without a login. Enough for a large office that opens all consoles in the morning. */
const PER_MINUTE = 1_200

/** Counts requests without a login. */
export interface AnonymousLimit {
  /** Counts a request, including refused ones. @throws AppError RATE_LIMITED */
  require(request: FastifyRequest): void
}

/**
 * Creates a limit that counts by address. A browser in which somebody has logged in before is counted separately. So a script behind the
 * same address does not block the logins of that browser's users. Requests of logged-in callers are not counted.
 */
export function createAnonymousLimit({ clock, keys }: { clock: Clock; keys: KeyRing }): AnonymousLimit {
  const limiter = createRateLimiter({ limit: PER_MINUTE, windowMs: 60_000 })
  return {
    require(request) {
      const browser = findKnownBrowser(request, keys)
      limiter.require(browser === undefined ? clientKey(request.ip) : `browser:${browser}`, clock.now())
    },
  }
}
