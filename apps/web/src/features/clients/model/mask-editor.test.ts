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
  it('creates an area from three corners · MASKS-001', () => {
    const state = after([], { type: 'draw' }, corner(0.1, 0.1), corner(0.5, 0.1), corner(0.1, 0.5), { type: 'finish' })
    expect(state).toMatchObject({ masks: [triangle], drawing: null, selected: 0, refused: null })
  })

  it('refuses an area of two corners, and drawing continues · MASKS-002', () => {
    const state = after([], { type: 'draw' }, corner(0.1, 0.1), corner(0.5, 0.1), { type: 'finish' })
    expect(state).toMatchObject({ masks: [], refused: 'too-few' })
    expect(state.drawing).toHaveLength(2)
    expect(editMasks(editMasks(state, corner(0.1, 0.5)), { type: 'finish' }).masks).toEqual([triangle])
  })

  it('undoes corner by corner, and cancelling changes nothing', () => {
    const state = after([triangle], { type: 'draw' }, corner(0.1, 0.1), corner(0.5, 0.1), { type: 'undo' })
    expect(state.drawing).toEqual([[0.1, 0.1]])
    expect(editMasks(state, { type: 'cancel' })).toMatchObject({ masks: [triangle], drawing: null, past: [] })
  })

  it('ends at the maximum number of areas', () => {
    const full = Array.from({ length: MAX_MASKS }, () => triangle)
    expect(after(full, { type: 'draw' })).toMatchObject({ drawing: null, refused: 'too-many-areas' })
  })
})

describe('changing', () => {
  it('refuses to remove a corner of a triangle · MASKS-002', () => {
    const state = after([triangle], { type: 'delete-point', mask: 0, at: 1 })
    expect(state).toMatchObject({ masks: [triangle], refused: 'too-few' })
  })

  it('removes a corner of a larger area', () => {
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

  it('moves a corner at most to the edge', () => {
    const state = after([triangle], { type: 'move-point', mask: 0, at: 1, to: [1.4, -2] })
    expect(state.masks[0]?.[1]).toEqual([1, 0])
  })

  it('undoes a whole drag in one step, and redoes it', () => {
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

  it('leaves nothing to redo after a new step', () => {
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

test('undo changes nothing if there is nothing to undo', () => {
  const state = openEditor([triangle])
  expect(editMasks(state, { type: 'undo' })).toBe(state)
})
