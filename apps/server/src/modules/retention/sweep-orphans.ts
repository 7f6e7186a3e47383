import { inSystem, type Db } from '../../platform/db/transaction.ts'
import type { MediaStore } from '../../platform/media/media-store.ts'
import { unused } from './delete-expired.ts'

const BATCH = 500
/** Files are written before the rows that name them; a day is far more than any of that takes. */
const AGE_MS = 86_400_000

/**
 * Deletes files that no row names: left by a crash between file and row, or between row and file when
 * retention deletes or a logo is replaced.
 * @returns how many files went
 */
export async function sweepOrphans(db: Db, media: MediaStore, now: Date): Promise<number> {
  const before = new Date(now.getTime() - AGE_MS)
  let deleted = 0
  let batch: string[] = []
  const flush = async (): Promise<void> => {
    const keys = batch
    batch = []
    const orphans = await inSystem(db, (tx) => unused(tx, keys))
    await media.delete(orphans)
    deleted += orphans.length
  }
  for (const folder of ['raw/', 'media/', 'logos/', 'detectors/'])
    for await (const file of media.list(folder, before)) {
      batch.push(file.key)
      if (batch.length >= BATCH) await flush()
    }
  await flush()
  return deleted + (await media.sweepDrafts(before))
}
