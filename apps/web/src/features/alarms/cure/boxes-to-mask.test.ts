import type { Detection } from '@winnow/contract'
import { expect, test } from 'vitest'
import { boxesToMask, textOfBox } from './boxes-to-mask.ts'

const found = (x: number, score: number, changes: Partial<Detection> = {}): Detection => ({
  frame: 0,
  class: 'person',
  label: 'person',
  score,
  box: { x, y: 0.1, width: 0.2, height: 0.3 },
  moved: null,
  masked: false,
  static: false,
  counted: true,
  doubt: null,
  model: 'm',
  ...changes,
})

test('each place is offered once, the surest first, without what is masked', () => {
  const detections = [found(0.1, 0.4), found(0.1, 0.9), found(0.5, 0.6), found(0.7, 0.99, { masked: true })]
  expect(boxesToMask({ detections }).map(({ score }) => score)).toEqual([0.9, 0.6])
})

test('no more boxes are offered than a menu can show', () => {
  expect(boxesToMask({ detections: Array.from({ length: 30 }, (_, n) => found(n / 100, 0.5)) })).toHaveLength(8)
})

test('a box in an address has four digits', () => {
  expect(textOfBox({ x: 0.123456, y: 0, width: 1 / 3, height: 1 })).toBe('0.1235,0,0.3333,1')
})
