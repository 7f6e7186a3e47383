import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readMigrations } from '@winnow/server/src/platform/db/migration-files.ts'
import { openDatabase, type Database } from '@winnow/server/src/platform/db/open-database.ts'
import { Client } from 'pg'

const DATA = fileURLToPath(new URL('../../data/', import.meta.url))

/** Fills an empty, migrated database. The client is bound to no company and may change definitions. */
export interface Seed {
  /** Name of the folder: one database per kind of data and size. */
  name: string
  /** What the data depends on; when it changes, the data is made anew. */
  version: string
  write(client: Client, say: (what: string) => void): Promise<void>
}

/**
 * Opens a database of its own with the data of a seed, made once and used again until the seed changes. Migrations that are
 * new since then run on it, as they would on a company's data; only when an earlier one changed, the data is made anew.
 * It is the product's embedded server with the product's settings: synced commits, row-level security and all.
 */
export async function openBenchDatabase(seed: Seed): Promise<Database> {
  const dir = join(DATA, seed.name)
  const stampFile = join(dir, 'seeded.txt')
  const migrations = await readMigrations()
  // What the data was made with, a line each: the seed's version, and the migrations that it has been through.
  const stamp = [seed.version, ...migrations.map(({ sha256 }) => sha256)]
  const seeded = await readFile(stampFile, 'utf8').catch(() => undefined)
  const usable = seeded?.split('\n').every((line, index) => line === stamp[index]) ?? false
  if (!usable) await rm(dir, { recursive: true, force: true })
  await mkdir(dir, { recursive: true })
  const database = await openDatabase({
    dataDir: dir,
    database: {},
    onServerLog: (line) => void (/PANIC/.test(line) && console.error(line)),
    onPoolError: (error) => console.error(error.message),
    onMigrated: (name) => void (usable && console.log(`  ${seed.name}: migrated to ${name}`)),
  })
  try {
    if (!usable) await asOwner(database.server.ownerUrl, (client) => writeSeed(client, seed))
    else if (database.migrated.length > 0) await asOwner(database.server.ownerUrl, (client) => client.query('analyze'))
    await writeFile(stampFile, stamp.join('\n'))
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

async function writeSeed(client: Client, seed: Seed): Promise<void> {
  const began = performance.now()
  const say = (what: string): void =>
    console.log(`  ${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${seed.name}: ${what}`)
  // Row-level security binds the owner too; what is lost in a crash is simply made again.
  await client.query(`select set_config('app.system', 'on', false), set_config('synchronous_commit', 'off', false)`)
  await seed.write(client, say)
  const { rows } = await client.query<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  )
  say(`ready, ${rows[0]?.size}`)
}

async function asOwner(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'winnow bench' })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
