import { clientKey } from '@winnow/domain'
import { AppError } from './app-error.ts'

/** Limits events per window and key; forgets keys without recent events. Each process counts only its own events. */
export interface RateLimiter {
  /** Counts one event. Returns false when there were too many. */
  take(key: string, now: Date): boolean
  /** Whether the next event would be refused. Counts nothing. */
  isSpent(key: string, now: Date): boolean
  /** Takes back an event that turned out to be harmless. */
  giveBack(key: string): void
  /** Counts one event. @throws AppError RATE_LIMITED when there were too many */
  require(key: string, now: Date): void
}

interface Limit {
  limit: number
  windowMs: number
  capacity?: number
}

/** @param options.capacity the most keys to remember. The oldest key is forgotten first, so that a flood of keys cannot fill the memory. */
export function createRateLimiter(options: Limit): RateLimiter {
  const capacity = options.capacity ?? 50_000
  const windows = new Map<string, { startedAt: number; count: number }>()
  // A window whose start is in the future began before the clock was set back. It is over too.
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

/** Creates a limiter by client address. A network that one client may own is treated as one address. */
export function createAddressLimiter(options: Limit): RateLimiter {
  const limiter = createRateLimiter(options)
  return {
    take: (address, now) => limiter.take(clientKey(address), now),
    isSpent: (address, now) => limiter.isSpent(clientKey(address), now),
    giveBack: (address) => limiter.giveBack(clientKey(address)),
    require: (address, now) => limiter.require(clientKey(address), now),
  }
}
