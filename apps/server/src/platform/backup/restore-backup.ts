import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { readMigrations } from '../db/migration-files.ts'
import { findPending } from '../db/migrate.ts'
import { prepareDatabase } from '../db/prepare-database.ts'
import type { MediaStore } from '../media/media-store.ts'
import { StartError } from '../start-error.ts'
import { hashFile } from './hashed-file.ts'
import { isUnused, loadDatabase } from './load-database.ts'
import { backupPaths, readManifest } from './manifest.ts'
import type { Manifest } from './manifest.ts'
import { restoreMedia } from './media-copy.ts'

export interface RestoreTarget {
  runtimeUrl: string
  ownerUrl: string
  media: MediaStore
  secretKeyFile: string
}

/**
 * Checks all hashes of a backup except the hashes of media. Media are checked when they are copied.
 * @throws StartError when the backup is incomplete, damaged, or made by a newer program
 */
export async function checkBackup(dir: string): Promise<Manifest> {
  const manifest = await readManifest(dir)
  const paths = backupPaths(dir)
  const parts = [
    ...manifest.tables.map((table) => ({ file: paths.table(table), sha256: table.sha256 })),
    ...(manifest.media ? [{ file: paths.mediaList, sha256: manifest.media.listSha256 }] : []),
    ...(manifest.keySha256 === undefined ? [] : [{ file: paths.key, sha256: manifest.keySha256 }]),
  ]
  for (const { file, sha256 } of parts) {
    const found = await hashFile(file).catch(() => 'missing')
    if (found !== sha256) {
      throw new StartError(
        `The backup is damaged: ${file} is ${found === 'missing' ? 'missing' : 'not as it was written'}.`,
      )
    }
  }
  findPending(await readMigrations(), manifest.migrations)
  return manifest
}

/**
 * Restores a backup into an unused database. The database is loaded last, in one transaction, so a failed or killed attempt can simply be
 * repeated.
 * @param manifest from {@link checkBackup}
 * @throws StartError when the target is in use
 */
export async function restoreBackup(target: RestoreTarget, dir: string, manifest: Manifest): Promise<void> {
  if (!(await isUnused(target.ownerUrl))) {
    throw new StartError(
      'The database is in use: a backup is restored into an empty one (another WINNOW_DATA or DATABASE_URL).',
    )
  }
  await restoreKey(target.secretKeyFile, dir, manifest)
  if (manifest.media) await restoreMedia(target.media, dir)
  // Creates the schema of the backup. The next start updates it.
  const recorded = new Set(manifest.migrations.map(({ name }) => name))
  const migrations = (await readMigrations()).filter(({ name }) => recorded.has(name))
  await prepareDatabase({ runtimeUrl: target.runtimeUrl, ownerUrl: target.ownerUrl, migrations })
  await loadDatabase(target.ownerUrl, dir, manifest)
}

async function restoreKey(file: string, dir: string, manifest: Manifest): Promise<void> {
  if (manifest.keySha256 === undefined) return
  if (await stat(file).catch(() => undefined)) {
    if ((await hashFile(file)) === manifest.keySha256) return
    throw new StartError(`${file} is another key than the backup's: move it away first.`)
  }
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, await readFile(backupPaths(dir).key), { mode: 0o600, flag: 'wx', flush: true })
}
