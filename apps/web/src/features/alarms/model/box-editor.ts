import type { Detection } from '@winnow/contract'
import type { ObjectClass } from './alarm-filters.ts'

/** A box as shares of the picture. */
export type Box = Detection['box']

/** A place in the picture, from 0 to 1. */
export interface Place {
  x: number
  y: number
}

export const CORNERS = ['nw', 'ne', 'sw', 'se'] as const
export type Corner = (typeof CORNERS)[number]

/** The smallest side of a box, as a share of the picture: about as much as a finger can hit. */
export const MIN_SIDE = 0.01

/** A box that is edited. The id is its identity while the editor is open. */
export interface EditedBox {
  id: number
  class: ObjectClass
  box: Box
}

/** The boxes of one picture while they are edited. */
export interface BoxEditor {
  boxes: readonly EditedBox[]
  /** The id of the chosen box. */
  selected: number | null
  nextId: number
  /** The boxes before each step, for undo. */
  past: readonly (readonly EditedBox[])[]
}

export type BoxAction =
  | { type: 'add'; class: ObjectClass; box: Box }
  | { type: 'select'; id: number | null }
  /** Begins a step that is undone as a whole, for example a drag. */
  | { type: 'grab' }
  | { type: 'place'; id: number; box: Box }
  | { type: 'classify'; id: number; class: ObjectClass }
  | { type: 'delete'; id: number }
  | { type: 'undo' }

const share = (value: number) => Math.min(1, Math.max(0, value))

/** The nearest place in the picture. */
export const inPicture = ({ x, y }: Place): Place => ({ x: share(x), y: share(y) })

/** The box between two places, at least of the smallest size and inside the picture. */
export function boxBetween(a: Place, b: Place): Box {
  const width = Math.max(MIN_SIDE, Math.abs(a.x - b.x))
  const height = Math.max(MIN_SIDE, Math.abs(a.y - b.y))
  return {
    x: Math.min(Math.min(a.x, b.x), 1 - width),
    y: Math.min(Math.min(a.y, b.y), 1 - height),
    width,
    height,
  }
}

/** A box moved by a distance. It keeps its size and stays in the picture. */
export const movedBox = (box: Box, dx: number, dy: number): Box => ({
  ...box,
  x: Math.min(1 - box.width, Math.max(0, box.x + dx)),
  y: Math.min(1 - box.height, Math.max(0, box.y + dy)),
})

/** Where a corner of a box is. */
export const cornerOf = ({ x, y, width, height }: Box, corner: Corner): Place => ({
  x: corner.endsWith('w') ? x : x + width,
  y: corner.startsWith('n') ? y : y + height,
})

const OPPOSITE: Readonly<Record<Corner, Corner>> = { nw: 'se', ne: 'sw', sw: 'ne', se: 'nw' }

/** A box whose corner is moved. The opposite corner stays where it is, and the box does not turn over. */
export function withCorner(box: Box, corner: Corner, to: Place): Box {
  const fixed = cornerOf(box, OPPOSITE[corner])
  const side = (value: number, from: number, isBefore: boolean) =>
    isBefore ? Math.min(share(value), from - MIN_SIDE) : Math.max(share(value), from + MIN_SIDE)
  return boxBetween(fixed, {
    x: side(to.x, fixed.x, corner.endsWith('w')),
    y: side(to.y, fixed.y, corner.startsWith('n')),
  })
}

/** An editor with the boxes of a picture. */
export const startBoxes = (boxes: readonly Omit<EditedBox, 'id'>[]): BoxEditor => ({
  boxes: boxes.map(({ class: name, box }, id) => ({ id, class: name, box })),
  selected: null,
  nextId: boxes.length,
  past: [],
})

/** Whether two sets of boxes are the same, whatever their ids. */
export const isSameBoxes = (a: readonly EditedBox[], b: readonly EditedBox[]): boolean => {
  const content = (boxes: readonly EditedBox[]) => JSON.stringify(boxes.map(({ id: _id, ...rest }) => rest))
  return content(a) === content(b)
}

const stepped = (state: BoxEditor): BoxEditor => ({ ...state, past: [...state.past, state.boxes] })
const withBox = (state: BoxEditor, id: number, change: Partial<EditedBox>): BoxEditor => ({
  ...state,
  boxes: state.boxes.map((each) => (each.id === id ? { ...each, ...change } : each)),
})

/** Applies one step of editing. */
export function editBoxes(state: BoxEditor, action: BoxAction): BoxEditor {
  switch (action.type) {
    case 'add': {
      const added = { id: state.nextId, class: action.class, box: action.box }
      const next = stepped(state)
      return { ...next, boxes: [...state.boxes, added], selected: added.id, nextId: added.id + 1 }
    }
    case 'select':
      return { ...state, selected: action.id }
    case 'grab':
      return stepped(state)
    case 'place':
      return withBox(state, action.id, { box: action.box })
    case 'classify':
      return withBox(stepped(state), action.id, { class: action.class })
    case 'delete':
      return {
        ...stepped(state),
        boxes: state.boxes.filter(({ id }) => id !== action.id),
        selected: state.selected === action.id ? null : state.selected,
      }
    default: {
      const boxes = state.past.at(-1)
      if (boxes === undefined) return state
      const selected = boxes.some(({ id }) => id === state.selected) ? state.selected : null
      return { ...state, boxes, selected, past: state.past.slice(0, -1) }
    }
  }
}
