import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import type { MediaStore } from '../media/media-store.ts'
import { syncFolder } from '../postgres/write-file-durably.ts'
import { StartError } from '../start-error.ts'
import { dumpDatabase } from './dump-database.ts'
import { hashFile } from './hashed-file.ts'
import { backupPaths, writeManifest } from './manifest.ts'
import type { Manifest } from './manifest.ts'
import { copyMedia } from './media-copy.ts'

export interface BackupSource {
  ownerUrl: string
  /** The store whose media are copied. Undefined: media are left out. */
  media: MediaStore | undefined
  secretKeyFile: string
}

/**
 * Makes a backup in a new or empty folder while the program runs. The manifest is written last; a folder without a manifest is no backup.
 * @param clock the time at the start, and again when media are listed
 * @throws StartError when the folder is not empty or cannot be written
 */
export async function createBackup(source: BackupSource, dir: string, clock: () => Date): Promise<Manifest> {
  await makeEmptyFolder(dir)
  const createdAt = clock().toISOString()
  try {
    const database = await dumpDatabase(source.ownerUrl, dir)
    const media = source.media ? await copyMedia(source.media, dir, clock()) : undefined
    const keySha256 = await copyKey(source.secretKeyFile, dir)
    await syncFolder(dir)
    const manifest: Manifest = {
      format: 1,
      createdAt,
      ...database,
      ...(media ? { media } : {}),
      ...(keySha256 === undefined ? {} : { keySha256 }),
    }
    await writeManifest(dir, manifest)
    return manifest
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') {
      throw new StartError(`The disk is full: the backup in ${dir} is not complete; delete it.`, { cause: error })
    }
    throw error
  }
}

async function makeEmptyFolder(dir: string): Promise<void> {
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    if ((await readdir(dir)).length === 0) return
  } catch (error) {
    throw new StartError(
      `The backup cannot be written to ${dir}: ${error instanceof Error ? error.message : String(error)}`,
      {
        cause: error,
      },
    )
  }
  throw new StartError(`${dir} is not empty; a backup goes into a folder of its own.`)
}

async function copyKey(file: string, dir: string): Promise<string | undefined> {
  const key = await readFile(file).catch(() => undefined)
  // Before the first start there is no key.
  if (key === undefined) return undefined
  const copy = backupPaths(dir).key
  await writeFile(copy, key, { mode: 0o600, flag: 'wx', flush: true })
  return hashFile(copy)
}
