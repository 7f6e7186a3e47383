import { expect, test } from 'vitest'
import type { Detection } from '../types.ts'
import { tidyDetections } from './tidy-detections.ts'

const seen = (change: Partial<Detection>): Detection => ({
  frame: 0,
  class: 'person',
  label: 'person',
  score: 0.6,
  box: { x: 0.4, y: 0.4, width: 0.1, height: 0.3 },
  moved: true,
  masked: false,
  static: false,
  counted: true,
  model: 'one',
  ...change,
})

test('an object that several models detected is kept once per frame, with the highest score', () => {
  const sure = seen({ score: 0.8, model: 'two' })
  const later = seen({ frame: 1 })
  expect(tidyDetections([seen({}), sure, later], sure)).toEqual([sure, later])
})

test('objects of other classes or at other places are kept, and weak detections are dropped', () => {
  const dog = seen({ class: 'animal', label: 'dog', counted: false })
  const other = seen({ box: { x: 0, y: 0, width: 0.1, height: 0.2 } })
  expect(tidyDetections([seen({}), dog, other, seen({ score: 0.12 })], null)).toEqual([seen({}), dog, other])
})

test('the decisive detection is kept, even if it is weak or another model scored the same object higher', () => {
  const faint = seen({ score: 0.2, box: { x: 0.7, y: 0.4, width: 0.1, height: 0.3 } })
  expect(tidyDetections([faint], faint)).toEqual([faint])
  const decisive = seen({ score: 0.5 })
  expect(tidyDetections([seen({ score: 0.9, counted: false, model: 'two' }), decisive], decisive)).toContain(decisive)
})
