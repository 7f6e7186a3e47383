/** A connection that is kept from one message to the next. */
export interface Kept {
  readonly isOpen: boolean
  /** Closes in order, within a few seconds. Never rejects. */
  close(): Promise<void>
}

interface Entry {
  /** What the connection was opened with. Under other settings it is closed and opened anew. */
  settings: string
  opening: Promise<Kept>
  usedAt: number
}

/** The connections of this process to receivers that keep one. */
export interface KeptConnections {
  /** The open connection of a receiver, or a new one. Rejects with the error of `open`. */
  use<T extends Kept>(receiverId: string, settings: string, open: () => Promise<T>): Promise<T>
  /** Closes all, and opens no more. */
  close(): Promise<void>
}

/** Nobody uses the connection of a receiver that was switched off or deleted. Supervision uses the others at least this often. */
const IDLE_MS = 15 * 60_000

/** @param idleMs after this time without a use, a connection is closed; shorter in tests */
export function createKeptConnections(idleMs = IDLE_MS): KeptConnections {
  const entries = new Map<string, Entry>()
  let isClosed = false
  const drop = async (receiverId: string, entry: Entry): Promise<void> => {
    if (entries.get(receiverId) === entry) entries.delete(receiverId)
    const kept = await entry.opening.catch(() => undefined)
    await kept?.close()
  }
  const sweeping = setInterval(() => {
    const before = performance.now() - idleMs
    for (const [receiverId, entry] of entries) if (entry.usedAt < before) void drop(receiverId, entry)
  }, idleMs / 2).unref()

  return {
    async use<T extends Kept>(receiverId: string, settings: string, open: () => Promise<T>): Promise<T> {
      const known = entries.get(receiverId)
      if (known?.settings === settings) {
        known.usedAt = performance.now()
        const kept = await known.opening
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a receiver has one kind, which opens one type of connection
        if (kept.isOpen) return kept as T
      }
      // Somebody else may have opened it anew meanwhile.
      const current = entries.get(receiverId)
      if (current && current !== known) return this.use(receiverId, settings, open)
      if (isClosed) throw new DOMException('The connections are closed', 'AbortError')
      if (current) void drop(receiverId, current)
      const opening = open()
      const entry = { settings, opening, usedAt: performance.now() }
      entries.set(receiverId, entry)
      opening.catch(() => {
        if (entries.get(receiverId) === entry) entries.delete(receiverId)
      })
      return opening
    },
    async close() {
      isClosed = true
      clearInterval(sweeping)
      await Promise.all([...entries].map(([receiverId, entry]) => drop(receiverId, entry)))
    },
  }
}
