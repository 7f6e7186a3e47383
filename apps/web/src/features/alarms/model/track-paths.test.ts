import { expect, test } from 'vitest'
import { seenMsOf, thirdsOf, trackPaths } from './track-paths.ts'

const at = (frame: number, x: number, offsetMs: number | null) => ({
  frame,
  offsetMs,
  box: { x, y: 0.4, width: 0.1, height: 0.2 },
})
const walk = {
  class: 'person' as const,
  score: 0.9,
  points: [at(1000, 0.1, 0), at(1050, 0.4, 700), at(1001, 0.8, 7_000)],
}
const rect = { x: 10, y: 20, width: 100, height: 100 }

test('a path leads through where the feet were, and its label stands where the one is on the picture', () => {
  const [path] = trackPaths([walk], 1050, rect)
  expect(path?.points.map(({ x, y }) => [Math.round(x), Math.round(y)])).toEqual([
    [25, 80],
    [55, 80],
    [95, 80],
  ])
  expect(path?.here?.x).toBeCloseTo(55)
  expect(path?.label.x).toBeCloseTo(55)
  expect(path?.seenMs).toBe(7_000)
})

test('on a picture without the one, the label stands at the end of the path', () => {
  const [path] = trackPaths([walk], 3, rect)
  expect(path?.here).toBeUndefined()
  expect(path?.label.x).toBeCloseTo(95)
})

test('a path says from where to where, and for how long if the times of the pictures are known', () => {
  expect(thirdsOf(walk)).toEqual({ from: 'left', to: 'right' })
  expect(seenMsOf({ ...walk, points: [at(0, 0.1, null), at(1, 0.2, null)] })).toBeNull()
})
