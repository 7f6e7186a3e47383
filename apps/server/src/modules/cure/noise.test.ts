import { describe, expect, it } from 'vitest'
import { noiseOf } from './noise.ts'

const NOW = new Date('2026-11-24T12:00:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000)
const sums = { day: 30, before: 14, judged: 40, filtered: 10 }

describe('the noise of a camera', () => {
  it.each([
    ['a year', 365, 2],
    ['eight days', 8, 2],
    ['three days', 3, 7],
    ['two days', 2, 14],
    ['less than two days', 1.9, null],
    ['an hour', 1 / 24, null],
  ])('compares with the days before, for a camera that exists for %s', (_what, days, usual) => {
    expect(noiseOf(sums, daysAgo(days), NOW).day).toEqual({ count: 30, usual })
  })

  it('has no share without verdicts', () => {
    expect(noiseOf(sums, daysAgo(9), NOW).week).toEqual({ judged: 40, filtered: 10, reduction: 0.25 })
    expect(noiseOf({ ...sums, judged: 0, filtered: 0 }, daysAgo(9), NOW).week.reduction).toBeNull()
  })
})
