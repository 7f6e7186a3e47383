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

/** The folder of the prepared demo, for the processes of a test run. */
const PLACE = 'WINNOW_PREPARED_DEMO'

const placeOf = (folder: string) => ({ data: join(folder, 'data'), accounts: join(folder, 'accounts.json') })

/**
 * Makes the database of a demo once, for all journeys of a test run: cluster, migrations, accounts and cameras, which are a third of the
 * work of a first start. The rest of a data folder is made by the start that gets a copy.
 * @returns removes it again
 */
export async function prepareDemo(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'winnow-e2e-prepared-'))
  const remove = async () => {
    delete process.env[PLACE]
    await rm(folder, { recursive: true, force: true })
  }
  try {
    // As root the database has a user of its own, who must pass through to it.
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
 * @returns its accounts in the order in which a first start prints them; undefined outside a test run, where nothing is prepared
 */
export async function copyPreparedDemo(dataDir: string): Promise<Account[] | undefined> {
  const folder = process.env[PLACE]
  if (folder === undefined) return undefined
  const { data, accounts } = placeOf(folder)
  cpSync(data, dataDir, { recursive: true })
  // All copies would begin with the same port, and two that start at once would both find it free.
  const file = join(dataDir, 'postgres', 'credentials.json')
  await writeCredentials(file, { ...(await readCredentials(file)), port: await findFreePort() })
  return JSON.parse(await readFile(accounts, 'utf8')) as Account[]
}
