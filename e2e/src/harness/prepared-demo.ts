import { chmodSync, cpSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { firstStart } from '@winnow/server/src/modules/demo/index.ts'
import { createPasswordHasher } from '@winnow/server/src/platform/crypto/password-hasher.ts'
import { openDatabase } from '@winnow/server/src/platform/db/open-database.ts'
import { readCredentials, writeCredentials } from '@winnow/server/src/platform/postgres/credentials.ts'
import { findFreePort } from '@winnow/server/src/platform/postgres/free-port.ts'
import type { Account } from './account.ts'

/** The environment variable that tells the processes of a test run the folder of the prepared demo. */
const PLACE = 'WINNOW_PREPARED_DEMO'

const placeOf = (folder: string) => ({ data: join(folder, 'data'), accounts: join(folder, 'accounts.json') })

/**
 * Creates the database of a demo once, for all journeys of a test run: cluster, migrations, accounts and cameras, which are a third of the
 * work of a first start. Each product that starts with a copy creates the rest of its data folder itself.
 * @returns a function that removes the database
 */
export async function prepareDemo(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'winnow-e2e-prepared-'))
  const remove = async () => {
    delete process.env[PLACE]
    await rm(folder, { recursive: true, force: true })
  }
  try {
    // If root starts the database, it runs as a separate user, who needs permission to enter the folder.
    chmodSync(folder, 0o711)
    const { data, accounts } = placeOf(folder)
    const database = await openDatabase({
      dataDir: data,
      database: {},
      onServerLog: () => undefined,
      onPoolError: () => undefined,
    })
    try {
      const announce = (made: (Account & { label: string })[]) => writeFile(accounts, JSON.stringify(made))
      await firstStart(database.runtime, createPasswordHasher(), { demo: true, announce })
    } finally {
      await database.close()
    }
    process.env[PLACE] = folder
    return remove
  } catch (error) {
    await remove()
    throw error
  }
}

/**
 * Fills a data folder with a copy of the prepared demo.
 * @returns the demo's accounts in the order in which a first start prints them; undefined outside a test run, where no demo is prepared
 */
export async function copyPreparedDemo(dataDir: string): Promise<Account[] | undefined> {
  const folder = process.env[PLACE]
  if (folder === undefined) return undefined
  const { data, accounts } = placeOf(folder)
  cpSync(data, dataDir, { recursive: true })
  // Each copy gets its own port. Otherwise two copies that start at the same time would both find the same port free.
  const file = join(dataDir, 'postgres', 'credentials.json')
  await writeCredentials(file, { ...(await readCredentials(file)), port: await findFreePort() })
  return JSON.parse(await readFile(accounts, 'utf8')) as Account[]
}
