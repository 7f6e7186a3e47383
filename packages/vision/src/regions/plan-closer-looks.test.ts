import { expect, test } from 'vitest'
import type { Box } from '../types.ts'
import { planCloserLooks } from './plan-closer-looks.ts'

const FRAMES = [
  { width: 1600, height: 900 },
  { width: 900, height: 1600 },
]

/** Creates the detection of a distant person of 32 × 90 pixels. */
const seen = (x = 0.7, y = 0.4, change: Partial<Box> = {}, frame = 0) => ({
  frame,
  box: { x, y, width: 0.02, height: 0.1, ...change },
})

const whole = [{ frame: 0 }, { frame: 1 }]

test('plans a closer look at the place and on the frame of a weak sighting', () => {
  const [look, ...others] = planCloserLooks([seen()], whole, FRAMES)
  expect(others).toEqual([])
  expect(look).toMatchObject({ frame: 0 })
  const { x, y, width, height } = look!.region!
  expect(width * 1600).toBeCloseTo(0.35 * 900)
  expect(height).toBeCloseTo(0.35)
  expect([x + width / 2, y + height / 2]).toEqual([expect.closeTo(0.71), expect.closeTo(0.45)])
  const [tall] = planCloserLooks([seen(0.7, 0.4, { width: 0.1, height: 0.02 }, 1)], whole, FRAMES)
  expect(tall).toMatchObject({ frame: 1 })
  expect(tall!.region!.width).toBeCloseTo(0.35)
  expect(tall!.region!.height * 1600).toBeCloseTo(0.35 * 900)
})

test('leaves a margin around the object', () => {
  const [look] = planCloserLooks([seen(0.5, 0.4, { height: 0.2 })], whole, FRAMES)
  expect(look!.region!.height).toBeCloseTo(2.5 * 0.2)
})

test('chooses the first two sightings that are far from each other', () => {
  const looks = planCloserLooks([seen(), seen(0.72, 0.45), seen(0.1), seen(0.4)], whole, FRAMES)
  expect(looks.map(({ region }) => Math.round((region!.x + region!.width / 2) * 100))).toEqual([71, 11])
})

test.each([
  ['that is large in the picture', seen(0.2, 0.2, { height: 0.23 })],
  ['that is wide in the picture', seen(0.2, 0.2, { width: 0.13 })],
  ['on a frame that does not exist', seen(0.7, 0.4, {}, 7)],
])('plans no look at an object %s', (_, thing) => {
  expect(planCloserLooks([thing], whole, FRAMES)).toEqual([])
})

test('plans no look at an object that an earlier look showed completely and as closely on the same frame', () => {
  const [close] = planCloserLooks([seen()], whole, FRAMES)
  const region = close!.region!
  const after = (look: { frame: number; region: Box }) => planCloserLooks([seen()], [...whole, look], FRAMES).length
  expect(after({ frame: 0, region })).toBe(0)
  expect(after({ frame: 1, region })).toBe(1)
  expect(after({ frame: 0, region: { ...region, x: 0.705 } })).toBe(1)
  expect(after({ frame: 0, region: { ...region, x: 0.715 - region.width } })).toBe(1)
  expect(after({ frame: 0, region: { ...region, y: 0.45 } })).toBe(1)
  expect(after({ frame: 0, region: { ...region, y: 0.45 - region.height } })).toBe(1)
  const times = (factor: number) => ({
    x: region.x,
    y: region.y,
    width: factor * region.width,
    height: factor * region.height,
  })
  expect(after({ frame: 0, region: times(1.3) })).toBe(0)
  expect(after({ frame: 0, region: times(1.5) })).toBe(1)
})

test.each([
  [0.98, 0.9],
  [0, 0],
])('stays inside the picture at %d, %d', (x, y) => {
  const [look] = planCloserLooks([seen(x, y)], whole, FRAMES)
  const region = look!.region!
  expect(region.x).toBeGreaterThanOrEqual(0)
  expect(region.y).toBeGreaterThanOrEqual(0)
  expect(region.x + region.width).toBeLessThanOrEqual(1.000001)
  expect(region.y + region.height).toBeLessThanOrEqual(1.000001)
  expect(region.height).toBeCloseTo(0.35)
})
