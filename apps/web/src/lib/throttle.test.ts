import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttle } from './throttle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a throttled function runs at once, and once more at the end for all calls in between', () => {
  const run = vi.fn<() => void>()
  const throttled = throttle(run, 100)
  for (let n = 0; n < 5; n += 1) throttled()
  expect(run).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(100)
  expect(run).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(1000)
  expect(run).toHaveBeenCalledTimes(2)
  throttled()
  expect(run).toHaveBeenCalledTimes(3)
})

test('a throttled function runs once per interval in a steady stream of calls', () => {
  const run = vi.fn<() => void>()
  const throttled = throttle(run, 100)
  for (let ms = 0; ms < 1000; ms += 10) {
    throttled()
    vi.advanceTimersByTime(10)
  }
  expect(run.mock.calls.length).toBeGreaterThanOrEqual(10)
  expect(run.mock.calls.length).toBeLessThanOrEqual(11)
})

test('a throttled function does not run after it was cancelled', () => {
  const run = vi.fn<() => void>()
  const throttled = throttle(run, 100)
  throttled()
  throttled()
  throttled.cancel()
  vi.advanceTimersByTime(1000)
  expect(run).toHaveBeenCalledTimes(1)
})
