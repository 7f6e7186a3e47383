import { formatSnapshot, parseSnapshot, type Snapshot } from './snapshot.ts'

/**
 * A reader's position in the stream of events. It is not a number: transactions commit in another order than they begin, so a number that
 * is assigned during a transaction cannot tell which events were seen. A snapshot can: it tells which transactions had ended, and every
 * event belongs to one transaction.
 *
 * Events are delivered in batches, one per read of the database. After a whole batch the position is the snapshot of that read. Within a
 * batch the position consists of the snapshot of the previous read, the snapshot of this read, and the id of the last delivered event. The
 * reader has then seen all events of the first snapshot, and the events of the second snapshot up to that id.
 */
export interface EventPosition {
  /** The time of the read. Events are kept for a limited time, so reading cannot continue from an older position. */
  at: Date
  seen: Snapshot
  within?: { batch: Snapshot; upTo: bigint }
}

/** The opaque text that browsers get and send back as `Last-Event-ID`. */
export function formatPosition(position: EventPosition): string {
  const parts = [position.at.getTime().toString(36), formatSnapshot(position.seen)]
  if (position.within) parts.push(formatSnapshot(position.within.batch), position.within.upTo.toString())
  return parts.join('.')
}

/** Parses a text of {@link formatPosition}. Returns undefined for any other text, since clients send it. */
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
