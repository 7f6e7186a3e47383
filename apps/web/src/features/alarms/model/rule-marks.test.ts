import type { AlarmRule } from '@winnow/contract'
import { expect, test } from 'vitest'
import { ruleMarks } from './rule-marks.ts'

const RECT = { x: 10, y: 20, width: 200, height: 100 }
const finding = (change: Partial<AlarmRule> = {}): AlarmRule => ({
  ruleId: '01900000-0000-7000-8000-000000000001',
  name: 'Gate',
  type: 'count',
  category: null,
  outcome: 'hit',
  why: null,
  visualType: 'box',
  zone: {
    name: 'Yard',
    points: [
      [0, 0],
      [1, 0],
      [0.5, 1],
    ],
  },
  boxes: [
    { frame: 0, box: { x: 0.5, y: 0.5, width: 0.1, height: 0.2 }, label: 'person' },
    { frame: 1, box: { x: 0, y: 0, width: 0.1, height: 0.2 }, label: 'person' },
  ],
  count: 1,
  seconds: null,
  plate: null,
  heldUntil: null,
  ...change,
})

test('a hit draws its zone, and its boxes of this picture alone, where the picture is', () => {
  const [mark] = ruleMarks([finding()], 0, RECT)
  expect(mark?.zone).toEqual({
    name: 'Yard',
    points: [
      [10, 20],
      [210, 20],
      [110, 120],
    ],
    isFilled: false,
  })
  expect(mark?.boxes).toEqual([{ x: 110, y: 70, width: 20, height: 20 }])
  expect(mark?.spots).toEqual([])
})

test('a rule that is shown as a zone fills it and draws no boxes', () => {
  const [mark] = ruleMarks([finding({ visualType: 'zone' })], 0, RECT)
  expect(mark).toMatchObject({ zone: { isFilled: true }, boxes: [], spots: [] })
})

test('a rule that is shown as heat has a spot at the feet', () => {
  const [mark] = ruleMarks([finding({ visualType: 'heat' })], 0, RECT)
  expect(mark).toMatchObject({ boxes: [], spots: [{ x: 120, y: 90, radius: 20 }] })
})

test('a rule over the whole picture has no zone, and one that could not look shows nothing', () => {
  expect(ruleMarks([finding({ zone: null })], 0, RECT)[0]?.zone).toBeUndefined()
  expect(ruleMarks([finding({ outcome: 'not-seen' })], 0, RECT)).toEqual([])
  expect(ruleMarks([finding({ outcome: 'held' })], 0, RECT)).toHaveLength(1)
})
