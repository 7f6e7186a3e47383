import { formatSnapshot, parseSnapshot, type Snapshot } from './snapshot.ts'

/**
 * How far a reader has come in the stream of events. Not a number: transactions commit in another order than they begin, so no
 * number that an event gets while its transaction runs can say what was seen. A snapshot can: it names the transactions
 * that had ended, and every event belongs to one.
 *
 * Events are handed out in batches, one per look at the database. After a whole batch the position is the snapshot of that look.
 * Within one it is the snapshot before, the one of the look, and the last event's id: seen is what the first contains, and of
 * what the second contains the events up to that id.
 */
export interface EventPosition {
  /** When the look was taken: events are kept for a while only, and positions that are older cannot be continued. */
  at: Date
  seen: Snapshot
  within?: { batch: Snapshot; upTo: bigint }
}

/** The text that goes to browsers and comes back as `Last-Event-ID`; to them it means nothing. */
export function formatPosition(position: EventPosition): string {
  const parts = [position.at.getTime().toString(36), formatSnapshot(position.seen)]
  if (position.within) parts.push(formatSnapshot(position.within.batch), position.within.upTo.toString())
  return parts.join('.')
}

/** Reads what {@link formatPosition} wrote. Anything else, which anybody may send, is undefined. */
export function parsePosition(text: string): EventPosition | undefined {
  const [time = '', seenText = '', batchText, upToText, ...rest] = text.split('.')
  const seen = parseSnapshot(seenText)
  if (!seen || rest.length > 0 || !/^[0-9a-z]{1,9}$/.test(time)) return undefined
  const at = new Date(Number.parseInt(time, 36))
  if (batchText === undefined) return { at, seen }
  const batch = parseSnapshot(batchText)
  if (!batch || upToText === undefined || !/^\d{1,18}$/.test(upToText)) return undefined
  return { at, seen, within: { batch, upTo: BigInt(upToText) } }
}
