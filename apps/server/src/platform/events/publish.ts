import type { AnyHandle } from '../db/transaction.ts'
import { insertEvents, type NewEvent } from './event-queries.ts'

/** Called for transactions of this process that have written events and will probably commit soon. */
export type WrittenListener = (xid: bigint) => void

const listeners = new Set<WrittenListener>()

/**
 * Publishes events in the current transaction: they are delivered if and only if it commits. It does not notify. A
 * `NOTIFY` inside a transaction makes PostgreSQL hold a lock of the whole database during the commit. Such transactions
 * could not share a sync of the log, and the intake would wait for the live stream. The process's reader gets the
 * transaction's id; it polls until the transaction has ended and then wakes the other processes.
 */
export async function publish(db: AnyHandle, ...events: [NewEvent, ...NewEvent[]]): Promise<void> {
  const xid = await insertEvents(db, events)
  for (const listener of listeners) listener(xid)
}

/** Registers a listener for every {@link publish} of this process. The returned function removes it. */
export function onWritten(listener: WrittenListener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
