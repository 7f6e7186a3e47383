import type { Detection } from '@winnow/contract'
import { describe, expect, test } from 'vitest'
import { buildDetection } from '../testing/alarm-factory.ts'
import { placeBoxes as place } from './label-placement.ts'
import type { Rect } from './view-transform.ts'
import { defaultLayers, toggleAnnotation, toggleLayer } from './layers.ts'

const stage = { width: 1000, height: 500 }
const textOf = ({ label }: Detection) => `${label} 87 %`
const placeBoxes = (...[detections, picture, within]: [readonly Detection[], Rect, typeof stage]) =>
  place(detections, picture, within, { of: textOf, size: 1 })
const picture = { x: 100, y: 0, width: 800, height: 500 }

describe('boxes', () => {
  test('a box is drawn where the object was detected', () => {
    const [placed] = placeBoxes([buildDetection({ box: { x: 0.5, y: 0.4, width: 0.1, height: 0.2 } })], picture, stage)
    expect(placed?.box).toEqual({ x: 500, y: 200, width: 80, height: 100 })
    expect(placed?.label).toMatchObject({ x: 500, y: 182 })
  })
  test('a label at the upper edge is drawn inside, and at the right edge it stays within the stage', () => {
    const [placed] = placeBoxes(
      [buildDetection({ box: { x: 0.95, y: 0, width: 0.2, height: 0.2 } })],
      { x: 0, y: 0, width: 1000, height: 500 },
      stage,
    )
    expect(placed?.label.y).toBe(0)
    expect((placed?.label.x ?? 0) + (placed?.label.width ?? 0)).toBeLessThanOrEqual(1000)
  })
  test('a larger text has a larger label', () => {
    const [usual] = place([buildDetection()], picture, stage, { of: textOf, size: 1 })
    const [large] = place([buildDetection()], picture, stage, { of: textOf, size: 2 })
    expect(large?.label.width).toBe(2 * (usual?.label.width ?? 0))
    expect(large?.label.height).toBe(36)
  })
  test('labels of overlapping boxes do not overlap', () => {
    const same = [0.9, 0.8, 0.7].map((score) => buildDetection({ score }))
    const labels = placeBoxes(same, picture, stage).map((placed) => placed.label.y)
    expect(new Set(labels).size).toBe(3)
  })
  test('boxes that support the alarm are placed first', () => {
    const boxes = placeBoxes(
      [buildDetection({ score: 0.99, doubt: 'animal' }), buildDetection({ score: 0.5 })],
      picture,
      stage,
    )
    expect(boxes.map((placed) => placed.detection.doubt)).toEqual([null, 'animal'])
  })
})

describe('layers · HOTKEYS-004', () => {
  test('the annotation is hidden as a whole and restored unchanged', () => {
    const chosen = { ...defaultLayers, motion: true }
    expect(toggleAnnotation(chosen)).toEqual({ ...chosen, shown: false })
    expect(toggleAnnotation(toggleAnnotation(chosen))).toEqual(chosen)
  })
  test('with every layer off, showing restores the boxes', () => {
    const none = { boxes: false, faint: false, masks: false, motion: false, shown: false }
    expect(toggleAnnotation(none)).toEqual({ ...none, boxes: true, shown: true })
  })
  test('a layer that is switched on while all are hidden becomes visible', () => {
    expect(toggleLayer({ ...defaultLayers, shown: false }, 'motion')).toEqual({ ...defaultLayers, motion: true })
    expect(toggleLayer(defaultLayers, 'boxes').boxes).toBe(false)
  })
})
