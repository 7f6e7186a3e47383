import { createHash } from 'node:crypto'
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
 * Opens a database of its own with the data of a seed, made once and used again until the schema or the seed changes.
 * It is the product's embedded server with the product's settings: synced commits, row-level security and all.
 */
export async function openBenchDatabase(seed: Seed): Promise<Database> {
  const dir = join(DATA, seed.name)
  const stamp = await stampOf(seed)
  const stampFile = join(dir, 'seeded.json')
  const seeded = await readFile(stampFile, 'utf8').catch(() => undefined)
  if (seeded !== stamp) await rm(dir, { recursive: true, force: true })
  await mkdir(dir, { recursive: true })
  const database = await openDatabase({
    dataDir: dir,
    database: {},
    onServerLog: (line) => void (/PANIC/.test(line) && console.error(line)),
    onPoolError: (error) => console.error(error.message),
  })
  if (seeded === stamp) return database
  try {
    await writeSeed(seed, database.server.ownerUrl)
    await writeFile(stampFile, stamp)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

async function writeSeed(seed: Seed, ownerUrl: string): Promise<void> {
  const began = performance.now()
  const say = (what: string): void =>
    console.log(`  ${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${seed.name}: ${what}`)
  const client = new Client({ connectionString: ownerUrl, application_name: 'winnow bench' })
  await client.connect()
  try {
    // Row-level security binds the owner too; what is lost in a crash is simply made again.
    await client.query(`select set_config('app.system', 'on', false), set_config('synchronous_commit', 'off', false)`)
    await seed.write(client, say)
    say('ready')
  } finally {
    await client.end()
  }
}

async function stampOf(seed: Seed): Promise<string> {
  const hash = createHash('sha256').update(seed.version)
  for (const { sha256 } of await readMigrations()) hash.update(sha256)
  return JSON.stringify({ seed: hash.digest('hex') })
}
