import { crossesItself } from '@winnow/contract'
import { inPicture, MAX_MASKS, MAX_POINTS, MIN_POINTS, movePolygon, type Point, type Polygon } from './mask-geometry.ts'

type Masks = readonly Polygon[]

/** The state of the mask editor. */
export interface MaskEditor {
  masks: Masks
  /** The corners of the area being drawn; null while no area is being drawn. */
  drawing: Polygon | null
  selected: number | null
  /** The masks before each step, newest last. */
  past: readonly Masks[]
  future: readonly Masks[]
  /** Why the last step was refused. */
  refused: 'too-few' | 'too-many-points' | 'too-many-areas' | 'crosses' | null
}

export type MaskAction =
  | { type: 'draw' }
  | { type: 'point'; point: Point }
  | { type: 'back' }
  | { type: 'finish' }
  | { type: 'cancel' }
  | { type: 'select'; mask: number | null }
  /** Records the state before a drag. All changes until the next `grab` are undone in one step. */
  | { type: 'grab' }
  | { type: 'move-point'; mask: number; at: number; to: Point }
  | { type: 'move-mask'; mask: number; dx: number; dy: number }
  | { type: 'insert'; mask: number; after: number; point: Point }
  | { type: 'delete-point'; mask: number; at: number }
  | { type: 'delete-mask'; mask: number }
  /** Replaces all masks in one step. */
  | { type: 'replace'; masks: Masks }
  | { type: 'undo' }
  | { type: 'redo' }
  | { type: 'reset'; masks: Masks }

/** Returns the initial state of the editor with these masks. */
export function openEditor(masks: Masks): MaskEditor {
  return { masks, drawing: null, selected: null, past: [], future: [], refused: null }
}

const remember = (state: MaskEditor): MaskEditor => ({
  ...state,
  past: [...state.past, state.masks],
  future: [],
  refused: null,
})

const withMask = (masks: Masks, at: number, change: (mask: Polygon) => Polygon): Masks =>
  masks.map((mask, index) => (index === at ? change(mask) : mask))

/** A double click sets a corner twice. */
const withoutRepeats = (points: Polygon): Polygon =>
  points.filter((point, at) => at === 0 || !isSamePoint(point, points[at - 1]))
const isSamePoint = ([x, y]: Point, other: Point | undefined): boolean => x === other?.[0] && y === other[1]

/** The indexes of areas whose outlines cross themselves. Such masks cannot be saved. */
export const crossedAreas = (masks: Masks): number[] =>
  masks.flatMap((mask, index) => (crossesItself(mask) ? [index] : []))

function draw(state: MaskEditor, action: MaskAction): MaskEditor {
  const points = state.drawing
  switch (action.type) {
    case 'draw':
      if (state.masks.length >= MAX_MASKS) return { ...state, refused: 'too-many-areas' }
      return { ...state, drawing: [], selected: null, refused: null }
    case 'point':
      if (!points) return state
      if (points.length >= MAX_POINTS) return { ...state, refused: 'too-many-points' }
      return { ...state, drawing: [...points, inPicture(action.point)], refused: null }
    case 'back':
      return points ? { ...state, drawing: points.slice(0, -1), refused: null } : state
    case 'finish': {
      if (!points) return state
      const area = withoutRepeats(points)
      if (area.length < MIN_POINTS) return { ...state, refused: 'too-few' }
      // The drawing is kept, so that the user can undo the wrong corner.
      if (crossesItself(area)) return { ...state, refused: 'crosses' }
      const next = remember(state)
      return { ...next, masks: [...state.masks, area], drawing: null, selected: state.masks.length }
    }
    default:
      return { ...state, drawing: null, refused: null }
  }
}

function travel(state: MaskEditor, from: 'past' | 'future', to: 'past' | 'future'): MaskEditor {
  const masks = state[from].at(-1)
  if (!masks) return state
  return {
    ...state,
    masks,
    selected: null,
    refused: null,
    [from]: state[from].slice(0, -1),
    [to]: [...state[to], state.masks],
  }
}

/** Returns the state of the editor after a step. An area always has at least three corners. */
export function editMasks(state: MaskEditor, action: MaskAction): MaskEditor {
  switch (action.type) {
    case 'draw':
    case 'point':
    case 'back':
    case 'finish':
    case 'cancel':
      return draw(state, action)
    case 'select':
      return { ...state, selected: action.mask, refused: null }
    case 'grab':
      return remember(state)
    case 'move-point': {
      const to = inPicture(action.to)
      const masks = withMask(state.masks, action.mask, (mask) => mask.with(action.at, to))
      return { ...state, masks }
    }
    case 'move-mask':
      return {
        ...state,
        masks: withMask(state.masks, action.mask, (mask) => movePolygon(mask, action.dx, action.dy)),
      }
    case 'insert': {
      if ((state.masks[action.mask]?.length ?? 0) >= MAX_POINTS) return { ...state, refused: 'too-many-points' }
      const masks = withMask(state.masks, action.mask, (mask) =>
        mask.toSpliced(action.after + 1, 0, inPicture(action.point)),
      )
      return { ...remember(state), masks }
    }
    case 'delete-point': {
      if ((state.masks[action.mask]?.length ?? 0) <= MIN_POINTS) return { ...state, refused: 'too-few' }
      const masks = withMask(state.masks, action.mask, (mask) => mask.toSpliced(action.at, 1))
      return { ...remember(state), masks }
    }
    case 'delete-mask':
      return { ...remember(state), masks: state.masks.toSpliced(action.mask, 1), selected: null }
    case 'replace':
      return { ...remember(state), masks: action.masks, drawing: null, selected: null }
    case 'undo':
      // While an area is being drawn, undo removes its last corner.
      return state.drawing ? draw(state, { type: 'back' }) : travel(state, 'past', 'future')
    case 'redo':
      return travel(state, 'future', 'past')
    default:
      return openEditor(action.masks)
  }
}
