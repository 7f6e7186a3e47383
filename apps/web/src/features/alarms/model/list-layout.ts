import type { AlarmRow } from '@winnow/contract'
import type { Line } from './lines.ts'

/** A day as a heading shows it, e.g. 20/11/2026. */
export type Day = string

/** An entry of the list: a line, or the heading of the day that starts below it. */
export type ListItem =
  | {
      kind: 'line'
      line: Line
      /** Index among the lines alone. */ index: number
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
  /** The upper edge of the line with this index, in pixels; for the index after the last, the end of the list. */
  topOf: (index: number) => number
  /** The index of the line at or below this height; −1 in an empty list. */
  indexAt: (top: number) => number
  /** The index among all entries, including headings. */
  itemOf: (index: number) => number
  /** The total height in pixels. */
  height: number
}

/**
 * Places lines under day headings. The first day has none, since the head of the list names it. An alarm is stored some time after its
 * receipt, so two alarms around midnight may be in reverse order. Going down, headings never return to a later day.
 */
export function layOut(lines: readonly Line[], heights: Heights, dayOf: (row: AlarmRow) => Day): ListLayout {
  const items: ListItem[] = []
  /** For each heading, the index of the first line below it. */
  const starts: number[] = []
  let first = lines[0]?.head
  let day = first === undefined ? '' : dayOf(first)
  lines.forEach((line, index) => {
    const row = line.head
    const own = dayOf(row)
    // The alarms of a card stay together, also around midnight.
    if (!line.isInCard && own !== day && first !== undefined && row.receivedAt < first.receivedAt) {
      day = own
      first = row
      starts.push(index)
      items.push({ kind: 'day', day, row })
    }
    items.push({ kind: 'line', line, index, day })
  })
  const headingsTo = (index: number) => countUpTo(starts, index)
  const topOf = (index: number) => index * heights.row + headingsTo(index) * heights.day
  return {
    rowHeight: heights.row,
    items,
    topOf,
    indexAt(top) {
      let [low, high] = [0, lines.length - 1]
      while (low < high) {
        const middle = (low + high + 1) >>> 1
        // A heading belongs to the line below it.
        if (topOf(middle) - (starts.includes(middle) ? heights.day : 0) <= top) low = middle
        else high = middle - 1
      }
      return lines.length === 0 ? -1 : low
    },
    itemOf: (index) => index + headingsTo(index),
    height: lines.length * heights.row + starts.length * heights.day,
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
