import type { AlarmRow } from '@winnow/contract'
import { leadOf, type Card } from './fold.ts'

/** A line of the list: one alarm, or the card of several. */
export interface Line {
  /** Unique in the list, and stable while the line is shown. */
  id: string
  kind: 'alarm' | 'card'
  /** The alarm. For a card: the alarm that represents it. */
  row: AlarmRow
  /** The newest alarm of the line. It determines the line's place and day. */
  head: AlarmRow
  card: Card
  /** Whether this is an alarm of an opened card, whose own line is above. */
  isInCard: boolean
  /** Whether the lines of the card's alarms follow. */
  isOpen: boolean
}

/** The lines of the list, with the places of alarms in it. */
export interface Lines {
  all: readonly Line[]
  /** The index of the line that shows an alarm; −1 if none does. */
  indexOf: (alarmId: string) => number
  /** The index of an alarm's line or, if it is not listed, of the first line below its place. */
  placeOf: (alarmId: string) => number
  /** The index of the first line below the place of an alarm, whether or not it is listed. */
  placeBelow: (alarmId: string) => number
  /** The index of a line that is still in its place among the others; −1 if it has left or moved. */
  indexOfLine: (lineId: string, headId: string) => number
  /**
   * The alarm that a key opens. `next` is arrow up: the list is newest first, so it is the next newer line; `previous` is the older one
   * below. A closed card is one step. Without an open alarm both open the first line.
   */
  neighbour: (alarmId: string | null, direction: 'next' | 'previous') => AlarmRow | undefined
}

/** Whether two lines show the same, so that a list that has changed elsewhere need not render this one again. */
export function isSameLine(a: Line, b: Line): boolean {
  if (a.id !== b.id || a.row !== b.row || a.isInCard !== b.isInCard || a.isOpen !== b.isOpen) return false
  const [rows, others] = [a.card.rows, b.card.rows]
  return a.kind === 'alarm' || (rows.length === others.length && rows.every((row, index) => row === others[index]))
}

const alarmLine = (row: AlarmRow, card: Card, isInCard: boolean): Line => ({
  id: row.id,
  kind: 'alarm',
  row,
  head: row,
  card,
  isInCard,
  isOpen: false,
})

/** The lines of a card: a single alarm as such, a closed card alone, and an opened card with its alarms below. */
function linesOfCard(card: Card, opened: ReadonlySet<string>): Line[] {
  const [head] = card.rows
  if (head === undefined) return []
  if (card.rows.length === 1) return [alarmLine(head, card, false)]
  const isOpen = opened.has(card.key)
  const line: Line = { id: card.key, kind: 'card', row: leadOf(card), head, card, isInCard: false, isOpen }
  return isOpen ? [line, ...card.rows.map((row) => alarmLine(row, card, true))] : [line]
}

/** Cards with one alarm each, for a list that does not fold. */
export const singleCards = (rows: readonly AlarmRow[]): Card[] => rows.map((row) => ({ key: row.id, rows: [row] }))

/**
 * Arranges cards in lines.
 * @param cards newest first
 * @param opened keys of the opened cards
 */
export function arrange(cards: readonly Card[], opened: ReadonlySet<string>): Lines {
  const all = cards.flatMap((card) => linesOfCard(card, opened))
  const indexByAlarm = new Map<string, number>()
  const indexByLine = new Map<string, number>()
  /** Indexes of the lines that are not in a card, in order. */
  const outer: number[] = []
  all.forEach((line, index) => {
    indexByLine.set(line.id, index)
    if (!line.isInCard) outer.push(index)
    if (line.kind === 'alarm') indexByAlarm.set(line.row.id, index)
    else if (!line.isOpen) for (const row of line.card.rows) indexByAlarm.set(row.id, index)
  })
  const indexOf = (alarmId: string) => indexByAlarm.get(alarmId) ?? -1
  const placeBelow = (alarmId: string) => {
    let [low, high] = [0, outer.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const line = all[outer[middle] ?? -1]
      if (line !== undefined && line.head.id > alarmId) low = middle + 1
      else high = middle
    }
    return outer[low] ?? all.length
  }
  const placeOf = (alarmId: string) => {
    const listed = indexOf(alarmId)
    return listed >= 0 ? listed : placeBelow(alarmId)
  }
  /** The first line from this index on that a key can open. The line of an opened card is none: its alarms follow. */
  const stop = (from: number, step: 1 | -1) => {
    for (let index = from; index >= 0 && index < all.length; index += step) {
      const line = all[index]
      if (line !== undefined && !line.isOpen) return line.row
    }
    return undefined
  }
  return {
    all,
    indexOf,
    placeOf,
    placeBelow,
    indexOfLine(lineId, headId) {
      const index = indexByLine.get(lineId) ?? -1
      return all[index]?.head.id === headId ? index : -1
    },
    neighbour(alarmId, direction) {
      if (alarmId === null) return stop(0, 1)
      const at = placeOf(alarmId)
      if (direction === 'next') return stop(at - 1, -1)
      return stop(indexOf(alarmId) < 0 ? at : at + 1, 1)
    },
  }
}

/** The alarms that are the next steps from an alarm. */
export function stepsFrom(lines: Lines, alarmId: string, direction: 'next' | 'previous', count: number): AlarmRow[] {
  const steps: AlarmRow[] = []
  let at = alarmId
  while (steps.length < count) {
    const row = lines.neighbour(at, direction)
    if (row === undefined) break
    steps.push(row)
    at = row.id
  }
  return steps
}

/** The alarms of the lines between two alarms, both included. */
export function rowsBetween(lines: Lines, from: string, to: string): AlarmRow[] {
  const [a, b] = [lines.placeOf(from), lines.placeOf(to)]
  const between = lines.all.slice(Math.min(a, b), Math.max(a, b) + 1)
  return between.flatMap((line) => (line.kind === 'alarm' ? [line.row] : line.isOpen ? [] : line.card.rows))
}
