import type { AlarmRow } from '@winnow/contract'
import { insertionIndex } from './feed.ts'
import type { Lines } from './lines.ts'
import type { ListLayout } from './list-layout.ts'

/** A scroll position that survives lines being added above: a line and its offset from the upper edge. */
export interface Anchor {
  lineId: string
  /** The newest alarm of the line, which gives its place when the line has left. */
  headId: string
  /** Pixels of the line that are scrolled out; negative when it is below the edge. */
  offset: number
}

/** The line at the upper edge of the viewport. */
export function takeAnchor(lines: Lines, layout: ListLayout, scrollTop: number): Anchor | null {
  const at = layout.indexAt(scrollTop)
  const line = lines.all[at]
  return line === undefined ? null : { lineId: line.id, headId: line.head.id, offset: scrollTop - layout.topOf(at) }
}

/**
 * Returns the scroll position at which the anchor is in its previous place. If its line was removed, or moved up because the card got a new
 * alarm, the next older line replaces it.
 */
export function restoreAnchor(lines: Lines, layout: ListLayout, anchor: Anchor): number {
  const known = lines.indexOfLine(anchor.lineId, anchor.headId)
  const at = known >= 0 ? known : lines.placeBelow(anchor.headId)
  return Math.max(0, layout.topOf(at) + anchor.offset)
}

/** The state of the list when rows have arrived at the top. */
export interface FollowState {
  /** The height of the rows that arrived above, in pixels. */
  shift: number
  /** The operator scrolled to the top and has not left it since. */
  following: boolean
  openId: string | null
  viewportHeight: number
}

/**
 * Whether rows that arrive at the top may push the others down. They may while the list follows the newest and the open row stays visible.
 * Otherwise the visible rows stay in place, and a count shows what arrived. While the list is in use, no rows are added at all
 * (`held-list.ts`), since a list shorter than its viewport cannot be scrolled to compensate.
 */
export function mayFlow(state: FollowState, lines: Lines, layout: ListLayout): boolean {
  if (!state.following) return false
  const at = state.openId === null ? -1 : lines.indexOf(state.openId)
  if (at < 0) return true
  const bottom = layout.topOf(at) + layout.rowHeight
  return bottom <= state.viewportHeight || bottom - state.shift > state.viewportHeight
}

/** Returns the number of rows that are newer than the row that was the newest when the top of the list was last visible. */
export function countUnseen(rows: readonly AlarmRow[], seenTopId: string | null): number {
  return seenTopId === null ? 0 : insertionIndex(rows, seenTopId)
}

/** The scroll position that shows a row completely with the least movement. */
export function scrollToRow(index: number, layout: ListLayout, scrollTop: number, viewportHeight: number): number {
  const top = layout.topOf(index)
  if (top < scrollTop) return top
  const bottom = top + layout.rowHeight
  return bottom > scrollTop + viewportHeight ? bottom - viewportHeight : scrollTop
}
