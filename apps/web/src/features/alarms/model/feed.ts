import type { AlarmRow } from '@winnow/contract'

/**
 * The loaded part of an alarm list, newest first. Ids are UUIDv7, which sort by the time the alarm was opened. So the order of rows is that
 * of their ids, and the position of a row that is not loaded follows from its id.
 */
export interface Feed {
  rows: readonly AlarmRow[]
  /** The server has no older, or newer, rows. */
  atOldest: boolean
  atNewest: boolean
  count: { value: number; exact: boolean } | null
  /** The open row. It stays when it no longer matches, so that labelling does not remove the picture. */
  pinned: string | null
  /** Whether the pinned row no longer matches the filters, and is removed when another one is opened. */
  pinnedLeaves: boolean
}

export const emptyFeed: Feed = {
  rows: [],
  atOldest: false,
  atNewest: false,
  count: null,
  pinned: null,
  pinnedLeaves: false,
}

/** Index of the row with this id, or −1. */
export function indexOfRow(rows: readonly AlarmRow[], id: string): number {
  const at = insertionIndex(rows, id)
  return rows[at]?.id === id ? at : -1
}

/** The position of a row with this id, loaded or not: the number of newer rows. */
export function insertionIndex(rows: readonly AlarmRow[], id: string): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const row = rows[middle]
    if (row !== undefined && row.id > id) low = middle + 1
    else high = middle
  }
  return low
}

const newer = (known: AlarmRow | undefined, row: AlarmRow) => (known && known.version > row.version ? known : row)

/** Merges two sorted lists. Of two versions of a row the higher one stays, since replies may arrive out of order. */
function mergeRows(a: readonly AlarmRow[], b: readonly AlarmRow[]): AlarmRow[] {
  const byId = new Map(a.map((row) => [row.id, row]))
  for (const row of b) byId.set(row.id, newer(byId.get(row.id), row))
  return [...byId.values()].toSorted((x, y) => (x.id < y.id ? 1 : -1))
}

/** Replaces the loaded rows by those of the first page. */
export function withFirstPage(
  feed: Feed,
  page: { rows: readonly AlarmRow[]; count: number | null; countIsExact: boolean; more: boolean },
): Feed {
  const kept = feed.pinned === null ? undefined : feed.rows[indexOfRow(feed.rows, feed.pinned)]
  const listed = page.rows.some((row) => row.id === feed.pinned)
  const oldest = page.rows.at(-1)
  // An open row below the first page may still match. It is shown again when that part is loaded.
  const keep = kept !== undefined && !listed && (!page.more || (oldest !== undefined && kept.id > oldest.id))
  return {
    ...feed,
    rows: keep ? mergeRows(page.rows, [kept]) : mergeRows([], page.rows),
    atNewest: true,
    atOldest: !page.more,
    count: page.count === null ? feed.count : { value: page.count, exact: page.countIsExact },
    pinnedLeaves: keep,
  }
}

/** Adds the rows of a further page at one end. */
export function withPage(
  feed: Feed,
  direction: 'older' | 'newer',
  page: { rows: readonly AlarmRow[]; more: boolean },
): Feed {
  const rows = mergeRows(feed.rows, page.rows)
  // A page without new rows is the end, even if it claims that there are more. Otherwise requests would never stop.
  const end = !page.more || rows.length === feed.rows.length
  return { ...feed, rows, ...(direction === 'older' ? { atOldest: end } : { atNewest: end }) }
}

/** Whether the position of this id is in the loaded part, so that the row would be shown. */
export function coversId(feed: Feed, id: string): boolean {
  const newest = feed.rows[0]
  const oldest = feed.rows.at(-1)
  if (newest === undefined || oldest === undefined) return feed.atNewest && feed.atOldest
  if (id > newest.id) return feed.atNewest
  if (id < oldest.id) return feed.atOldest
  return true
}

/**
 * Applies the server's reply for ids from the live stream. Returned rows match the filters and are inserted. Missing rows no longer
 * match and are removed, except the open row.
 */
export function withAnswers(feed: Feed, asked: readonly string[], answers: readonly AlarmRow[]): Feed {
  const answered = new Set(answers.map((row) => row.id))
  const gone = new Set(asked.filter((id) => !answered.has(id)))
  const shown = answers.filter((row) => coversId(feed, row.id))
  const pinnedGone = feed.pinned !== null && gone.has(feed.pinned)
  const stay = gone.size === 0 ? feed.rows : feed.rows.filter((row) => !gone.has(row.id) || row.id === feed.pinned)
  const rows = shown.length === 0 ? stay : mergeRows(stay, shown)
  const change = rows.length - feed.rows.length
  return {
    ...feed,
    rows,
    count: feed.count?.exact ? { value: Math.max(0, feed.count.value + change), exact: true } : feed.count,
    pinnedLeaves: pinnedGone || (feed.pinnedLeaves && !(feed.pinned !== null && answered.has(feed.pinned))),
  }
}

/** Replaces a loaded row. A row that is not loaded, or is loaded in a later version, is left as it is. */
export function withRow(feed: Feed, row: AlarmRow): Feed {
  const at = indexOfRow(feed.rows, row.id)
  const known = feed.rows[at]
  if (known === undefined || known.version > row.version) return feed
  return { ...feed, rows: feed.rows.with(at, row) }
}

/** Marks whether the open row still matches. A label that was set here is known before the server's reply. */
export function withPinnedLeaving(feed: Feed, leaves: boolean): Feed {
  return feed.pinnedLeaves === leaves ? feed : { ...feed, pinnedLeaves: leaves }
}

/** Opens another row. The previous one is removed if it stayed only because it was open. */
export function withPinned(feed: Feed, id: string | null): Feed {
  if (feed.pinned === id) return feed
  if (!feed.pinnedLeaves) return { ...feed, pinned: id }
  return {
    ...feed,
    rows: feed.rows.filter((row) => row.id !== feed.pinned),
    count: feed.count?.exact ? { value: Math.max(0, feed.count.value - 1), exact: true } : feed.count,
    pinned: id,
    pinnedLeaves: false,
  }
}

/** Removes the oldest rows above a limit, so that a list left open for days keeps its size. Never removes the open row. */
export function withoutTail(feed: Feed, limit: number): Feed {
  if (feed.rows.length <= limit) return feed
  const pinnedAt = feed.pinned === null ? -1 : indexOfRow(feed.rows, feed.pinned)
  const keep = Math.max(limit, pinnedAt + 1)
  return keep >= feed.rows.length ? feed : { ...feed, rows: feed.rows.slice(0, keep), atOldest: false }
}
