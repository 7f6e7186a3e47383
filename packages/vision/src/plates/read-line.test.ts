import { expect, test } from 'vitest'
import type { LineReader, ReadCharacter } from './line-reader.ts'
import { readLine } from './read-line.ts'

const cut = {
  image: { width: 120, height: 60, data: new Float32Array(120 * 60).fill(255) },
  centres: [20, 60, 100],
  height: 40,
  seenHeight: 20,
  agreement: 1,
}

/** Creates a reader that returns the given readings in order. Each character is at a fraction of the picture's width. */
function answering(...answers: [string, number, number][][]): LineReader & { widths: number[] } {
  const widths: number[] = []
  return {
    widths,
    read: ({ width }) => {
      const answer = answers[widths.length % answers.length] ?? []
      widths.push(width)
      return Promise.resolve(
        answer.map(([character, confidence, at]): ReadCharacter => ({ character, confidence, x: at * width })),
      )
    },
    close: () => Promise.resolve(),
  }
}

test('a line is read at several sizes, and characters on which all agree are certain', async () => {
  const reader = answering([
    ['A', 0.9, 0.17],
    ['7', 0.5, 0.5],
    ['T', 0.7, 0.83],
  ])
  const read = await readLine(cut, reader)
  expect(read.map(({ character }) => character).join('')).toBe('A7T')
  expect(read.every(({ confidence }) => confidence === 1)).toBe(true)
  expect(new Set(reader.widths).size).toBeGreaterThan(2)
})

test('readings vote at each position, and a position that most of them leave empty is empty', async () => {
  const reader = answering(
    [
      ['A', 0.8, 0.15],
      ['7', 0.8, 0.5],
    ],
    [
      ['A', 0.8, 0.2],
      ['1', 0.4, 0.52],
      ['I', 0.3, 0.85],
    ],
  )
  const read = await readLine(cut, reader)
  expect(read.map(({ character }) => character).join('')).toBe('A7')
  expect(read[1]?.confidence).toBeGreaterThan(0.6)
  expect(read[1]?.confidence).toBeLessThan(0.9)
})

test('of two characters at one position the more certain counts', async () => {
  const reader = answering([
    ['A', 0.8, 0.16],
    ['L', 0.3, 0.47],
    ['U', 0.6, 0.53],
  ])
  expect((await readLine(cut, reader)).map(({ character }) => character)).toEqual(['A', 'U'])
})
