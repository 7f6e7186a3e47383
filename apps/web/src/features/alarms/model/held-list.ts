import type { AlarmRow } from '@winnow/contract'
import { coversId, type Feed } from './feed.ts'

/**
 * Who is using the list. While somebody is, its rows keep their places: `pointer` is a mouse over it, or a mouse or finger that has just left it,
 * `keys` a key just pressed to move in it.
 */
export type Hold = 'none' | 'keys' | 'pointer'

/** The displayed part of a feed. */
export interface ShownList {
  rows: readonly AlarmRow[]
  /** Rows that stay only because the list is held. */
  leaving: ReadonlySet<string>
  /** The number of new rows that are not shown yet. */
  waiting: number
  /** Whether there are more new rows than `waiting`, because the rows in between were not loaded. */
  moreWait: boolean
}

const NOBODY: ReadonlySet<string> = new Set()

/** The complete list, when nobody is using it. */
export const wholeList = (feed: Feed): ShownList => ({ rows: feed.rows, leaving: NOBODY, waiting: 0, moreWait: false })

const sameRows = (a: readonly AlarmRow[], b: readonly AlarmRow[]) =>
  a.length === b.length && a.every((row, index) => row === b[index])

/**
 * The list while it is in use: each row keeps its place and shows its changes, and a removed row is kept and marked. No
 * row is added between or above them. Only older pages are added at the end, where they move nothing, and with
 * `withNewer` the page above that the user requested by scrolling.
 */
export function heldList(shown: ShownList, feed: Feed, withNewer = false): ShownList {
  const [newest, oldest] = [shown.rows[0], shown.rows.at(-1)]
  if (newest === undefined || oldest === undefined) return wholeList(feed)
  const now = new Map(feed.rows.map((row) => [row.id, row]))
  const kept = shown.rows.map((row) => now.get(row.id) ?? row)
  const newer = withNewer ? feed.rows.filter((row) => row.id > newest.id) : []
  const older = feed.rows.filter((row) => row.id < oldest.id)
  const rows = [...newer, ...kept, ...older]
  const gone = kept.filter((row) => !now.has(row.id))
  // The state of a row in a part that is no longer loaded is unknown. Such a row is not marked.
  const leaving = gone.filter((row) => coversId(feed, row.id)).map((row) => row.id)
  return {
    rows: sameRows(rows, shown.rows) ? shown.rows : rows,
    leaving: leaving.length === 0 ? NOBODY : new Set(leaving),
    waiting: feed.rows.length + gone.length - rows.length,
    moreWait: !feed.atOldest && (feed.rows.at(-1)?.id ?? '') > newest.id,
  }
}

/** Returns the held list without this row. */
export function withoutShown(shown: ShownList, id: string): ShownList {
  return shown.rows.some((row) => row.id === id) ? { ...shown, rows: shown.rows.filter((row) => row.id !== id) } : shown
}
