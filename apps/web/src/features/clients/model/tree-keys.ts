import { ROOT, type NodeRow, type TreeRow, type TreeRows } from './tree-levels.ts'

/** A place in the tree: a row of a level, and the id of its node if that is loaded. */
export interface Place {
  levelId: string
  /** The index of the row in its level, from 0. */
  index: number
  id?: string
}

/** The effect of a key in the tree. */
export type TreeMove = { to: Place } | { toggle: string } | { open: string }

const PAGE = 10

/** Returns the place of a row; undefined for a row that is not a node. */
export function placeOf(row: TreeRow | undefined): Place | undefined {
  if (row?.type === 'node') return { levelId: row.node.parentId ?? ROOT, index: row.index - 1, id: row.node.id }
  return row?.type === 'waiting' ? { levelId: row.parentId, index: row.index - 1 } : undefined
}

/** Returns the current position of a place; undefined if it is not visible. A node that has moved is found at its new position. */
export function positionOf(rows: TreeRows, place: Place | undefined): number | undefined {
  if (!place) return undefined
  return rows.indexOf(place.id) ?? (place.id === undefined ? rows.positionIn(place.levelId, place.index) : undefined)
}

/** Returns the nearest place to a position, searched in one direction. */
function nearest(rows: TreeRows, from: number, step: 1 | -1): Place | undefined {
  for (let at = from; at >= 0 && at < rows.length; at += step) {
    const place = placeOf(rows.at(at))
    if (place) return place
  }
  return undefined
}

function to(rows: TreeRows, wanted: number): TreeMove | undefined {
  const at = Math.max(0, Math.min(rows.length - 1, wanted))
  const place = nearest(rows, at, wanted >= rows.length - 1 ? -1 : 1) ?? nearest(rows, at, -1)
  return place && { to: place }
}

function sideways(rows: TreeRows, at: number, key: 'ArrowRight' | 'ArrowLeft'): TreeMove | undefined {
  const row = rows.at(at)
  if (row?.type !== 'node') return undefined
  if (key === 'ArrowRight') {
    if (row.expanded === false) return { toggle: row.key }
    const next = placeOf(rows.at(at + 1))
    return row.expanded && next?.levelId === row.key ? { to: next } : undefined
  }
  if (row.expanded) return { toggle: row.key }
  const above = row.node.parentId === null ? undefined : rows.indexOf(row.node.parentId)
  const place = above === undefined ? undefined : placeOf(rows.at(above))
  return place && { to: place }
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * The effect of a key on the active row, by the tree pattern of the ARIA practices: arrows move, open and close, Home and End jump, Enter
 * and Space open the pane. Without an active row, the first key activates the first one.
 */
export function moveByKey(rows: TreeRows, at: number | undefined, key: string): TreeMove | undefined {
  const step = STEPS[key]
  if (step !== undefined) {
    if (at === undefined) return to(rows, 0)
    const place = nearest(rows, at + step, step)
    return place && { to: place }
  }
  switch (key) {
    case 'PageDown':
      return to(rows, (at ?? 0) + PAGE)
    case 'PageUp':
      return to(rows, (at ?? 0) - PAGE)
    case 'Home':
      return to(rows, 0)
    case 'End':
      return to(rows, rows.length - 1)
    case 'ArrowRight':
    case 'ArrowLeft':
      return at === undefined ? to(rows, 0) : sideways(rows, at, key)
    case 'Enter':
    case ' ': {
      const row = at === undefined ? undefined : rows.at(at)
      return row?.type === 'node' ? { open: row.key } : undefined
    }
    default:
      return undefined
  }
}

/**
 * Returns the first node, from the active row on, whose name starts with the typed text. Searches only these loaded rows. A repeated
 * letter moves on to the next match. A longer text stays on the active row if that still matches.
 */
export function findByPrefix(
  loaded: readonly NodeRow[],
  activeId: string | undefined,
  typed: string,
  locale?: string,
): NodeRow | undefined {
  const wanted = typedPrefix(typed, locale)
  const at = loaded.findIndex((row) => row.key === activeId)
  const from = wanted.length === 1 ? at + 1 : Math.max(0, at)
  return loaded.slice(from).find((row) => row.node.name.toLocaleLowerCase(locale).startsWith(wanted))
}

/** Returns the prefix to search for. A single letter that was typed repeatedly counts as one letter. */
export function typedPrefix(typed: string, locale?: string): string {
  const lower = typed.toLocaleLowerCase(locale)
  const letters = new Set(lower)
  return letters.size === 1 ? ([...letters][0] ?? '') : lower
}
