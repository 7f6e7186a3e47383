import { editMasks, type MaskAction, type MaskEditor, openEditor } from './mask-editor.ts'
import type { Polygon } from './mask-geometry.ts'

/** A named area of the picture. */
export interface Zone {
  name: string
  points: Polygon
}

type Names = readonly string[]

/** The state of the editor of zones: that of areas, and the name of each area. */
export interface ZoneEditor {
  areas: MaskEditor
  names: Names
  /** The names before each step, as `past` and `future` of the areas. */
  past: readonly Names[]
  future: readonly Names[]
}

export type ZoneAction = MaskAction | { type: 'rename'; zone: number; name: string }

/** Returns the initial state of the editor with these zones. */
export function openZones(zones: readonly Zone[]): ZoneEditor {
  return {
    areas: openEditor(zones.map(({ points }) => points)),
    names: zones.map(({ name }) => name),
    past: [],
    future: [],
  }
}

/** The zones as they are saved. */
export const zonesOf = ({ areas, names }: ZoneEditor): Zone[] =>
  areas.masks.map((points, at) => ({ name: names[at] ?? '', points }))

/** The first free name of the form `Zone 2`. `first`: the number that is tried first. */
export function freeName(names: Names, nameOf: (n: number) => string, first = names.length + 1): string {
  let n = first
  while (names.includes(nameOf(n))) n += 1
  return nameOf(n)
}

/** The names after a step of the areas. */
function namesAfter(state: ZoneEditor, action: MaskAction, areas: MaskEditor, nameOf: (n: number) => string): Names {
  if (action.type === 'delete-mask') return state.names.toSpliced(action.mask, 1)
  if (action.type === 'finish' && areas.masks.length > state.names.length)
    return [...state.names, freeName(state.names, nameOf)]
  return state.names
}

/**
 * Returns the state after a step. Names follow their areas, also through undo and redo.
 * @param nameOf the name of a new zone by its number
 */
export function editZones(state: ZoneEditor, action: ZoneAction, nameOf: (n: number) => string): ZoneEditor {
  // A name is typed letter by letter, and its field has an undo of its own.
  if (action.type === 'rename') return { ...state, names: state.names.with(action.zone, action.name) }
  const areas = editMasks(state.areas, action)
  const { past, future, names } = state
  if (areas.past.length < past.length && action.type === 'undo')
    return { areas, names: past.at(-1) ?? names, past: past.slice(0, -1), future: [...future, names] }
  if (areas.future.length < future.length && action.type === 'redo')
    return { areas, names: future.at(-1) ?? names, past: [...past, names], future: future.slice(0, -1) }
  const next = namesAfter(state, action, areas, nameOf)
  const isStep = areas.past.length > past.length
  return { areas, names: next, past: isStep ? [...past, names] : past, future: isStep ? [] : future }
}
