import { describe, expect, it, test } from 'vitest'
import { areaOf, contains, inPicture, maskedShare, middles, movePolygon, type Polygon } from './mask-geometry.ts'

const square: Polygon = [
  [0.2, 0.2],
  [0.6, 0.2],
  [0.6, 0.6],
  [0.2, 0.6],
]

test('points outside are moved to the edge of the picture, with four digits', () => {
  expect(inPicture([-0.2, 1.7])).toEqual([0, 1])
  expect(inPicture([1 / 3, 2 / 3])).toEqual([0.3333, 0.6667])
})

describe('an area that is moved', () => {
  it('keeps its shape', () => {
    expect(movePolygon(square, 0.1, -0.1)).toEqual([
      [0.3, 0.1],
      [0.7, 0.1],
      [0.7, 0.5],
      [0.3, 0.5],
    ])
  })

  it('stops at the edges and is not deformed', () => {
    const moved = movePolygon(square, 5, -5)
    expect(moved[0]).toEqual([0.6, 0])
    expect(areaOf(moved)).toBeCloseTo(areaOf(square), 3)
  })
})

test('midpoints lie between neighbouring corners, and the last midpoint between the last and the first corner', () => {
  const last = middles(square).at(-1)
  expect(middles(square)[0]).toEqual([0.4, 0.2])
  expect(last?.[0]).toBe(0.2)
  expect(last?.[1]).toBeCloseTo(0.4)
})

test.each([
  ['a square', square, 0.16],
  ['a square drawn the other way around', square.toReversed(), 0.16],
  [
    'a line',
    [
      [0, 0],
      [1, 1],
      [0.5, 0.5],
    ] as Polygon,
    0,
  ],
])('the size of %s', (_name, polygon, area) => {
  expect(areaOf(polygon)).toBeCloseTo(area)
})

test('a point in the dent of a concave area is outside', () => {
  const dented: Polygon = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0.5, 0.2],
    [0, 1],
  ]
  expect(contains(dented, [0.5, 0.1])).toBe(true)
  expect(contains(dented, [0.5, 0.6])).toBe(false)
})

test('overlapping areas count once in the covered share', () => {
  const half: Polygon = [
    [0, 0],
    [0.5, 0],
    [0.5, 1],
    [0, 1],
  ]
  expect(maskedShare([half, half])).toBeCloseTo(0.5)
  expect(maskedShare([])).toBe(0)
})
