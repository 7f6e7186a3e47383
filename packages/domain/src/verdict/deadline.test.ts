import { describe, expect, it } from 'vitest'
import { createDeadline } from './deadline.ts'

const NOON = new Date('2026-01-01T12:00:00Z')
const after = (seconds: number) => new Date(NOON.getTime() + seconds * 1000)
const deadline = createDeadline(16)

describe('a deadline of 16 s', () => {
  it.each([
    ['from the receipt', -3, 13],
    ['from the receipt, even if it has passed by now', -60, -44],
    ['from now, if the receipt is in the future because the clock was set back', 3600, 16],
  ])('is counted %s', (_what, received, until) => {
    expect(deadline.of(after(received), NOON)).toEqual(after(until))
  })

  it('is past for a message received 16 s ago', () => {
    expect(deadline.pastSince(NOON)).toEqual(after(-16))
    expect(deadline.of(deadline.pastSince(NOON), NOON)).toEqual(NOON)
  })

  it('is close for an alarm with less than 4 s left', () => {
    expect(deadline.shortUntil(NOON)).toEqual(after(4))
  })

  it('reserves at most 8 s for an analysis', () => {
    expect(deadline.longestMarginMs).toBe(8_000)
  })
})

describe('a message that nobody has tried to read', () => {
  it.each([
    ['at most four times as long as the deadline', 10, 40],
    ['at most 50 s, if that is shorter', 15, 50],
    ['as long as the deadline, if that is longer than 50 s', 90, 90],
  ])('waits %s', (_what, seconds, waits) => {
    expect(createDeadline(seconds).untriedMs).toBe(waits * 1000)
    expect(createDeadline(seconds).untriedSince(NOON)).toEqual(after(-waits))
  })
})
