import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readMigrations } from '@winnow/server/src/platform/db/migration-files.ts'
import { openDatabase, type Database } from '@winnow/server/src/platform/db/open-database.ts'
import type { Db } from '@winnow/server/src/platform/db/transaction.ts'
import { Client } from 'pg'

const DATA = fileURLToPath(new URL('../../data/', import.meta.url))

/** Fills an empty, migrated database. */
export interface Seed {
  /** Name of the folder: one database per kind of data and size. */
  name: string
  /** Version of the seed. When it changes, the data is created again. */
  version: string
  /**
   * @param client bound to no company; may change definitions
   * @param db the program's own handle
   */
  write(client: Client, say: (what: string) => void, db: Db): Promise<void>
}

/** The data folder of a seed. The product can be started on it. */
export const dataDirOf = (seed: Seed): string => join(DATA, seed.name)

/**
 * Opens a separate database with the data of a seed. The data is created once and used again until the seed changes. Newer migrations run
 * on the existing data, as they would on a company's data. If an earlier migration changed, the data is created again.
 * It is the product's embedded server with all settings of the product, such as synchronous commits and row-level security.
 */
export async function openBenchDatabase(seed: Seed): Promise<Database> {
  const dir = dataDirOf(seed)
  const stampFile = join(dir, 'seeded.txt')
  const migrations = await readMigrations()
  // The origin of the data, one line each: the seed's version, and the migrations that ran on it.
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
    if (!usable) await asOwner(database.server.ownerUrl, (client) => writeSeed(client, seed, database.runtime))
    else if (database.migrated.length > 0) await asOwner(database.server.ownerUrl, (client) => client.query('analyze'))
    await writeFile(stampFile, stamp.join('\n'))
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

async function writeSeed(client: Client, seed: Seed, db: Db): Promise<void> {
  const began = performance.now()
  const say = (what: string): void =>
    console.log(`  ${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${seed.name}: ${what}`)
  // Row-level security applies to the owner too, hence `app.system`. Data that is lost in a crash is simply created again.
  await client.query(`select set_config('app.system', 'on', false), set_config('synchronous_commit', 'off', false)`)
  await seed.write(client, say, db)
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
