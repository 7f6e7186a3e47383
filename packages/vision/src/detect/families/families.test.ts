import { expect, test } from 'vitest'
import { fastestDetDecoder } from './fastestdet.ts'
import type { InputFrame } from './family.ts'
import { yoloxDecoder } from './yolox.ts'

const frame = (width: number, height: number): InputFrame => ({
  side: { width: 64, height: 64 },
  covered: { width, height },
})

test('YOLOX: a row is the cell it stands for, in the part of the input that the picture covers', () => {
  // 8 × 8, 4 × 4 and 2 × 2 cells, one class; the thing is in row 2, column 3 of the finest grid, two cells wide and one high.
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

test('FastestDet: score and box of a cell of its map', () => {
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

test('an output that is missing is named', () => {
  expect(() => yoloxDecoder('output')({}, frame(64, 64), 0.1)).toThrow('no output output')
})
