import type { MediaBody, MediaStore, StoredMedia } from './media-store.ts'

/**
 * Takes in what must not be lost, in the only safe order: all bytes in one file → file synced → folder synced → row committed.
 * Who acknowledges (`250`, `200`) does so after this has resolved, and never when it rejects.
 *
 * @param commit commits the row that names the bytes, in a transaction of its own, and resolves when the commit is durable.
 * @param input.limit more bytes than this are refused before anything is committed.
 * @returns what `commit` returned
 * @throws MediaTooLargeError, MediaFullError, what the body throws and what `commit` throws
 */
export async function storeDurably<T>(
  store: MediaStore,
  input: { key: string; body: MediaBody; limit: number },
  commit: (stored: StoredMedia) => Promise<T>,
): Promise<T> {
  const stored = await store.put(input.key, input.body, { limit: input.limit })
  // When the commit fails the bytes stay: a connection lost at the wrong moment fails although the row was committed, and that
  // row must find its bytes. If there is no row, the sweep of orphans takes them after a day.
  return await commit(stored)
}
