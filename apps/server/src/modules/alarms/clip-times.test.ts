import { describe, expect, it } from 'vitest'
import { clipTimes, evenlyChosen } from './clip-times.ts'

describe('a clip shows each picture', () => {
  it.each([
    ['until the next one was taken', [0, 700, 1900], [700, 1200, 1000]],
    ['long enough to be seen, and not for ever', [0, 40, 60_040], [400, 2000, 1000]],
    ['for a second where times are unknown, or go back', [null, 500, null, 900, 100], [1000, 1000, 1000, 1000, 1000]],
    ['alone for a second', [0], [1000]],
  ])('%s', (_what, offsets, times) => {
    expect(clipTimes(offsets)).toEqual(times)
  })

  it('evenly chosen where there are too many, the first and the last among them', () => {
    const many = Array.from({ length: 100 }, (_, index) => index)
    const chosen = evenlyChosen(many, 40)
    expect(chosen).toHaveLength(40)
    expect([chosen[0], chosen.at(-1)]).toEqual([0, 99])
    expect(new Set(chosen).size).toBe(40)
    expect(evenlyChosen([1, 2], 40)).toEqual([1, 2])
  })
})
