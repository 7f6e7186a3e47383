import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock, type Clock } from '../src/platform/clock.ts'
import type { PlatformOutside } from '../src/platform/create-platform.ts'
import { newKeyRing } from '../src/platform/crypto/key-ring.ts'
import { loadEnv } from '../src/platform/env.ts'
import { UNDECLARED_ERROR } from '../src/platform/http/error-handler.ts'
import type { HandlerWatch } from '../src/platform/http/handlers.ts'
import { createLogger } from '../src/platform/log.ts'
import { openFileStore } from '../src/platform/media/file-store.ts'
import type { MediaStore } from '../src/platform/media/media-store.ts'
import { createTestDatabase, joinTestDatabase, type TestDatabase } from './database/test-database.ts'
import { watchHandlers } from './watch-handlers.ts'

export interface TestOutsideOptions {
  clock?: Clock
  /** Settings beside those a test needs to be alone on the machine. */
  settings?: Record<string, string>
  /** Another server, beside which this one works on the same database, as a second process does; it is closed first. */
  beside?: { database: TestDatabase }
  /** Takes the place of the folder in which media are kept. */
  media?: (folder: MediaStore) => MediaStore
}

/** What a test gives the program: a database and a folder of its own. */
export interface TestOutside {
  outside: PlatformOutside
  database: TestDatabase
  dataDir: string
  /** Everything that was logged, line by line. */
  logLines: string[]
  watch: HandlerWatch
  /** Closes and deletes all of it. @throws Error for faults of handlers, and for errors that the contract does not name */
  close: () => Promise<void>
}

export async function openTestOutside(options: TestOutsideOptions = {}): Promise<TestOutside> {
  const database = options.beside ? joinTestDatabase(options.beside.database) : await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'winnow-server-'))
  const logLines: string[] = []
  const folder = await openFileStore({ root: join(dataDir, 'media') })
  const media = options.media?.(folder) ?? folder
  const watch = watchHandlers(database.runtimePool)
  const outside: PlatformOutside = {
    env: loadEnv({
      WINNOW_DATA: dataDir,
      WINNOW_ROLES: 'api',
      WINNOW_HTTP_PORT: '0',
      WINNOW_SMTP_PORT: '0',
      WINNOW_DEMO: 'off',
      WINNOW_MIN_FREE_DISK_MB: '1',
      ...options.settings,
    }),
    clock: options.clock ?? systemClock,
    log: createLogger({ level: 'debug', write: (line) => logLines.push(line) }),
    db: database.runtime,
    preparedDb: database.preparedDb,
    runtimeUrl: database.url,
    media,
    keys: newKeyRing(),
    version: '0.0.0-test',
    ownAddresses: [],
  }
  return {
    outside,
    database,
    dataDir,
    logLines,
    watch,
    async close() {
      media.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
      watch.stop()
      if (watch.faults.size > 0) throw new Error([...watch.faults].join('\n'))
      // Clients go by the errors that the contract names, so every test of an operation checks that it names them all.
      const undeclared = logLines.filter((line) => line.includes(UNDECLARED_ERROR))
      if (undeclared.length > 0) throw new Error(undeclared.join(''))
    },
  }
}
