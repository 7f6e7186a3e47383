import { z } from 'zod'
import { createStore } from '../create-store.ts'

/** Where what a user could not send is kept in this browser. Only the same user takes it up again. */
const keyOf = (kind: string, userId: string) => `winnow.unsent.${kind}.${userId}`

/** How much was left unsent when its user went; it goes out when the same user logs in here again. Whoever tells it sets it to zero. */
export const leftUnsentStore = createStore(0)

/**
 * What was given and the server has not confirmed, by user, in this browser's own storage: it outlives a reload, a crash and a logout
 * without a connection. Forbidden or full storage leaves it in memory alone.
 */
export function createUnsent<S extends z.ZodType>(kind: string, entry: S) {
  const schema = z.array(entry)
  return {
    read(userId: string): z.output<S>[] {
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
      } catch {
        // Kept in memory; leaving the page asks first.
      }
    },
  }
}
