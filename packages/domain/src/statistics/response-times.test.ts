import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { EDGES_MS, percentileOf } from './response-times.ts'

const cellOf = (ms: number) => EDGES_MS.filter((edge) => edge <= ms).length

it('an estimate lies in the cell of the true percentile, so it is off by less than 19 %', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 4_095_999 }), { minLength: 1, maxLength: 60 }),
      fc.constantFrom(0.5, 0.95),
      (times, share) => {
        const spread = Array.from({ length: EDGES_MS.length + 1 }, () => 0)
        for (const ms of times) spread[cellOf(ms)] = (spread[cellOf(ms)] ?? 0) + 1
        const truth = times.toSorted((a, b) => a - b)[Math.max(1, Math.ceil(share * times.length)) - 1] ?? 0
        const estimate = percentileOf(spread, share) ?? Number.NaN
        expect(cellOf(estimate)).toBe(cellOf(truth))
        if (truth >= 250) expect(Math.abs(estimate - truth) / truth).toBeLessThan(0.19)
      },
    ),
  )
})

it('nothing counted has no percentile, and what took longer than the last edge is said to take that long', () => {
  const none = Array.from({ length: EDGES_MS.length + 1 }, () => 0)
  expect(percentileOf(none, 0.5)).toBeNull()
  expect(percentileOf(none.with(EDGES_MS.length, 3), 0.95)).toBe(4_096_000)
})
