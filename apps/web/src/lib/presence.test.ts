import { getSystemStatus } from '@winnow/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeApi } from '../testing/fake-api.ts'
import { call } from './api/call.ts'
import { isSomeoneThere, watchPresence } from './presence.ts'

const MINUTE = 60_000
let api: FakeApi
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  api = new FakeApi().on(getSystemStatus, () => ({ status: 'ok' as const })).install()
  stop = watchPresence()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const isMarked = async () => {
  await call(getSystemStatus, {})
  return api.calls.at(-1)?.headers.has('x-background')
}

test('requests more than five minutes after the last input are marked as automatic', async () => {
  expect(await isMarked()).toBe(false)
  vi.advanceTimersByTime(5 * MINUTE - 1)
  expect(await isMarked()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(await isMarked()).toBe(true)
})

test.each(['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])('%s counts as activity', (sign) => {
  vi.advanceTimersByTime(10 * MINUTE)
  expect(isSomeoneThere()).toBe(false)
  window.dispatchEvent(new Event(sign))
  expect(isSomeoneThere()).toBe(true)
})
