import { inSystem } from '../../platform/db/transaction.ts'
import type { RetentionDeps } from './delete-expired.ts'
import { unusedFiles } from './unused-files.ts'

const BATCH = 500
/** The minimum age of a deleted file. Files are written shortly before the rows that refer to them, far less than a day. */
const AGE_MS = 86_400_000

/**
 * Deletes files that no row refers to. Such files remain after a crash: after a file was written but before its row, or after a row was
 * deleted or changed but before its file was deleted.
 * @returns the number of deleted files
 */
export async function sweepOrphans({ db, media, tables }: RetentionDeps, now: Date): Promise<number> {
  const before = new Date(now.getTime() - AGE_MS)
  let deleted = 0
  let batch: string[] = []
  const flush = async (): Promise<void> => {
    const keys = batch
    batch = []
    const orphans = await inSystem(db, (tx) => unusedFiles(tx, tables, keys))
    await media.delete(orphans)
    deleted += orphans.length
  }
  const folders = new Set(tables.flatMap(({ files = {} }) => Object.values(files)))
  for (const folder of folders)
    for await (const file of media.list(folder, before)) {
      batch.push(file.key)
      if (batch.length >= BATCH) await flush()
    }
  await flush()
  return deleted + (await media.sweepDrafts(before))
}
