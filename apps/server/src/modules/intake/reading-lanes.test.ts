import { describe, expect, it } from 'vitest'
import { readingLanes } from './reading-lanes.ts'

describe('the number of messages that are read in parallel', () => {
  it('is one while more messages arrive', () => {
    expect(readingLanes({ now: 1_050, cameAt: 1_000, waitsSince: 990 })).toBe(1)
  })

  it('is four after a moment without arrivals', () => {
    expect(readingLanes({ now: 1_100, cameAt: 1_000, waitsSince: 990 })).toBe(4)
  })

  it('is four while more messages arrive, once a message has waited for long', () => {
    expect(readingLanes({ now: 3_000, cameAt: 2_999, waitsSince: 1_000 })).toBe(4)
  })
})
