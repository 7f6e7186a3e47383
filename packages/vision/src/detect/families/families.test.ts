import { expect, test } from 'vitest'
import { atssDecoder } from './atss.ts'
import { centerNetDecoder } from './centernet.ts'
import { detrDecoder } from './detr.ts'
import { fastestDetDecoder } from './fastestdet.ts'
import type { InputFrame, RawSighting } from './family.ts'
import { nanodetPlusDecoder } from './nanodet-plus.ts'
import { nanodetDecoder } from './nanodet.ts'
import { ssdDecoder } from './ssd.ts'
import { yoloDecoder } from './yolo.ts'
import { yoloxDecoder } from './yolox.ts'

const frame = (width: number, height: number): InputFrame => ({
  side: { width: 64, height: 64 },
  covered: { width, height },
})

const rounded = (value: number): number => Math.round(value * 1000) / 1000

/** Returns the detections with edges in pixels of the covered part. All numbers are rounded to thousandths. */
const inPixels = (seen: RawSighting[], [width, height]: [number, number]) =>
  seen.map(({ index, score, box }) => ({
    index,
    score: rounded(score),
    edges: [box.x * width, box.y * height, (box.x + box.width) * width, (box.y + box.height) * height].map(rounded),
  }))

const one = (index: number, score: number, edges: number[]) => [
  { index, score: rounded(score), edges: edges.map(rounded) },
]

test('YOLOX: each row is decoded relative to its cell, and the box relative to the part of the input that the picture covers', () => {
  // 8 × 8, 4 × 4 and 2 × 2 cells, one class. The object is in row 2, column 3 of the finest grid, two cells wide and
  // one high.
  const data = new Float32Array((64 + 16 + 4) * 6)
  data.set([0.5, 0.5, Math.log(2), 0, 0.9, 0.8], (2 * 8 + 3) * 6)
  const outputs = { output: { data, dims: [1, 84, 6] } }
  const [seen, ...others] = yoloxDecoder('output')(outputs, frame(64, 32), 0.1)
  expect(others).toEqual([])
  expect(seen?.score).toBeCloseTo(0.72)
  expect(seen?.box.x).toBeCloseTo(20 / 64)
  expect(seen?.box.y).toBeCloseTo(16 / 32)
  expect(seen?.box.width).toBeCloseTo(16 / 64)
  expect(seen?.box.height).toBeCloseTo(8 / 32)
})

test('FastestDet: the score and the box of a cell are decoded', () => {
  const cells = 4
  const data = new Float32Array(6 * cells)
  const at = 3
  data[at] = 0.8
  data[5 * cells + at] = 0.5
  const outputs = { map: { data, dims: [1, 6, 2, 2] } }
  const [seen, ...others] = fastestDetDecoder('map')(outputs, frame(64, 64), 0.1)
  expect(others).toEqual([])
  expect(seen?.score).toBeCloseTo(0.8 ** 0.6 * 0.5 ** 0.4)
  expect(seen?.box).toMatchObject({ x: 0.25, y: 0.25, width: 0.5, height: 0.5 })
})

test('a missing output is reported by name', () => {
  expect(() => yoloxDecoder('output')({}, frame(64, 64), 0.1)).toThrow('no output output')
})

test('CenterNet: only a local maximum is a centre, and its box is decoded from four distances', () => {
  const cells = 4
  const keypoints = new Float32Array(2 * cells * cells)
  const at = cells * cells + 1 * cells + 2
  keypoints[at] = 0.7
  keypoints[at + 1] = 0.6
  const reach = new Float32Array(4 * cells * cells)
  for (const [part, pixels] of [2, 3, 4, 1].entries()) reach[part * cells * cells + 1 * cells + 2] = pixels
  const outputs = {
    keypoints: { data: keypoints, dims: [1, 2, cells, cells] },
    reach: { data: reach, dims: [1, 4, cells, cells] },
  }
  const small: InputFrame = { side: { width: 16, height: 16 }, covered: { width: 16, height: 16 } }
  const seen = centerNetDecoder({ keypoints: 'keypoints', reach: 'reach' })(outputs, small, 0.1)
  expect(inPixels(seen, [16, 16])).toEqual(one(1, 0.7, [8 - 2, 4 - 3, 8 + 4, 4 + 1]))
})

test('NanoDet: the distance of each side from the centre of the cell is the mean of a distribution', () => {
  const cells = [64, 16, 4]
  const outputs = Object.fromEntries(
    [8, 16, 32].flatMap((stride, level) => [
      [`c${stride}`, { data: new Float32Array(cells[level]! * 2), dims: [1, cells[level]!, 2] }],
      [`d${stride}`, { data: new Float32Array(cells[level]! * 32), dims: [1, cells[level]!, 32] }],
    ]),
  )
  // Column 3 and row 2 of the finest grid. Each side is one cell away with certainty, except the right side, which is one or three cells
  // away with equal probability.
  const cell = 2 * 8 + 3
  outputs['c8']!.data[cell * 2 + 1] = 0.9
  for (const side of [0, 1, 2, 3]) outputs['d8']!.data[cell * 32 + side * 8 + 1] = 50
  outputs['d8']!.data[cell * 32 + 2 * 8 + 3] = 50
  const seen = nanodetDecoder({ classes: 'c', distances: 'd' })(outputs, frame(64, 64), 0.1)
  const [x, y] = [3.5 * 8 - 0.5, 2.5 * 8 - 0.5]
  expect(inPixels(seen, [64, 64])).toEqual(one(1, 0.9, [x - 8, y - 8, x + 16, y + 8]))
})

