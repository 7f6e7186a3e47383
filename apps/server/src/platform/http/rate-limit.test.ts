import { expect, it } from 'vitest'
import { createRateLimiter } from './rate-limit.ts'

it('a limit starts anew when the clock is set back, so that nobody is blocked until tomorrow', () => {
  const now = new Date('2026-03-01T12:00:00Z')
  const limiter = createRateLimiter({ limit: 1, windowMs: 60_000 })
  limiter.take('camera', now)
  expect(limiter.isSpent('camera', now)).toBe(true)
  const before = new Date(now.getTime() - 86_400_000)
  expect(limiter.isSpent('camera', before)).toBe(false)
  expect(limiter.take('camera', before)).toBe(true)
  expect(limiter.take('camera', before)).toBe(false)
})
