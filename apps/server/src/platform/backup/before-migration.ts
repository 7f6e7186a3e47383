import { readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { withClient } from '../db/with-client.ts'
import { StartError } from '../start-error.ts'
import { createBackup } from './create-backup.ts'

const KEPT = 3

export interface BeforeMigrationOptions {
  dataDir: string
  ownerUrl: string
  secretKeyFile: string
  pending: string[]
  clock: () => Date
}

/**
 * Backs up database and key to <data>/backups before the schema changes. Migrations do not change media, so the backup leaves media out.
 * The newest three backups are kept.
 * @returns the folder
 * @throws StartError when there is not enough disk space for the backup. In this case nothing is migrated
 */
export async function backupBeforeMigration(options: BeforeMigrationOptions): Promise<string> {
  const folder = join(options.dataDir, 'backups')
  const [first = ''] = options.pending
  const dir = join(
    folder,
    `${options.clock().toISOString().replaceAll(/[:.]/g, '-')}-before-${first.replace('.sql', '')}`,
  )
  await checkRoom(options)
  await createBackup({ ...options, media: undefined }, dir, options.clock)
  const made = (await readdir(folder)).filter((name) => name.includes('-before-'))
  // The names begin with the time, so the newest come first.
  made.sort((a, b) => (a < b ? 1 : -1))
  for (const name of made.slice(KEPT)) await rm(join(folder, name), { recursive: true, force: true })
  return dir
}

/** Compressed rows take far less space than their tables and indexes. A third is a safe estimate. */
async function checkRoom({ dataDir, ownerUrl }: BeforeMigrationOptions): Promise<void> {
  const size = await withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ size: string }>('select pg_database_size(current_database()) as size')
    return Number(rows[0]?.size)
  })
  const { bavail, bsize } = await statfs(dataDir)
  const [needed, free] = [size / 3, bavail * bsize]
  if (free >= needed) return
  throw new StartError(
    `There is no room for the backup that is made before a migration: ${dataDir} has ${megabytes(free)} MB free and it may take ${megabytes(needed)} MB.`,
  )
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1024 / 1024)
}
