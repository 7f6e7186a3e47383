import { expect, test } from 'vitest'
import { greySizeOf } from './grey-image.ts'

test.each([
  [1920, 1080, 480, 270],
  [640, 480, 480, 360],
  [1080, 1920, 480, 853],
  [1920, 4, 480, 16],
])('a picture of %i × %i is compared at %i × %i', (width, height, greyWidth, greyHeight) => {
  expect(greySizeOf({ width, height })).toEqual({ width: greyWidth, height: greyHeight })
})

test.each([
  [100, 400],
  [120, 1_920],
  [1, 1_920],
  [200, 65_000],
  [65_000, 200],
])('the grey copy of a picture of %i × %i keeps the shape and has a limited size', (width, height) => {
  const grey = greySizeOf({ width, height })
  expect(grey.width * grey.height).toBeLessThanOrEqual(500_000)
  expect(Math.min(grey.width, grey.height)).toBeGreaterThanOrEqual(16)
  if (Math.min(grey.width, grey.height) > 16) expect((grey.height / grey.width) * (width / height)).toBeCloseTo(1, 1)
})
