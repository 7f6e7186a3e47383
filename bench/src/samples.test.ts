import { describe, expect, it } from 'vitest'
import { measure, percentile, summarise } from './samples.ts'

describe('a percentile by nearest rank', () => {
  it.each([
    [[5], 0.5, 5],
    [[4, 1, 3, 2], 0.5, 2],
    [[1, 2, 3, 4, 5], 0.5, 3],
    [Array.from({ length: 100 }, (_, index) => index + 1), 0.95, 95],
    [Array.from({ length: 20 }, (_, index) => index + 1), 0.95, 19],
    [[1, 100], 0.95, 100],
  ])('of %j at %d is %d', (values, share, expected) => {
    expect(percentile(values, share)).toBe(expected)
  })

  it('of an empty list is missing', () => {
    expect(percentile([], 0.5)).toBeNaN()
  })

  it('is returned with the best and the worst value and the count', () => {
    expect(summarise([3, 1, 2])).toEqual({ min: 1, p50: 2, p95: 3, max: 3, n: 3 })
  })

  it('can be of more values than a function takes arguments', () => {
    const many = Array.from({ length: 200_000 }, (_, index) => index)
    expect(summarise(many)).toMatchObject({ min: 0, max: 199_999, n: 200_000 })
  })
})

describe('measuring', () => {
  it('does not count the warm-up', async () => {
    const seen: number[] = []
    const { n } = await measure(3, async (index) => seen.push(index), 2)
    expect([n, seen]).toEqual([3, [0, 1, 0, 1, 2]])
  })
})
