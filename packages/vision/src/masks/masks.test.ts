import { describe, expect, test } from 'vitest'
import type { Box, Polygon } from '../types.ts'
import { coveredShare, isInside, isMasked } from './masks.ts'

function rectangle(left: number, top: number, right: number, bottom: number): Polygon {
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]
}

const person: Box = { x: 0.4, y: 0.3, width: 0.1, height: 0.4 }

describe('isMasked', () => {
  test('masks an object whose foot point is in a masked area', () => {
    expect(isMasked(person, [rectangle(0.3, 0.6, 0.6, 0.8)])).toBe(true)
  })

  test('keeps an object in front of a masked area', () => {
    expect(isMasked(person, [rectangle(0, 0, 1, 0.5)])).toBe(false)
  })

  test('masks an object that is mostly covered although its foot point is outside', () => {
    expect(isMasked(person, [rectangle(0, 0, 1, 0.65)])).toBe(true)
  })

  test('masks an object at the lower edge of the frame inside a mask that reaches this edge', () => {
    expect(isMasked({ x: 0.4, y: 0.5, width: 0.2, height: 0.5 }, [rectangle(0.3, 0.9, 0.7, 1)])).toBe(true)
  })

  test('adds up the areas that cover an object', () => {
    const halves = [rectangle(0, 0.3, 0.45, 0.65), rectangle(0.45, 0.3, 1, 0.65)]
    expect(isMasked(person, halves)).toBe(true)
    expect(isMasked(person, halves.slice(0, 1))).toBe(false)
  })

  test('ignores areas with fewer than three points', () => {
    expect(
      isMasked(person, [
        [
          [0, 0],
          [1, 1],
        ],
      ]),
    ).toBe(false)
  })
})

describe('isInside', () => {
  const arrow: Polygon = [
    [0, 0],
    [1, 0],
    [0.5, 0.5],
    [1, 1],
    [0, 1],
  ]

  test.each([
    [0.25, 0.5, true],
    [0.9, 0.5, false],
    [0.9, 0.02, true],
    [-0.1, 0.5, false],
  ])('is correct for a concave outline at %d, %d', (x, y, inside) => {
    expect(isInside(arrow, x, y)).toBe(inside)
  })
})

test('coveredShare returns the share of a box that is in an area', () => {
  expect(coveredShare({ x: 0, y: 0, width: 1, height: 1 }, [rectangle(0, 0, 0.5, 1)])).toBe(0.5)
  expect(coveredShare(person, [])).toBe(0)
})
