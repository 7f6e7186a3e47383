import { describe, expect, test } from 'vitest'
import { clampView, FIT, fitRect, MAX_SCALE, panBy, placed, zoomAt } from './view-transform.ts'

const stage = { width: 1000, height: 600 }
const wide = fitRect(stage, { width: 1600, height: 900 })

describe('fit', () => {
  test('a wide picture fills the width and is centred', () => {
    expect(wide).toEqual({ x: 0, y: 18.75, width: 1000, height: 562.5 })
  })
  test('a tall picture fills the height', () => {
    expect(fitRect(stage, { width: 300, height: 600 })).toEqual({ x: 350, y: 0, width: 300, height: 600 })
  })
  test('a small picture is enlarged', () => {
    expect(fitRect(stage, { width: 100, height: 60 })).toEqual({ x: 0, y: 0, width: 1000, height: 600 })
  })
  test('a picture of unknown size fills the stage', () => {
    expect(fitRect(stage, { width: 0, height: 0 })).toEqual({ x: 0, y: 0, width: 1000, height: 600 })
  })
})

describe('zoom and pan', () => {
  test('the point under the pointer stays under the pointer', () => {
    const point = { x: 600, y: 300 }
    const view = zoomAt(FIT, 2, point, stage, wide)
    const rect = placed(wide, view)
    const spot = { x: (point.x - rect.x) / rect.width, y: (point.y - rect.y) / rect.height }
    expect(spot.x).toBeCloseTo(0.6)
    expect(spot.y).toBeCloseTo((300 - 18.75) / 562.5)
  })
  test('zooming out ends at the fitted picture', () => {
    const view = zoomAt(zoomAt(FIT, 3, { x: 10, y: 10 }, stage, wide), 0.01, { x: 900, y: 500 }, stage, wide)
    expect(view).toEqual(FIT)
  })
  test('zooming in has a limit', () => {
    expect(zoomAt(FIT, 1000, { x: 0, y: 0 }, stage, wide).scale).toBe(MAX_SCALE)
  })
  test('a fitted picture cannot be moved', () => {
    expect(panBy(FIT, 50, 50, stage, wide)).toEqual(FIT)
  })
  test('an enlarged picture cannot be moved out of sight', () => {
    const view = zoomAt(FIT, 2, { x: 500, y: 300 }, stage, wide)
    const right = placed(wide, panBy(view, 9999, 9999, stage, wide))
    expect([right.x, right.y]).toEqual([0, 0])
    const left = placed(wide, panBy(view, -9999, -9999, stage, wide))
    expect([left.x + left.width, left.y + left.height]).toEqual([1000, 600])
  })
  test('a side smaller than the stage stays centred', () => {
    const tall = fitRect(stage, { width: 300, height: 600 })
    const view = clampView({ scale: 2, x: 400, y: -100 }, stage, tall)
    expect(placed(tall, view).x).toBe((1000 - 600) / 2)
  })
})
