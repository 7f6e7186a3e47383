import { expect, test } from 'vitest'
import type { Blob } from '../motion/blobs.ts'
import { findCharacterLines } from './character-lines.ts'
import { linesInMask } from './lines-in-mask.ts'

const character = (left: number, top: number, width = 14, height = 24): Blob => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
  pixels: (width * height) / 2,
})
const row = (count: number, top: (index: number) => number = () => 50): Blob[] =>
  Array.from({ length: count }, (_, index) => character(100 + index * 20, top(index)))

test('a line is found among other objects, with its height and slope', () => {
  const others = [character(10, 10, 40, 9), character(300, 200), character(103, 80, 5, 5), character(60, 30, 30, 90)]
  const lines = findCharacterLines([...others, ...row(6)].toReversed(), 12, 48)
  expect(lines).toHaveLength(1)
  expect(lines[0]?.characters.map(({ left }) => left)).toEqual([100, 120, 140, 160, 180, 200])
  expect(lines[0]).toMatchObject({ height: 24, regularity: 1 })
  expect(lines[0]?.slope).toBeCloseTo(0)
  expect(
    findCharacterLines(
      row(6, (index) => 50 + 3 * index),
      12,
      48,
    )[0]?.slope,
  ).toBeCloseTo(0.15)
})

test('an emblem or a dash between the groups does not end the line', () => {
  const groups = [...row(3), ...row(4).map((blob) => ({ ...blob, left: blob.left + 84, right: blob.right + 84 }))]
  expect(findCharacterLines(groups, 12, 48)[0]?.characters).toHaveLength(7)
})

test('three objects, a staircase of objects, or objects of very different heights are not a line', () => {
  expect(findCharacterLines(row(3), 12, 48)).toEqual([])
  expect(
    findCharacterLines(
      row(6, (index) => 50 + 12 * index),
      12,
      48,
    ),
  ).toEqual([])
  const mixed = row(6).map((blob, index) => ({ ...blob, top: blob.bottom - (index % 2 === 0 ? 24 : 14) }))
  expect(findCharacterLines(mixed, 12, 48)).toEqual([])
})

test('two rows are two lines without common characters', () => {
  const lines = findCharacterLines([...row(5), ...row(7, () => 110)], 12, 48)
  expect(lines.map(({ characters }) => characters.length)).toEqual([7, 5])
})

test('a character that dirt connects to the frame is found if the other characters of its line are found', () => {
  const [width, height] = [160, 60]
  const mask = new Uint8Array(width * height)
  const fill = (left: number, top: number, right: number, bottom: number) => {
    for (let y = top; y < bottom; y += 1) mask.fill(1, y * width + left, y * width + right)
  }
  fill(0, 54, width, 60)
  for (let index = 0; index < 6; index += 1) fill(20 + index * 20, 16, 30 + index * 20, 40)
  fill(124, 40, 127, 54)
  const [line] = linesInMask(mask, width, 12, 48)
  expect(line?.characters.map(({ left }) => left)).toEqual([20, 40, 60, 80, 100, 120])
})
