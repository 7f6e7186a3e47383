import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beforeLeaving, sendBeforeLeaving } from './before-leaving.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Pending work, for this test only. */
let task: () => Promise<void> = async () => undefined
beforeLeaving(() => task())
afterEach(() => {
  task = async () => undefined
})

test('a logout waits until everything is sent', async () => {
  const sending = Promise.withResolvers<void>()
  task = () => sending.promise
  let isOver = false
  void sendBeforeLeaving().then(() => (isOver = true))
  await vi.advanceTimersByTimeAsync(2_999)
  expect(isOver).toBe(false)
  sending.resolve()
  await vi.advanceTimersByTimeAsync(0)
  expect(isOver).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

test('a logout waits for at most three seconds', async () => {
  task = () => new Promise(() => undefined)
  let isOver = false
  void sendBeforeLeaving().then(() => (isOver = true))
  await vi.advanceTimersByTimeAsync(3_000)
  expect(isOver).toBe(true)
})
