import { spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../../test/database/test-database.ts'
import type { TestDatabase } from '../../../test/database/test-database.ts'
import { readMigrations } from '../db/migration-files.ts'
import { createDb, createPool } from '../db/pool.ts'
import { prepareDatabase } from '../db/prepare-database.ts'
import { findMissingProtections } from '../db/roles.ts'
import { inSystem } from '../db/transaction.ts'
import { withClient } from '../db/with-client.ts'
import { openFileStore } from '../media/file-store.ts'
import { findFreePort } from '../postgres/free-port.ts'
import { startServerProcess } from '../postgres/server-process.ts'
import type { ServerProcess } from '../postgres/server-process.ts'
import { findOrCreateSystemUser } from '../postgres/system-user.ts'
import { createBackup } from './create-backup.ts'
import { checkBackup, restoreBackup } from './restore-backup.ts'
import { arrive, makePlace } from './testing/arrivals.ts'

/** Debian's folders for PostgreSQL, by major version. */
const SYSTEM_SERVERS = '/usr/lib/postgresql'

let folder: string
let target: TestDatabase
let older: ServerProcess | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-older-'))
  // If the test runs as root, the server runs as another user. This old version must then be able to enter the path.
  await chmod(folder, 0o755)
  target = await createTestDatabase()
})
afterEach(async () => {
  await older?.stop()
  await target.close()
  await rm(folder, { recursive: true, force: true })
})

/** A server of an older major version, with an owner and a runtime role as in docs/operations.md. */
async function startOlder(major: string): Promise<{ ownerUrl: string; runtimeUrl: string }> {
  const user = findOrCreateSystemUser()
  const clusterDir = join(folder, 'cluster')
  await mkdir(clusterDir)
  if (user) await chown(clusterDir, user.uid, user.gid)
  const bin = join(SYSTEM_SERVERS, major, 'bin')
  const args = ['-D', clusterDir, '-U', 'admin', '--auth=trust', '--encoding=UTF8', '--locale=C']
  const initdb = spawnSync(join(bin, 'initdb'), args, { ...user, cwd: clusterDir, encoding: 'utf8' })
  expect(initdb.stderr).toBe('')
  const port = await findFreePort()
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off' }
  const program = join(bin, 'postgres')
  older = await startServerProcess({ program, clusterDir, port, settings, user, log: () => undefined })
  await withClient(`postgres://admin@127.0.0.1:${port}/postgres`, async (client) => {
    await client.query('create role owner_of_winnow login')
    await client.query('create role runs_winnow login')
    await client.query('create database winnow owner owner_of_winnow')
  })
  const url = (role: string) => `postgres://${role}@127.0.0.1:${port}/winnow`
  return { ownerUrl: url('owner_of_winnow'), runtimeUrl: url('runs_winnow') }
}

describe('an installation on an older PostgreSQL', () => {
  it('has all protections, and can be moved to the embedded PostgreSQL by backup and restore', async ({ skip }) => {
    const majors = (await readdir(SYSTEM_SERVERS).catch(() => [])).filter(
      (name) => Number(name) >= 15 && Number(name) < 18,
    )
    const [major] = majors
    skip(major === undefined, `no PostgreSQL from 15 to 17 in ${SYSTEM_SERVERS}`)
    const { ownerUrl, runtimeUrl } = await startOlder(major ?? '')
    await prepareDatabase({ ownerUrl, runtimeUrl, migrations: await readMigrations() })
    expect(await findMissingProtections(runtimeUrl)).toEqual([])

    const media = await openFileStore({ root: join(folder, 'media') })
    const db = createDb(createPool(runtimeUrl, { name: 'test', maxConnections: 2, onError: () => undefined }))
    const place = await makePlace(db)
    await arrive(db, media, place, new Date())
    await db.destroy()
    const secretKeyFile = join(folder, 'secret.key')
    await writeFile(secretKeyFile, 'the key')
    const backup = join(folder, 'backup')
    await createBackup({ ownerUrl, media, secretKeyFile }, backup, () => new Date(Date.now() + 1000))

    const restored = await openFileStore({ root: join(folder, 'restored-media') })
    const { url, ownerUrl: targetOwner } = target
    await restoreBackup(
      { runtimeUrl: url, ownerUrl: targetOwner, media: restored, secretKeyFile: join(folder, 'restored.key') },
      backup,
      await checkBackup(backup),
    )
    const alarms = await inSystem(target.runtime, (tx) => tx.selectFrom('alarm').select('view_id').execute())
    expect(alarms).toEqual([{ view_id: place.view }])
  })
})
