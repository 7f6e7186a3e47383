import type { AlarmRow } from '@winnow/contract'
import { indexOfRow, insertionIndex } from './feed.ts'

/** A place in the list that survives rows being added above it: a row and how far its upper edge is above the viewport's. */
export interface Anchor {
  id: string
  /** Pixels of the row that are scrolled out; negative when it stands below the edge. */
  offset: number
}

/** The row at the upper edge of the viewport. */
export function takeAnchor(rows: readonly AlarmRow[], scrollTop: number, rowHeight: number): Anchor | null {
  const at = Math.min(rows.length - 1, Math.max(0, Math.floor(scrollTop / rowHeight)))
  const row = rows[at]
  return row === undefined ? null : { id: row.id, offset: scrollTop - at * rowHeight }
}

/** The scroll position at which the anchor stands where it stood. A row that left is stood in for by the next older one. */
export function restoreAnchor(rows: readonly AlarmRow[], anchor: Anchor, rowHeight: number): number {
  return Math.max(0, insertionIndex(rows, anchor.id) * rowHeight + anchor.offset)
}

/** What is known about the list when rows have come in at the top. */
export interface FollowState {
  /** Pixels of rows that came in above. */
  shift: number
  /** The operator went to the top and has not scrolled away since. */
  following: boolean
  /** The pointer is over the list: rows must not move away beneath it. */
  hovered: boolean
  openId: string | null
  viewportHeight: number
  rowHeight: number
}

/**
 * Whether new rows may flow in at the top and push the others down. They may while the list follows, nobody is about to click in
 * it, and the open row does not leave the sight by it; otherwise the visible rows stay where they are and a count says what came
 * in above.
 */
export function mayFlow(state: FollowState, rows: readonly AlarmRow[]): boolean {
  if (!state.following || state.hovered) return false
  const at = state.openId === null ? -1 : indexOfRow(rows, state.openId)
  const bottom = (at + 1) * state.rowHeight
  return bottom <= state.viewportHeight || bottom - state.shift > state.viewportHeight
}

/** How many rows are newer than the one that was the newest when the top was last seen. */
export function countUnseen(rows: readonly AlarmRow[], seenTopId: string | null): number {
  return seenTopId === null ? 0 : insertionIndex(rows, seenTopId)
}

/** Scroll position that brings a row wholly into view, moving as little as possible; unchanged when it is in view. */
export function scrollToRow(index: number, scrollTop: number, viewportHeight: number, rowHeight: number): number {
  const top = index * rowHeight
  if (top < scrollTop) return top
  const bottom = top + rowHeight
  return bottom > scrollTop + viewportHeight ? bottom - viewportHeight : scrollTop
}
