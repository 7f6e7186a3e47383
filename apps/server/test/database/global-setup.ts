import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { readMigrations } from '../../src/platform/db/migration-files.ts'
import { prepareDatabase } from '../../src/platform/db/prepare-database.ts'
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded-postgres.ts'

const PREFIX = 'winnow-test-postgres-'
const TEMPLATE = 'winnow'

declare module 'vitest' {
  interface ProvidedContext {
    /** Addresses of the template database, which `createTestDatabase` clones. */
    testServer: { superuserUrl: string; ownerUrl: string; runtimeUrl: string }
  }
}

/**
 * Starts one PostgreSQL for all test files of a run, in a new folder. Its template database is migrated once and cloned for each file. The
 * folder is deleted at the end. The server does not sync to disk, because no test that uses it tests durability.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers()
  const dir = await mkdtemp(join(tmpdir(), PREFIX))
  const server = await startEmbeddedPostgres({ dir, log: () => undefined, durable: false })
  const teardown = async () => {
    await server.stop()
    await rm(dir, { recursive: true, force: true })
  }
  try {
    const [ownerUrl, runtimeUrl] = [server.url('owner', TEMPLATE), server.url('runtime', TEMPLATE)]
    await prepareDatabase({ ownerUrl, runtimeUrl, migrations: await readMigrations() })
    project.provide('testServer', { superuserUrl: server.url('superuser', 'postgres'), ownerUrl, runtimeUrl })
  } catch (error) {
    await teardown()
    throw error
  }
  return teardown
}

/** Ends servers that killed runs have left running. Starting on the folder of such a server takes it over, and stopping ends it. */
async function removeLeftovers(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX))
  for (const dir of names.map((name) => join(tmpdir(), name))) {
    // If there is no lock file, another run is creating the folder.
    if (!(await stat(join(dir, 'owner.lock')).catch(() => undefined))) continue
    const server = await startEmbeddedPostgres({ dir, log: () => undefined, durable: false }).catch(() => undefined)
    if (!server) continue
    await server.stop()
    await rm(dir, { recursive: true, force: true })
  }
}
