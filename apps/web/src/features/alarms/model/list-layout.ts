import type { AlarmRow } from '@winnow/contract'

/** A day as a heading shows it, e.g. 20/11/2026. */
export type Day = string

/** An entry of the list: an alarm, or the heading of the day that starts below it. */
export type ListItem =
  | {
      kind: 'alarm'
      row: AlarmRow
      /** Index among the alarms alone. */ index: number
      /** The day of the heading above it. */ day: Day
    }
  | { kind: 'day'; day: Day; /** Its first alarm. */ row: AlarmRow }

/** Heights in pixels. */
export interface Heights {
  row: number
  day: number
}

export interface ListLayout {
  rowHeight: number
  items: readonly ListItem[]
  /** The upper edge of the alarm with this index, in pixels; for the index after the last, the end of the list. */
  topOf: (index: number) => number
  /** The index of the alarm at or below this height; −1 in an empty list. */
  indexAt: (top: number) => number
  /** The index among all entries, including headings. */
  itemOf: (index: number) => number
  /** The total height in pixels. */
  height: number
}

/**
 * Places rows under day headings. The first day has none, since the head of the list names it. An alarm is stored some time after its
 * receipt, so two alarms around midnight may be in reverse order. Going down, headings never return to a later day.
 */
export function layOut(rows: readonly AlarmRow[], heights: Heights, dayOf: (row: AlarmRow) => Day): ListLayout {
  const items: ListItem[] = []
  /** For each heading, the index of the first alarm below it. */
  const starts: number[] = []
  let first = rows[0]
  let day = first === undefined ? '' : dayOf(first)
  rows.forEach((row, index) => {
    const own = dayOf(row)
    if (own !== day && first !== undefined && row.receivedAt < first.receivedAt) {
      day = own
      first = row
      starts.push(index)
      items.push({ kind: 'day', day, row })
    }
    items.push({ kind: 'alarm', row, index, day })
  })
  const headingsTo = (index: number) => countUpTo(starts, index)
  const topOf = (index: number) => index * heights.row + headingsTo(index) * heights.day
  return {
    rowHeight: heights.row,
    items,
    topOf,
    indexAt(top) {
      let [low, high] = [0, rows.length - 1]
      while (low < high) {
        const middle = (low + high + 1) >>> 1
        // A heading belongs to the alarm below it.
        if (topOf(middle) - (starts.includes(middle) ? heights.day : 0) <= top) low = middle
        else high = middle - 1
      }
      return rows.length === 0 ? -1 : low
    },
    itemOf: (index) => index + headingsTo(index),
    height: rows.length * heights.row + starts.length * heights.day,
  }
}

/** How many of these ascending numbers are at most `limit`. */
function countUpTo(ascending: readonly number[], limit: number): number {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ascending[middle] ?? 0) <= limit) low = middle + 1
    else high = middle
  }
  return low
}
