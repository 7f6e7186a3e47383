import { describe, expect, test } from 'vitest'
import { editMasks } from './mask-editor.ts'
import { MAX_MASKS, type Polygon } from './mask-geometry.ts'
import { boxAsArea, openWith } from './proposed-area.ts'

const TRIANGLE: Polygon = [
  [0.1, 0.1],
  [0.2, 0.1],
  [0.2, 0.2],
]

describe('the area of a box', () => {
  test('has the corners of the box', () => {
    expect(boxAsArea('0.25,0.5,0.25,0.25')).toEqual([
      [0.25, 0.5],
      [0.5, 0.5],
      [0.5, 0.75],
      [0.25, 0.75],
    ])
  })

  test('is cut at the edge of the picture', () => {
    expect(boxAsArea('-0.5,0.5,1,2')).toEqual([
      [0, 0.5],
      [0.5, 0.5],
      [0.5, 1],
      [0, 1],
    ])
  })

  test.each([
    undefined,
    '',
    'a,b,c,d',
    '0,0,1',
    '0,0,1,1,1',
    '0,0,0,1',
    '0.5,0.5,-0.2,0.2',
    '2,2,1,1',
    ',,,',
    'NaN,0,1,1',
  ])('is none for %s', (text) => {
    expect(boxAsArea(text)).toBeUndefined()
  })
})

describe('an editor with proposed areas', () => {
  test('has them beside the masks, the last one selected, and undoes them in one step', () => {
    const area = boxAsArea('0.5,0.5,0.25,0.25') ?? []
    const other = boxAsArea('0,0,0.25,0.25') ?? []
    const editor = openWith([TRIANGLE], [area, other])
    expect(editor.masks).toEqual([TRIANGLE, area, other])
    expect(editor.selected).toBe(2)
    expect(editMasks(editor, { type: 'undo' }).masks).toEqual([TRIANGLE])
  })

  test('has no area twice', () => {
    expect(openWith([TRIANGLE], [TRIANGLE]).masks).toEqual([TRIANGLE])
    expect(openWith([TRIANGLE], []).masks).toEqual([TRIANGLE])
  })

  test('has no more areas than a camera can have', () => {
    const full = Array.from({ length: MAX_MASKS - 1 }, (): Polygon => TRIANGLE.map(([x, y]) => [x, y]))
    const areas = [0.1, 0.2].map((x) => boxAsArea(`${x},0.5,0.1,0.1`) ?? [])
    expect(openWith(full, areas).masks).toHaveLength(MAX_MASKS)
  })
})