test('NanoDet-Plus: distances are measured from the upper left corner of a cell, and the cells of four strides follow one another', () => {
  const [fields, cells] = [2 + 32, 64 + 16 + 4 + 1]
  const data = new Float32Array(cells * fields)
  // Column 1 and row 1 of the grid of stride 32, after the cells of strides 8 and 16.
  const row = (64 + 16 + 3) * fields
  data[row + 1] = 0.9
  for (const side of [0, 1, 2, 3]) data[row + 2 + side * 8 + 1] = 50
  // The right side is none or one cell away with equal probability.
  data[row + 2 + 2 * 8] = 50
  const seen = nanodetPlusDecoder({ output: 'o' })({ o: { data, dims: [1, cells, fields] } }, frame(64, 64), 0.1)
  expect(inPixels(seen, [64, 64])).toEqual(one(1, 0.9, [0, 0, 32 + 16, 64]))
})

test('ATSS: the box is decoded relative to one of three anchors, which are eight cells large', () => {
  const counts = [64, 16, 4, 1, 1]
  const outputs = Object.fromEntries(
    counts.flatMap((cells, level) => [
      [`cls${level}`, { data: new Float32Array(cells * 3 * 2).fill(-9), dims: [1, cells * 3, 2] }],
      [`ctr${level}`, { data: new Float32Array(cells * 3).fill(-9), dims: [1, cells * 3, 1] }],
      [`box${level}`, { data: new Float32Array(cells * 3 * 4), dims: [1, cells * 3, 4] }],
    ]),
  )
  // The upright anchor (height twice the width) of cell (4, 4) of the finest grid, moved right by a tenth of half its width.
  const anchor = (4 * 8 + 4) * 3 + 2
  outputs['cls0']!.data[anchor * 2] = 9
  outputs['ctr0']!.data[anchor] = 9
  outputs['box0']!.data[anchor * 4] = 0.5
  const [width, height] = [64 / Math.SQRT2 / 4, (64 * Math.SQRT2) / 4]
  outputs['box0']!.data[anchor * 4 + 2] = Math.log(1 / 4) / 0.2
  outputs['box0']!.data[anchor * 4 + 3] = Math.log(1 / 4) / 0.2
  const sure = 1 / (1 + Math.exp(-9))
  const x = 32 + 0.5 * 0.1 * (64 / Math.SQRT2)
  const seen = atssDecoder()(outputs, frame(64, 64), 0.1)
  expect(inPixels(seen, [64, 64])).toEqual(
    one(0, sure * sure, [x - width / 2, 32 - height / 2, x + width / 2, 32 + height / 2]),
  )
})

test.each([
  ['rows', [1, 2, 7], [0, 0, 0, 0, 0, 0, 0, 20, 16, 8, 4, 0.9, 0.1, 0.8], 0.72],
  ['columns', [1, 6, 2], [0, 20, 0, 16, 0, 8, 0, 4, 0, 0.05, 0, 0.8], 0.8],
  ['final', [1, 2, 6], [16, 14, 24, 18, 0.8, 1, 0, 0, 0, 0, 0, 0], 0.8],
] as const)('YOLO, layout %s: the class, score and box are decoded', (layout, dims, numbers, score) => {
  const outputs = { out: { data: Float32Array.from(numbers), dims: [...dims] } }
  const seen = yoloDecoder({ output: 'out', layout })(outputs, frame(64, 32), 0.1)
  expect(inPixels(seen, [64, 32])).toEqual(one(1, score, [16, 14, 24, 18]))
})

test.each([
  ['sigmoid', [-9, Math.log(4)], 0.8],
  ['softmax', [0, Math.log(8), 0], 0.8],
] as const)('DETR, %s: the class, score and box of a query are decoded', (scores, logits, score) => {
  const outputs = {
    logits: { data: Float32Array.from(logits), dims: [1, 1, logits.length] },
    boxes: { data: Float32Array.from([0.5, 0.25, 0.25, 0.125]), dims: [1, 1, 4] },
  }
  const seen = detrDecoder({ logits: 'logits', boxes: 'boxes', scores })(outputs, frame(64, 32), 0.2)
  expect(inPixels(seen, [64, 32])).toEqual(one(1, score, [24, 12, 40, 20]))
})

test.each([
  ['ltrb', 'pixels', [8, 4, 24, 12]],
  ['tlbr', 'share', [4 / 64, 8 / 64, 12 / 64, 24 / 64]],
] as const)(
  'SSD: boxes with edges as %s in the unit %s are decoded, and class 1 becomes index 0',
  (edges, unit, numbers) => {
    const outputs = {
      boxes: { data: Float32Array.from([...numbers, 0, 0, 1, 1]), dims: [1, 2, 4] },
      scores: { data: Float32Array.from([0.7, 0.05]), dims: [1, 2] },
      labels: { data: Float32Array.from([3, 1]), dims: [1, 2] },
    }
    const lists = { boxes: 'boxes', scores: 'scores', labels: 'labels', edges, unit, first: 1 } as const
    expect(inPixels(ssdDecoder(lists)(outputs, frame(64, 32), 0.1), [64, 32])).toEqual(one(2, 0.7, [8, 4, 24, 12]))
  },
)
