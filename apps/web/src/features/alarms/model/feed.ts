import type { AlarmRow } from '@winnow/contract'

/**
 * The loaded part of an alarm list. Rows stand newest first; ids are UUIDv7, which sort by the time the alarm was opened, so the
 * order of rows is the order of their ids and the place of a row that is not loaded is known from its id alone.
 */
export interface Feed {
  rows: readonly AlarmRow[]
  /** Nothing older, or newer, is left on the server. */
  atOldest: boolean
  atNewest: boolean
  count: { value: number; exact: boolean } | null
  /** The row that is open. It stays although it no longer matches, so that a label never pulls the picture away. */
  pinned: string | null
  /** Whether the pinned row no longer matches the filters and goes as soon as another one is opened. */
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

/** Where a row of this id stands or would stand: the number of rows that are newer. */
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

/** Merges two lists that are each in order. Of two versions of a row the higher one stays: replies may overtake each other. */
function mergeRows(a: readonly AlarmRow[], b: readonly AlarmRow[]): AlarmRow[] {
  const byId = new Map(a.map((row) => [row.id, row]))
  for (const row of b) byId.set(row.id, newer(byId.get(row.id), row))
  return [...byId.values()].toSorted((x, y) => (x.id < y.id ? 1 : -1))
}

/** Rows of the first page: they replace what was loaded. */
export function withFirstPage(
  feed: Feed,
  page: { rows: readonly AlarmRow[]; count: number | null; countIsExact: boolean; more: boolean },
): Feed {
  const kept = feed.pinned === null ? undefined : feed.rows[indexOfRow(feed.rows, feed.pinned)]
  const listed = page.rows.some((row) => row.id === feed.pinned)
  const oldest = page.rows.at(-1)
  // An open row below the first page is further down the list, not gone: it comes back when that part is loaded.
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

/** Rows of a further page at one end. */
export function withPage(
  feed: Feed,
  direction: 'older' | 'newer',
  page: { rows: readonly AlarmRow[]; more: boolean },
): Feed {
  const rows = mergeRows(feed.rows, page.rows)
  // A page that brings nothing is the end, whatever it says: asking on would never stop.
  const end = !page.more || rows.length === feed.rows.length
  return { ...feed, rows, ...(direction === 'older' ? { atOldest: end } : { atNewest: end }) }
}

/** Whether the place of this id lies in the loaded part, so that a row there would be shown. */
export function coversId(feed: Feed, id: string): boolean {
  const newest = feed.rows[0]
  const oldest = feed.rows.at(-1)
  if (newest === undefined || oldest === undefined) return feed.atNewest && feed.atOldest
  if (id > newest.id) return feed.atNewest
  if (id < oldest.id) return feed.atOldest
  return true
}

/**
 * What the server answered about rows that the live stream named: rows that came back match the filters and are put in their
 * place; those that did not come back no longer match and leave, except the open one.
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

/** Replaces a row that is shown; a row that is not shown, or is known in a later version, stays as it is. */
export function withRow(feed: Feed, row: AlarmRow): Feed {
  const at = indexOfRow(feed.rows, row.id)
  const known = feed.rows[at]
  if (known === undefined || known.version > row.version) return feed
  return { ...feed, rows: feed.rows.with(at, row) }
}

/** Marks whether the open row still matches: a label set here is known before the server says so. */
export function withPinnedLeaving(feed: Feed, leaves: boolean): Feed {
  return feed.pinnedLeaves === leaves ? feed : { ...feed, pinnedLeaves: leaves }
}

/** Opens another row. The one that was open leaves if it was only there because it was open. */
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

/** Forgets the oldest rows above a limit, so that a list left open for days keeps its size. Never the open one. */
export function withoutTail(feed: Feed, limit: number): Feed {
  if (feed.rows.length <= limit) return feed
  const pinnedAt = feed.pinned === null ? -1 : indexOfRow(feed.rows, feed.pinned)
  const keep = Math.max(limit, pinnedAt + 1)
  return keep >= feed.rows.length ? feed : { ...feed, rows: feed.rows.slice(0, keep), atOldest: false }
}

/**
 * The row to open with a key. `next` is what arrow up does: the list is newest first, so up is the next newer alarm; `previous`
 * is the older one below. Without an open row both open the newest; an open alarm that is not listed has its place by its id.
 */
export function neighbour(
  rows: readonly AlarmRow[],
  id: string | null,
  direction: 'next' | 'previous',
): AlarmRow | undefined {
  if (id === null) return rows[0]
  const at = insertionIndex(rows, id)
  const listed = rows[at]?.id === id
  return direction === 'next' ? rows[at - 1] : rows[listed ? at + 1 : at]
}
