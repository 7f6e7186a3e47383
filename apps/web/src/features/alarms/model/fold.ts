import type { AlarmRow } from '@winnow/contract'
import { stateOf } from './matches-filters.ts'

/** Alarms of one camera share a card if at most this time lies between the first and the last of them, in milliseconds. */
const FOLD_MS = 5 * 60_000

/** Alarms of one camera that were received within five minutes, or a single alarm. */
export interface Card {
  /** Stays the same while alarms are added to the card. */
  key: string
  /** Newest first; at least one. */
  rows: readonly AlarmRow[]
}

/** Which alarm is on which card. */
export interface Folding {
  /** By their newest alarm, newest first. */
  cards: readonly Card[]
  /** The card of each listed alarm. */
  keyOf: ReadonlyMap<string, string>
  /** The number of cards created so far, for new keys. */
  created: number
}

export const noFolding: Folding = { cards: [], keyOf: new Map(), created: 0 }

/** A card while it is filled: the span of its alarms, in milliseconds. */
interface Span {
  key: string
  from: number
  to: number
}

const timeOf = (row: AlarmRow) => Date.parse(row.receivedAt)

/** Finds the card with room for an alarm of this time. The newest cards come last, and most alarms belong to one of them. */
function roomFor(spans: readonly Span[], at: number): Span | undefined {
  return spans.findLast(({ from, to }) => Math.max(to, at) - Math.min(from, at) <= FOLD_MS)
}

/**
 * Puts the rows of a list on cards. An alarm that is on a card stays on it. So new alarms, older pages and changed filters never regroup
 * what is on screen; they only add to cards or create new ones.
 * @param rows newest first
 */
export function foldRows(before: Folding, rows: readonly AlarmRow[]): Folding {
  let { created } = before
  const keyOf = new Map<string, string>()
  const spansOf = new Map<string, Span[]>()
  const byKey = new Map<string, Span>()
  const put = (row: AlarmRow, key: string) => {
    const at = timeOf(row)
    const span = byKey.get(key) ?? { key, from: at, to: at }
    if (!byKey.has(key)) {
      byKey.set(key, span)
      const spans = spansOf.get(row.viewId)
      if (spans) spans.push(span)
      else spansOf.set(row.viewId, [span])
    }
    span.from = Math.min(span.from, at)
    span.to = Math.max(span.to, at)
    keyOf.set(row.id, key)
  }
  const place = (row: AlarmRow) => {
    const room = roomFor(spansOf.get(row.viewId) ?? [], timeOf(row))
    if (room === undefined) created += 1
    put(row, room?.key ?? `card-${created}`)
  }

  const fresh: AlarmRow[] = []
  for (const row of rows) {
    const key = before.keyOf.get(row.id)
    if (key === undefined) fresh.push(row)
    else put(row, key)
  }
  const newest = before.cards[0]?.rows[0]?.id
  // From the known rows outwards: newer alarms in the order of their arrival, older ones as the list continues downwards.
  const arrived = newest === undefined ? [] : fresh.filter((row) => row.id > newest)
  for (const row of arrived.toReversed()) place(row)
  for (const row of fresh.slice(arrived.length)) place(row)
  return { cards: cardsOf(rows, keyOf), keyOf, created }
}

function cardsOf(rows: readonly AlarmRow[], keyOf: ReadonlyMap<string, string>): Card[] {
  const cards = new Map<string, AlarmRow[]>()
  for (const row of rows) {
    const key = keyOf.get(row.id) ?? row.id
    const known = cards.get(key)
    if (known) known.push(row)
    else cards.set(key, [row])
  }
  return [...cards].map(([key, own]) => ({ key, rows: own }))
}

/** States by their importance to an operator. */
const RANKS = { true: 0, unverified: 1, waiting: 2, false: 3, outside: 4 } as const

/** Compares alarms by importance: by state, then by score, then by age, the newest first. */
function byImportance(a: AlarmRow, b: AlarmRow): number {
  return RANKS[stateOf(a)] - RANKS[stateOf(b)] || (b.score ?? 0) - (a.score ?? 0) || (a.id < b.id ? 1 : -1)
}

/** The alarm that represents a card: its picture is shown, and the card opens with it. */
export function leadOf(card: Card): AlarmRow {
  const lead = card.rows.toSorted(byImportance)[0]
  if (lead === undefined) throw new Error('a card has at least one alarm')
  return lead
}

/** The classes seen in any alarm of a card, in the order of the alarms. */
export function classesOf(card: Card): AlarmRow['classes'] {
  return [...new Set(card.rows.flatMap((row) => row.classes))]
}
