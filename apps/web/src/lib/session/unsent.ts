import { z } from 'zod'
import { createStore } from '../create-store.ts'

/** The storage key of a user's unsent changes. Only the same user takes them up again. */
const keyOf = (kind: string, userId: string) => `winnow.unsent.${kind}.${userId}`

/**
 * The number of changes left unsent at the user's logout. They are sent when the same user logs in here again. The code that shows the
 * number sets it back to 0.
 */
export const leftUnsentStore = createStore(0)

/**
 * Changes that the server has not confirmed, by user, in local storage, so that they survive a reload, a crash and a logout without a
 * connection. If storage is forbidden or full, they are only in memory.
 */
export function createUnsent<S extends z.ZodType>(kind: string, entry: S) {
  const schema = z.array(entry)
  /** What storage did not take, by user. */
  const memory = new Map<string, z.output<typeof schema>>()
  return {
    read(userId: string): z.output<S>[] {
      const kept = memory.get(userId)
      if (kept) return kept
      try {
        const parsed = schema.safeParse(JSON.parse(localStorage.getItem(keyOf(kind, userId)) ?? '[]'))
        return parsed.success ? parsed.data : []
      } catch {
        return []
      }
    },
    write(userId: string, entries: readonly z.input<S>[]): void {
      try {
        if (entries.length === 0) localStorage.removeItem(keyOf(kind, userId))
        else localStorage.setItem(keyOf(kind, userId), JSON.stringify(entries))
        memory.delete(userId)
      } catch {
        memory.set(userId, schema.parse(entries))
      }
    },
    /** Calls a function when another page of this browser has written a user's entries. */
    onWrittenElsewhere(told: (userId: string) => void): void {
      const prefix = keyOf(kind, '')
      globalThis.addEventListener?.('storage', ({ key }) => {
        if (key?.startsWith(prefix)) told(key.slice(prefix.length))
      })
    },
  }
}
