import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isMigrationName } from './name-migration.ts'

/** The folder of the program's migrations. */
const MIGRATIONS_DIR = fileURLToPath(new URL('migrations/', import.meta.url))

/** One change of the schema. Migrations run in the order of their names. */
export interface Migration {
  name: string
  sha256: string
  sql: string
}

/**
 * All migrations of a folder in the order of their names.
 * @throws {Error} for a file whose name is not a migration's name. If such a file were skipped silently, production would lack its changes.
 */
export async function readMigrations(dir: string = MIGRATIONS_DIR): Promise<Migration[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql'))
  const wrong = names.find((name) => !isMigrationName(name))
  if (wrong !== undefined) throw new Error(`${wrong} is no name of a migration: npm run migration -- rename`)
  // Sorted by code units: names with numbers come before names with times.
  names.sort((a, b) => (a < b ? -1 : 1))
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(dir, name), 'utf8')
      return { name, sha256: createHash('sha256').update(sql).digest('hex'), sql }
    }),
  )
}
