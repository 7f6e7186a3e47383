import { describe, expect, test } from 'vitest'
import {
  boxBetween,
  cornerOf,
  CORNERS,
  editBoxes,
  isSameBoxes,
  MIN_SIDE,
  movedBox,
  startBoxes,
  withCorner,
  type BoxAction,
} from './box-editor.ts'

const box = { x: 0.2, y: 0.3, width: 0.4, height: 0.2 }
const run = (actions: readonly BoxAction[], boxes = [{ class: 'person' as const, box }]) =>
  actions.reduce(editBoxes, startBoxes(boxes))

describe('a box', () => {
  test.each([
    [
      { x: 0.6, y: 0.5 },
      { x: 0.2, y: 0.3 },
    ],
    [
      { x: 0.2, y: 0.5 },
      { x: 0.6, y: 0.3 },
    ],
  ])('between %j and %j is the same in whatever direction it is drawn', (a, b) => {
    const drawn = boxBetween(a, b)
    for (const side of ['x', 'y', 'width', 'height'] as const) expect(drawn[side]).toBeCloseTo(box[side])
  })

  test('has at least the smallest size, also at the edge', () => {
    expect(boxBetween({ x: 1, y: 1 }, { x: 1, y: 1 })).toEqual({
      x: 1 - MIN_SIDE,
      y: 1 - MIN_SIDE,
      width: MIN_SIDE,
      height: MIN_SIDE,
    })
  })

  test.each([
    [-1, -1, 0, 0],
    [1, 1, 0.6, 0.8],
    [0.1, 0, 0.3, 0.3],
  ])('moved by %d and %d stays in the picture and keeps its size', (dx, dy, x, y) => {
    const moved = movedBox(box, dx, dy)
    expect([moved.width, moved.height]).toEqual([box.width, box.height])
    expect(moved.x).toBeCloseTo(x)
    expect(moved.y).toBeCloseTo(y)
  })

  test.each(CORNERS)('keeps the corner opposite to %s, and does not turn over', (corner) => {
    const opposite = { nw: 'se', ne: 'sw', sw: 'ne', se: 'nw' } as const
    const fixed = cornerOf(box, opposite[corner])
    for (const to of [cornerOf(box, corner), { x: -3, y: -3 }, { x: 3, y: 3 }, { x: 0.4, y: 0.4 }]) {
      const changed = withCorner(box, corner, to)
      const stays = cornerOf(changed, opposite[corner])
      expect(stays.x).toBeCloseTo(fixed.x)
      expect(stays.y).toBeCloseTo(fixed.y)
      expect(Math.min(changed.width, changed.height)).toBeGreaterThanOrEqual(MIN_SIDE - 1e-9)
      expect(changed.x).toBeGreaterThanOrEqual(0)
      expect(changed.x + changed.width).toBeLessThanOrEqual(1.000_001)
    }
  })
})

describe('editing', () => {
  const added = { type: 'add', class: 'animal', box: { x: 0, y: 0, width: 0.1, height: 0.1 } } as const

  test('a new box is chosen, and each has an id of its own also after others were deleted', () => {
    const state = run([added, { type: 'delete', id: 1 }, added])
    expect(state.boxes.map(({ id }) => id)).toEqual([0, 2])
    expect(state.selected).toBe(2)
  })

  test('a drag is taken back as one step, and a deleted box comes back', () => {
    const dragged: BoxAction[] = [
      { type: 'grab' },
      { type: 'place', id: 0, box: movedBox(box, 0.1, 0) },
      { type: 'place', id: 0, box: movedBox(box, 0.2, 0) },
      { type: 'delete', id: 0 },
    ]
    expect(run(dragged).boxes).toEqual([])
    expect(run([...dragged, { type: 'undo' }]).boxes[0]?.box.x).toBeCloseTo(0.4)
    expect(run([...dragged, { type: 'undo' }, { type: 'undo' }]).boxes[0]?.box).toEqual(box)
    expect(run([...dragged, ...Array.from({ length: 5 }, () => ({ type: 'undo' }) as const)]).boxes).toHaveLength(1)
  })

  test('choosing changes nothing that would be saved; another class does', () => {
    const start = startBoxes([{ class: 'person', box }])
    expect(isSameBoxes(run([{ type: 'select', id: 0 }]).boxes, start.boxes)).toBe(true)
    expect(isSameBoxes(run([{ type: 'classify', id: 0, class: 'bag' }]).boxes, start.boxes)).toBe(false)
    expect(isSameBoxes(run([added, { type: 'undo' }, added, { type: 'delete', id: 2 }]).boxes, start.boxes)).toBe(true)
  })

  test('a box that is gone after an undo is not chosen any more', () => {
    expect(run([added, { type: 'undo' }]).selected).toBeNull()
  })
})
