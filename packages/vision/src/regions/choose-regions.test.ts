import { describe, expect, test } from 'vitest'
import type { Box } from '../types.ts'
import { chooseRegions } from './choose-regions.ts'
import { crop, fromRegion, isCut } from './crop.ts'

const SIZE = { width: 1600, height: 900 }
const small = (x: number, y: number): Box => ({ x, y, width: 0.02, height: 0.05 })

describe('chooseRegions', () => {
  test('returns a square in pixels around the motion, inside the picture', () => {
    const [region] = chooseRegions([small(0.99, 0.96)], SIZE, 3)
    expect(region!.width * SIZE.width).toBeCloseTo(region!.height * SIZE.height)
    expect(region!.x + region!.width).toBeCloseTo(1)
    expect(region!.y + region!.height).toBeCloseTo(1)
  })

  test('returns one crop for neighbouring boxes, and at most the given number of crops', () => {
    expect(chooseRegions([small(0.2, 0.5), small(0.24, 0.52)], SIZE, 3)).toHaveLength(1)
    const far = [0.05, 0.3, 0.55, 0.8].map((x) => small(x, 0.5))
    expect(chooseRegions(far, SIZE, 3)).toHaveLength(3)
  })

  test('leaves out a crop that is nearly the whole picture', () => {
    expect(chooseRegions([{ x: 0.1, y: 0.1, width: 0.8, height: 0.8 }], { width: 900, height: 900 }, 3)).toEqual([])
  })

  test('returns a crop that contains its box', () => {
    const box = { x: 0.6, y: 0.2, width: 0.1, height: 0.3 }
    const [region] = chooseRegions([box], SIZE, 1)
    expect(region!.x).toBeLessThanOrEqual(box.x)
    expect(region!.y + region!.height).toBeGreaterThanOrEqual(box.y + box.height)
  })
})

test('a crop shows the right pixels and its boxes are mapped back correctly', () => {
  const picture = { width: 10, height: 10, data: new Uint8Array(300) }
  picture.data.set([255, 0, 0], (6 * 10 + 4) * 3)
  const region = { x: 0.2, y: 0.4, width: 0.5, height: 0.5 }
  const part = crop(picture, region)
  expect([part.width, part.height]).toEqual([5, 5])
  expect(part.data[(2 * 5 + 2) * 3]).toBe(255)
  const seen = fromRegion(
    { class: 'person', label: 'person', score: 1, box: { x: 0.4, y: 0.4, width: 0.2, height: 0.2 } },
    region,
  )
  expect(seen.box.x).toBeCloseTo(0.4)
  expect(seen.box.y).toBeCloseTo(0.6)
  expect(seen.box.width).toBeCloseTo(0.1)
})

test('isCut is true at an edge of the crop, but not if this is also an edge of the picture', () => {
  const left = { x: 0, y: 0, width: 0.5, height: 1 }
  expect(isCut({ x: 0.5, y: 0.3, width: 0.5, height: 0.3 }, left)).toBe(true)
  expect(isCut({ x: 0, y: 0.3, width: 0.3, height: 0.7 }, left)).toBe(false)
})
