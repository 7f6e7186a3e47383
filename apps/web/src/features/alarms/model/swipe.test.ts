import { expect, test } from 'vitest'
import { swipeOf } from './swipe.ts'

test.each([
  ['to the left', 200, 100, 80, 110, 200, 'left'],
  ['to the right', 80, 100, 200, 90, 200, 'right'],
  ['too short', 200, 100, 150, 100, 200, undefined],
  ['more down than sideways', 200, 100, 120, 180, 200, undefined],
  ['too slow', 200, 100, 80, 100, 601, undefined],
  ['a tap', 200, 100, 200, 100, 50, undefined],
] as const)('a swipe %s', (_name, x, y, toX, toY, at, expected) => {
  expect(swipeOf({ x, y, at: 0 }, { x: toX, y: toY, at })).toBe(expected)
})
