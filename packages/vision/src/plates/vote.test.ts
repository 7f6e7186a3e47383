import { expect, test } from 'vitest'
import { voteOnPlates, type WeighedReading } from './vote.ts'

function reading(frame: number, text: string, confidences: number[] | number = 1): WeighedReading {
  const each = typeof confidences === 'number' ? Array.from(text, () => confidences) : confidences
  return {
    frame,
    box: { x: 0.4, y: 0.6, width: 0.1, height: 0.03 },
    text,
    confidence: Math.min(...each),
    confidences: each,
    characterHeight: 22,
    wholeness: 1,
  }
}

test('frames that agree give one plate with a certain text, with its box on each frame', () => {
  const [plate, ...others] = voteOnPlates([reading(2, 'KH47TEX'), reading(0, 'KH47TEX', 0.95)])
  expect(others).toEqual([])
  expect(plate).toMatchObject({ text: 'KH47TEX', confidence: 1, isSure: true })
  expect(plate?.readings.map(({ frame, text }) => [frame, text])).toEqual([
    [0, 'KH47TEX'],
    [2, 'KH47TEX'],
  ])
  expect(plate?.readings[0]).not.toHaveProperty('confidences')
})

test('a deviating character is outvoted, and the plate is no longer certain', () => {
  const unsure = reading(1, 'KH41TEX', [1, 1, 1, 0.5, 1, 1, 1])
  const [plate] = voteOnPlates([unsure, reading(0, 'KH47TEX'), reading(2, 'KH47TEX')])
  expect(plate).toMatchObject({ text: 'KH47TEX', isSure: false })
  expect(plate?.confidence).toBeCloseTo(2 / 2.5)
})

test('a frame in which a character is missing makes the plate less certain', () => {
  const [plate] = voteOnPlates([reading(0, 'KH47TEX'), reading(1, 'KH47TEX'), reading(2, 'KH47TE')])
  expect(plate).toMatchObject({ text: 'KH47TEX', isSure: false })
  expect(plate?.confidence).toBeCloseTo(2 / 3)
})

test('two readings of one frame, and readings that differ by more than a character, are different plates', () => {
  const plates = voteOnPlates([reading(0, 'KH47TEX'), reading(0, 'KH47TEK', 0.8), reading(1, 'AB22XYZ', 0.7)])
  expect(plates.map(({ text }) => text)).toEqual(['KH47TEX', 'KH47TEK', 'AB22XYZ'])
})

test.each([
  ['a plate with characters too small to distinguish', { characterHeight: 12 }],
  ['a plate whose line may be incomplete', { wholeness: 0.5 }],
  ['a plate with a short text', { text: 'KH47', confidences: [1, 1, 1, 1] }],
  ['a 0 that may be an O', { text: 'KH470EX' }],
  ['an uncertain character', { confidences: [1, 1, 1, 0.8, 1, 1, 1] }],
  ['a text without a digit', { text: 'KHXXTEX' }],
])('%s is never certain', (_why, change) => {
  expect(voteOnPlates([{ ...reading(0, 'KH47TEX'), ...change }])[0]?.isSure).toBe(false)
})

test('no readings give no plates', () => {
  expect(voteOnPlates([])).toEqual([])
})
