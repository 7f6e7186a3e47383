import { describe, expect, it } from 'vitest'
import { createReadingRate } from './reading-rate.ts'

describe('the reading rate of messages', () => {
  it('is an estimate until it is measured, and then the rate of the last ten seconds', () => {
    const rate = createReadingRate()
    expect(rate.timeFor(80)).toBe(2_000)
    rate.measured(0, 1_000)
    expect(rate.timeFor(80)).toBe(2_000)
    for (let second = 1; second <= 3; second++) rate.measured(second * 1_000, 1_000 + second * 10)
    expect(rate.timeFor(80)).toBe(2_000)
    rate.measured(4_000, 1_040)
    expect(rate.timeFor(80)).toBe(8_000)
    for (let second = 5; second <= 20; second++) rate.measured(second * 1_000, 1_040 + (second - 4) * 100)
    expect(rate.timeFor(80)).toBe(800)
  })

  it('stays the same when counting restarts', () => {
    const rate = createReadingRate()
    rate.measured(0, 0)
    rate.measured(4_000, 80)
    rate.restart()
    rate.measured(5_000, 5)
    expect(rate.timeFor(20)).toBe(1_000)
  })

  it('is zero while nothing is read, so the waiting time is infinite', () => {
    const rate = createReadingRate()
    rate.measured(0, 7)
    rate.measured(4_000, 7)
    expect(rate.timeFor(1)).toBeGreaterThan(60_000)
    expect(rate.timeFor(0)).toBe(0)
  })
})
