import { expect, test } from 'vitest'
import { boxWithin, iou, unite } from './boxes.ts'
import { suppress } from './suppress.ts'

const box = (x: number, y = 0, width = 0.2, height = 0.2) => ({ x, y, width, height })

test('suppress keeps only the best of overlapping boxes of one class, and sorts them by score', () => {
  const things = [
    { class: 'person', score: 0.4, box: box(0.01) },
    { class: 'person', score: 0.9, box: box(0) },
    { class: 'vehicle', score: 0.5, box: box(0) },
    { class: 'person', score: 0.6, box: box(0.5) },
  ]
  expect(suppress(things, 0.4).map((thing) => thing.score)).toEqual([0.9, 0.6, 0.5])
})

test('iou is 1 for equal boxes, 0 for separate boxes, and a third for equal boxes that overlap by half', () => {
  expect(iou(box(0), box(0))).toBeCloseTo(1)
  expect(iou(box(0), box(0.2))).toBe(0)
  expect(iou(box(0), box(0.1))).toBeCloseTo(1 / 3)
})

test('unite returns the smallest box that contains both boxes', () => {
  expect(unite(box(0), box(0.5, 0.3))).toEqual({ x: 0, y: 0, width: 0.7, height: 0.5 })
})

test('boxWithin cuts a box at the frame and returns nothing outside', () => {
  expect(boxWithin(-0.5, 0.5, 0.5, 1.5)).toEqual({ x: 0, y: 0.5, width: 0.5, height: 0.5 })
  expect(boxWithin(1.1, 0, 1.2, 1)).toBeUndefined()
})
