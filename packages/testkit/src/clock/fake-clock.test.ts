import { describe, expect, it } from 'vitest'
import { createFakeClock } from './fake-clock.ts'

describe('a fake clock', () => {
  it('stands still until it is advanced', () => {
    const clock = createFakeClock(new Date('2026-03-29T00:59:59.000Z'))
    expect(clock.now()).toEqual(clock.now())
    clock.advance(1500)
    expect(clock.now().toISOString()).toBe('2026-03-29T01:00:00.500Z')
    clock.set(new Date('2025-01-01T00:00:00.000Z'))
    expect(clock.now().toISOString()).toBe('2025-01-01T00:00:00.000Z')
  })

  it('cannot be changed through the dates it returned', () => {
    const clock = createFakeClock()
    clock.now().setFullYear(1999)
    expect(clock.now().getUTCFullYear()).toBe(2026)
  })

  it('cannot be advanced by a negative or invalid time', () => {
    expect(() => createFakeClock().advance(-1)).toThrow(RangeError)
    expect(() => createFakeClock().advance(Number.NaN)).toThrow(RangeError)
  })
})
