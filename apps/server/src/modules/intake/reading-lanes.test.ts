import { describe, expect, it } from 'vitest'
import { readingLanes } from './reading-lanes.ts'

describe('how many messages are read at once', () => {
  it('is one while others are taken in', () => {
    expect(readingLanes({ now: 1_050, cameAt: 1_000, waitsSince: 990 })).toBe(1)
  })

  it('is four once nothing came for a moment', () => {
    expect(readingLanes({ now: 1_100, cameAt: 1_000, waitsSince: 990 })).toBe(4)
  })

  it('is four however much comes, once a message has waited for long', () => {
    expect(readingLanes({ now: 3_000, cameAt: 2_999, waitsSince: 1_000 })).toBe(4)
  })
})
