import type { AnyHandle } from '../db/transaction.ts'
import { insertEvents, type NewEvent } from './event-queries.ts'

/** Called for transactions of this process that have written events and will probably commit soon. */
export type WrittenListener = (xid: bigint) => void

const listeners = new Set<WrittenListener>()

/**
 * Announces events in the transaction of what they tell: they are heard if and only if it commits.
 *
 * This does not notify. A `NOTIFY` inside a transaction makes PostgreSQL take a lock of the whole database for the time of the
 * commit, so no two such transactions would ever share a sync of the log, and the intake would wait for the live stream. The
 * process's reader is told of the transaction instead; it looks until that has ended and then wakes the other processes.
 */
export async function publish(db: AnyHandle, ...events: [NewEvent, ...NewEvent[]]): Promise<void> {
  const xid = await insertEvents(db, events)
  for (const listener of listeners) listener(xid)
}

/** Hears of every {@link publish} of this process until the returned function is called. */
export function onWritten(listener: WrittenListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
