import type { WeeklyWindow } from '@winnow/contract'
import { beginOf, DAY, type EditedWindow, joined, placeAt, toEdited, type Weekday } from './week-windows.ts'

/** The windows of a week while they are edited. */
export interface WeekEditor {
  windows: readonly EditedWindow[]
  /** The id of the chosen window. */
  selected: number | null
  /** The windows before each step, for undo, and after those that were undone. */
  past: readonly (readonly EditedWindow[])[]
  future: readonly (readonly EditedWindow[])[]
}

type Place = Pick<EditedWindow, 'day' | 'start' | 'length'>

export type WeekAction =
  | ({ type: 'add' } & Place)
  | { type: 'select'; id: number | null }
  /** Begins a step that is undone as a whole, for example a drag. */
  | { type: 'grab' }
  | ({ type: 'place'; id: number } & Place)
  /** Ends a step: windows that overlap are joined. */
  | { type: 'drop' }
  | { type: 'delete'; id: number }
  /** Replaces the windows that begin on the other days by those that begin on a day. */
  | { type: 'copy'; from: Weekday; to: readonly Weekday[] }
  | { type: 'clear'; day: Weekday }
  | { type: 'undo' }
  | { type: 'redo' }

/** The shortest window that a pointer or an arrow key makes, and the grid that they keep to, in minutes. Typed times may be any minute. */
export const STEP = 15

const onGrid = (minutes: number): number => Math.round(minutes / STEP) * STEP

/** A window moved by minutes, over midnight and over the end of the week. Its length stays. */
export const movedBy = (window: EditedWindow, minutes: number): Place => ({
  ...placeAt(beginOf(window) + minutes),
  length: window.length,
})

/** A window whose start is moved by minutes. Its end stays. */
export function withStart(window: EditedWindow, minutes: number): Place {
  const length = Math.min(DAY, Math.max(Math.min(STEP, window.length), window.length - minutes))
  return { ...placeAt(beginOf(window) + window.length - length), length }
}

/** A window whose end is moved by minutes. Its start stays. */
export const withEnd = ({ day, start, length }: EditedWindow, minutes: number): Place => ({
  day,
  start,
  length: Math.min(DAY, Math.max(Math.min(STEP, length), length + minutes)),
})

/** The window between two minutes of a day, on the grid and not empty. */
export function between(day: Weekday, a: number, b: number): Place {
  const start = Math.min(onGrid(Math.min(a, b)), DAY - STEP)
  const end = Math.max(start + STEP, Math.min(DAY, onGrid(Math.max(a, b))))
  return { day, start, length: end - start }
}

/** An editor with the windows of a schedule. */
export const startWeek = (windows: readonly WeeklyWindow[]): WeekEditor => ({
  windows: toEdited(windows),
  selected: null,
  past: [],
  future: [],
})

const stepped = (state: WeekEditor): WeekEditor => ({ ...state, past: [...state.past, state.windows], future: [] })

/** The state with other windows. A chosen window that is gone is no longer chosen. */
const withWindows = (state: WeekEditor, windows: readonly EditedWindow[]): WeekEditor => ({
  ...state,
  windows,
  selected: windows.some(({ id }) => id === state.selected) ? state.selected : null,
})

/** The id of a window that is added. */
export const nextIdOf = (windows: readonly EditedWindow[]): number => Math.max(-1, ...windows.map(({ id }) => id)) + 1

function copied(windows: readonly EditedWindow[], from: Weekday, to: readonly Weekday[]): EditedWindow[] {
  let id = nextIdOf(windows)
  const targets = to.filter((day) => day !== from)
  const source = windows.filter(({ day }) => day === from)
  const kept = windows.filter(({ day }) => !targets.includes(day))
  return joined([...kept, ...targets.flatMap((day) => source.map((each) => ({ ...each, day, id: id++ })))])
}

/** Applies one step of editing. */
export function editWeek(state: WeekEditor, action: WeekAction): WeekEditor {
  const { windows } = state
  switch (action.type) {
    case 'add': {
      const { day, start, length } = action
      const id = nextIdOf(windows)
      return { ...stepped(state), windows: [...windows, { id, day, start, length }], selected: id }
    }
    case 'select':
      return { ...state, selected: action.id }
    case 'grab':
      return stepped(state)
    case 'place': {
      const { id, day, start, length } = action
      return { ...state, windows: windows.map((each) => (each.id === id ? { id, day, start, length } : each)) }
    }
    case 'drop':
      return dropped(state)
    case 'delete':
      return withWindows(
        stepped(state),
        windows.filter(({ id }) => id !== action.id),
      )
    case 'copy':
      return withWindows(stepped(state), copied(windows, action.from, action.to))
    case 'clear':
      return withWindows(
        stepped(state),
        windows.filter(({ day }) => day !== action.day),
      )
    case 'undo': {
      const before = state.past.at(-1)
      if (before === undefined) return state
      return withWindows({ ...state, past: state.past.slice(0, -1), future: [windows, ...state.future] }, before)
    }
    default: {
      const [after, ...future] = state.future
      if (after === undefined) return state
      return withWindows({ ...state, past: [...state.past, windows], future }, after)
    }
  }
}

/** Joins windows that overlap. The chosen window stays chosen as the one that contains it. */
function dropped(state: WeekEditor): WeekEditor {
  const chosen = state.windows.find(({ id }) => id === state.selected)
  const windows = joined(state.windows)
  if (chosen === undefined || windows.some(({ id }) => id === chosen.id)) return withWindows(state, windows)
  const from = beginOf(chosen)
  const holder = windows.find((each) => beginOf(each) <= from && from < beginOf(each) + each.length)
  return withWindows({ ...state, selected: holder?.id ?? null }, windows)
}
