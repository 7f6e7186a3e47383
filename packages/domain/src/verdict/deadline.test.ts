import { describe, expect, it } from 'vitest'
import { createDeadline } from './deadline.ts'

const NOON = new Date('2026-01-01T12:00:00Z')
const after = (seconds: number) => new Date(NOON.getTime() + seconds * 1000)
const deadline = createDeadline(16)

describe('a deadline of 16 s', () => {
  it.each([
    ['from its receipt', -3, 13],
    ['from its receipt, also where it has passed', -60, -44],
    ['from now, where it was received before the clock was set back', 3600, 16],
  ])('counts %s', (_what, received, until) => {
    expect(deadline.of(after(received), NOON)).toEqual(after(until))
  })

  it('is past for a message received 16 s ago', () => {
    expect(deadline.pastSince(NOON)).toEqual(after(-16))
    expect(deadline.of(deadline.pastSince(NOON), NOON)).toEqual(NOON)
  })

  it('is short while 4 s of it are left', () => {
    expect(deadline.shortUntil(NOON)).toEqual(after(4))
  })

  it('leaves at most 8 s for an analysis', () => {
    expect(deadline.longestMarginMs).toBe(8_000)
  })
})

describe('a message that nobody has tried to read', () => {
  it.each([
    ['four deadlines', 10, 40],
    ['50 s, where four deadlines are longer', 15, 50],
    ['one deadline, where that alone is longer', 90, 90],
  ])('waits %s', (_what, seconds, waits) => {
    expect(createDeadline(seconds).untriedMs).toBe(waits * 1000)
    expect(createDeadline(seconds).untriedSince(NOON)).toEqual(after(-waits))
  })
})
