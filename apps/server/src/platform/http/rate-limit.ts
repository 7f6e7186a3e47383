import { clientKey } from '@winnow/domain'
import { AppError } from './app-error.ts'

/** Allows so many events per window and key; forgets keys that fell silent. One process's view, which is what a flood meets. */
export interface RateLimiter {
  /** Counts one event; false when there were too many. */
  take(key: string, now: Date): boolean
  /** Whether no further event would be allowed; counts nothing. */
  isSpent(key: string, now: Date): boolean
  /** Takes one event back that turned out to be harmless. */
  giveBack(key: string): void
  /** @throws AppError RATE_LIMITED */
  require(key: string, now: Date): void
}

interface Limit {
  limit: number
  windowMs: number
  capacity?: number
}

/** @param options.capacity keys remembered at most; the oldest is forgotten first, so a flood of keys cannot fill the memory. */
export function createRateLimiter(options: Limit): RateLimiter {
  const capacity = options.capacity ?? 50_000
  const windows = new Map<string, { startedAt: number; count: number }>()
  // Also where it began in the future, before the clock was set back.
  const isOver = ({ startedAt }: { startedAt: number }, at: number): boolean =>
    at - startedAt >= options.windowMs || at < startedAt
  const take = (key: string, now: Date): boolean => {
    const at = now.getTime()
    let window = windows.get(key)
    if (!window || isOver(window, at)) {
      windows.delete(key)
      if (windows.size >= capacity) {
        const oldest = windows.keys().next().value
        if (oldest !== undefined) windows.delete(oldest)
      }
      window = { startedAt: at, count: 0 }
      windows.set(key, window)
    }
    window.count++
    return window.count <= options.limit
  }
  return {
    take,
    isSpent(key, now) {
      const window = windows.get(key)
      return window !== undefined && !isOver(window, now.getTime()) && window.count >= options.limit
    },
    giveBack(key) {
      const window = windows.get(key)
      if (window && window.count > 0) window.count--
    },
    require(key, now) {
      if (take(key, now)) return
      throw new AppError('RATE_LIMITED', 'Too many attempts. Wait a moment and try again.', {
        retryAfter: Math.ceil(options.windowMs / 1000),
      })
    },
  }
}

/** A limiter whose keys are the addresses of clients: a network that one client may have to itself counts as one address. */
export function createAddressLimiter(options: Limit): RateLimiter {
  const limiter = createRateLimiter(options)
  return {
    take: (address, now) => limiter.take(clientKey(address), now),
    isSpent: (address, now) => limiter.isSpent(clientKey(address), now),
    giveBack: (address) => limiter.giveBack(clientKey(address)),
    require: (address, now) => limiter.require(clientKey(address), now),
  }
}
