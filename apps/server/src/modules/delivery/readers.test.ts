import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createReaders } from './readers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const asker = (companyId: string, signal = new AbortController().signal) => ({ companyId, signal })

test('readers wait in bounds, and are let go when they leave or the server stops', async () => {
  const readers = createReaders({ total: 2, perHolder: 2, reserved: 0 })
  const leave = new AbortController()
  const waits = [readers.wait(asker('a', leave.signal), 60_000), readers.wait(asker('a'), 60_000)]
  expect(await readers.wait(asker('b'), 60_000)).toBe(false)
  leave.abort()
  expect(await waits[0]).toBe(false)
  readers.stop()
  expect(await waits[1]).toBe(false)
  expect(await readers.wait(asker('a'), 60_000)).toBe(false)
})

test('the readers of one company leave places for those of others', async () => {
  const readers = createReaders({ total: 10, perHolder: 2, reserved: 2 })
  const waits = [readers.wait(asker('a'), 60_000), readers.wait(asker('a'), 60_000)]
  expect(await readers.wait(asker('a'), 60_000)).toBe(false)
  const other = readers.wait(asker('b'), 60_000)
  readers.wake()
  expect(await Promise.all([...waits, other])).toEqual([true, true, true])
})

test('a wait ends after its time', async () => {
  const wait = createReaders().wait(asker('a'), 1_000)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await wait).toBe(true)
})

test('wakes that follow one another let readers look once more, and none is missed', async () => {
  const readers = createReaders({ pauseMs: 250 })
  readers.wake()
  expect(readers.wakes()).toBe(1)
  for (let n = 0; n < 50; n += 1) readers.wake()
  expect(readers.wakes()).toBe(1)
  const wait = readers.wait(asker('a'), 60_000, 1)
  await vi.advanceTimersByTimeAsync(250)
  expect(readers.wakes()).toBe(2)
  expect(await wait).toBe(true)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(readers.wakes()).toBe(2)
})
