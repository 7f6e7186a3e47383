import type { Clock } from '../clock.ts'
import { createAddressLimiter } from './rate-limit.ts'

/** Requests a minute that an address may make without a login: the consoles of a large office as they open in the morning. */
const PER_MINUTE = 1_200

/** Counts what comes from an address without a login. */
export interface AnonymousLimit {
  /** Counts a request, also one that is refused. @throws AppError RATE_LIMITED */
  require(address: string): void
}

/** What others of the same address do after their login is not counted, so nobody is shut out by a neighbour. */
export function createAnonymousLimit(clock: Clock): AnonymousLimit {
  const limiter = createAddressLimiter({ limit: PER_MINUTE, windowMs: 60_000 })
  return { require: (address) => limiter.require(address, clock.now()) }
}
