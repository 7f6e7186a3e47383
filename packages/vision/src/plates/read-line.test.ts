import { expect, test } from 'vitest'
import { LINE_HEIGHT, WIDEST_LINE, type LineReader } from './line-reader.ts'
import { readLine } from './read-line.ts'

const plate = { width: 120, height: 30, data: new Uint8Array(120 * 30 * 3).fill(255) }

/** Creates a reader that returns the given texts in order, each with the confidence of its characters. */
function answering(...answers: [string, number][]): LineReader & { sizes: [number, number][] } {
  const sizes: [number, number][] = []
  return {
    sizes,
    read: ({ width, height }) => {
      const [text, confidence] = answers[sizes.length % answers.length] ?? ['', 0]
      sizes.push([width, height])
      return Promise.resolve(Array.from(text, (character) => ({ character, confidence })))
    },
  }
}

test('a plate is read at several widths, and characters on which all agree are certain', async () => {
  const reader = answering(['A7T', 0.9], ['A7T', 0.95])
  const read = await readLine(plate, reader)
  expect(read).toMatchObject({ text: 'A7T', share: 1 })
  expect(read.confidences).toEqual([0.95, 0.95, 0.95])
  expect(new Set(reader.sizes.map(([width]) => width)).size).toBe(3)
  expect(reader.sizes.every(([, height]) => height === LINE_HEIGHT)).toBe(true)
})

test('readings vote at each position, and doubt lowers the confidence there alone', async () => {
  const read = await readLine(plate, answering(['A7T', 0.8], ['A1T', 0.4], ['A7T', 0.8]))
  expect(read.text).toBe('A7T')
  expect(read.confidences[0]).toBeCloseTo(0.8)
  expect(read.confidences[1]).toBeCloseTo(0.8 * 0.8)
})

test('a reading with a character less has no vote, and lowers the share', async () => {
  const read = await readLine(plate, answering(['A7T', 0.8], ['A7', 0.7], ['A7T', 0.8]))
  expect(read.text).toBe('A7T')
  expect(read.share).toBeCloseTo(2 / 3)
})

test('nothing read is no text, and a very wide picture stays within the limit', async () => {
  const reader = answering(['', 0])
  const strip = { width: 3_000, height: 20, data: new Uint8Array(3_000 * 20 * 3) }
  expect(await readLine(strip, reader)).toEqual({ text: '', confidences: [], share: 0 })
  expect(Math.max(...reader.sizes.map(([width]) => width))).toBe(WIDEST_LINE)
})
