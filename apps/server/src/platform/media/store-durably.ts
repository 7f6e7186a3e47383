import type { MediaBody, MediaStore, StoredMedia } from './media-store.ts'

/**
 * Accepts content that must not be lost, in the only safe order: all bytes in one file → file synced → folder synced → row committed. The
 * caller acknowledges (`250`, `200`) after this has resolved, and never when it rejects.
 *
 * @param commit commits the row that refers to the bytes in a separate transaction, and resolves when the commit is durable
 * @param input.limit the largest size in bytes; a larger body is refused before anything is committed
 * @returns the result of `commit`
 * @throws MediaTooLargeError, MediaFullError, and the errors of the body and of `commit`
 */
export async function storeDurably<T>(
  store: MediaStore,
  input: { key: string; body: MediaBody; limit: number },
  commit: (stored: StoredMedia) => Promise<T>,
): Promise<T> {
  const stored = await store.put(input.key, input.body, { limit: input.limit })
  // When the commit fails, the bytes stay. A connection lost at the wrong moment reports a failure although the row was committed, and that
  // row needs its bytes. Without a row, the orphan sweep deletes them after a day.
  return await commit(stored)
}
