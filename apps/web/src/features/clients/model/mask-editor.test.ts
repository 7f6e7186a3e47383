import { describe, expect, it, test } from 'vitest'
import { editMasks, type MaskAction, openEditor } from './mask-editor.ts'
import { MAX_MASKS, type Polygon } from './mask-geometry.ts'

const triangle: Polygon = [
  [0.1, 0.1],
  [0.5, 0.1],
  [0.1, 0.5],
]
const after = (masks: Polygon[], ...actions: MaskAction[]) => actions.reduce(editMasks, openEditor(masks))
const corner = (x: number, y: number): MaskAction => ({ type: 'point', point: [x, y] })

describe('drawing', () => {
  it('makes an area of three corners · MASKS-001', () => {
    const state = after([], { type: 'draw' }, corner(0.1, 0.1), corner(0.5, 0.1), corner(0.1, 0.5), { type: 'finish' })
    expect(state).toMatchObject({ masks: [triangle], drawing: null, selected: 0, refused: null })
  })

  it('refuses an area of two corners and lets one go on · MASKS-002', () => {
    const state = after([], { type: 'draw' }, corner(0.1, 0.1), corner(0.5, 0.1), { type: 'finish' })
    expect(state).toMatchObject({ masks: [], refused: 'too-few' })
    expect(state.drawing).toHaveLength(2)
    expect(editMasks(editMasks(state, corner(0.1, 0.5)), { type: 'finish' }).masks).toEqual([triangle])
  })

  it('takes back corner by corner, and nothing when it is given up', () => {
    const state = after([triangle], { type: 'draw' }, corner(0.1, 0.1), corner(0.5, 0.1), { type: 'undo' })
    expect(state.drawing).toEqual([[0.1, 0.1]])
    expect(editMasks(state, { type: 'cancel' })).toMatchObject({ masks: [triangle], drawing: null, past: [] })
  })

  it('ends at the number of areas a camera may have', () => {
    const full = Array.from({ length: MAX_MASKS }, () => triangle)
    expect(after(full, { type: 'draw' })).toMatchObject({ drawing: null, refused: 'too-many-areas' })
  })
})

describe('changing', () => {
  it('refuses to take a corner from a triangle · MASKS-002', () => {
    const state = after([triangle], { type: 'delete-point', mask: 0, at: 1 })
    expect(state).toMatchObject({ masks: [triangle], refused: 'too-few' })
  })

  it('takes a corner from what has more', () => {
    const state = after(
      [triangle],
      { type: 'insert', mask: 0, after: 1, point: [0.4, 0.4] },
      { type: 'delete-point', mask: 0, at: 0 },
    )
    expect(state.masks[0]).toEqual([
      [0.5, 0.1],
      [0.4, 0.4],
      [0.1, 0.5],
    ])
  })

  it('moves a corner no further than the edge', () => {
    const state = after([triangle], { type: 'move-point', mask: 0, at: 1, to: [1.4, -2] })
    expect(state.masks[0]?.[1]).toEqual([1, 0])
  })

  it('undoes a whole drag at once, and redoes it', () => {
    const dragged = after(
      [triangle],
      { type: 'grab' },
      { type: 'move-mask', mask: 0, dx: 0.1, dy: 0 },
      { type: 'move-mask', mask: 0, dx: 0.1, dy: 0 },
    )
    const undone = editMasks(dragged, { type: 'undo' })
    expect(undone.masks).toEqual([triangle])
    expect(editMasks(undone, { type: 'redo' }).masks).toEqual(dragged.masks)
  })

  it('has nothing to redo after a new step', () => {
    const state = after(
      [triangle, triangle],
      { type: 'delete-mask', mask: 0 },
      { type: 'undo' },
      {
        type: 'delete-mask',
        mask: 1,
      },
    )
    expect(state.future).toEqual([])
    expect(editMasks(state, { type: 'redo' })).toBe(state)
  })
})

test('with nothing to undo everything stays', () => {
  const state = openEditor([triangle])
  expect(editMasks(state, { type: 'undo' })).toBe(state)
})
