import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the program's migrations are. */
const MIGRATIONS_DIR = fileURLToPath(new URL('migrations/', import.meta.url))

/** One step of the schema, in the order of its name. */
export interface Migration {
  name: string
  sha256: string
  sql: string
}

/** All migrations of a folder (NNNN-name.sql) in order. */
export async function readMigrations(dir: string = MIGRATIONS_DIR): Promise<Migration[]> {
  const names = (await readdir(dir)).filter((name) => /^\d{4}-[a-z0-9-]+\.sql$/.test(name))
  // By code units, which is by number.
  names.sort((a, b) => (a < b ? -1 : 1))
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(dir, name), 'utf8')
      return { name, sha256: createHash('sha256').update(sql).digest('hex'), sql }
    }),
  )
}
