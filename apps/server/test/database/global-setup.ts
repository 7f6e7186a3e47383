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
 * One PostgreSQL for all test files of a run, in a fresh folder: migrated once, cloned per file, deleted at the end. It
 * does not sync to disk, because no test with it tests durability.
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

/** A killed run leaves its server running. Starting on its folder takes that server over, and stopping ends it. */
async function removeLeftovers(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX))
  for (const dir of names.map((name) => join(tmpdir(), name))) {
    // Without a lock file another run is still creating it.
    if (!(await stat(join(dir, 'owner.lock')).catch(() => undefined))) continue
    const server = await startEmbeddedPostgres({ dir, log: () => undefined, durable: false }).catch(() => undefined)
    if (!server) continue
    await server.stop()
    await rm(dir, { recursive: true, force: true })
  }
}
