import type { AlarmRule } from '@winnow/contract'
import { expect, test } from 'vitest'
import { ruleMarks } from './rule-marks.ts'

const WORDS = { stayed: (seconds: number, zone: string | null) => `${zone ?? 'anywhere'} ${seconds} s` }
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
  const [mark] = ruleMarks([finding()], 0, RECT, WORDS)
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
  expect(mark?.notes).toEqual([])
})

test('a rule that is shown as a zone fills it and draws no boxes', () => {
  const [mark] = ruleMarks([finding({ visualType: 'zone' })], 0, RECT, WORDS)
  expect(mark).toMatchObject({ zone: { isFilled: true }, boxes: [], spots: [] })
})

test('a rule that is shown as heat has a spot at the feet', () => {
  const [mark] = ruleMarks([finding({ visualType: 'heat' })], 0, RECT, WORDS)
  expect(mark).toMatchObject({ boxes: [], spots: [{ x: 120, y: 90, radius: 20 }] })
})

test('a rule over the whole picture has no zone, and one that could not look shows nothing', () => {
  expect(ruleMarks([finding({ zone: null })], 0, RECT, WORDS)[0]?.zone).toBeUndefined()
  expect(ruleMarks([finding({ outcome: 'not-seen' })], 0, RECT, WORDS)).toEqual([])
  expect(ruleMarks([finding({ outcome: 'held' })], 0, RECT, WORDS)).toHaveLength(1)
})

test('who stays has the time below the box, however the rule is shown', () => {
  const stays = { type: 'loitering', seconds: 42 } as const
  for (const visualType of ['box', 'zone', 'heat'] as const)
    expect(ruleMarks([finding({ ...stays, visualType })], 0, RECT, WORDS)[0]?.notes).toEqual([
      { x: 110, y: 90, text: 'Yard 42 s' },
    ])
  expect(ruleMarks([finding({ ...stays, zone: null })], 1, RECT, WORDS)[0]?.notes).toEqual([
    { x: 10, y: 40, text: 'anywhere 42 s' },
  ])
})

test('a plate stands at its box as it was read and, where that differs, as it is listed', () => {
  const box = (label: string) => ({ frame: 0, box: { x: 0.5, y: 0.5, width: 0.1, height: 0.2 }, label })
  const notes = (listed: string | null, label = 'AB1O') =>
    ruleMarks(
      [finding({ type: 'watch_list', boxes: [box(label)], plate: { read: 'AB1O', listed, list: 'Vans' } })],
      0,
      RECT,
      WORDS,
    ).flatMap((mark) => mark.notes.map(({ text }) => text))
  expect(notes('AB10')).toEqual(['AB1O → AB10'])
  expect(notes('AB1O')).toEqual(['AB1O'])
  expect(notes(null)).toEqual(['AB1O'])
  expect(notes('AB10', 'XY99')).toEqual(['XY99'])
})
