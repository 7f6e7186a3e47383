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
  /** Settings in addition to the settings that every test server needs. */
  settings?: Record<string, string>
  /** Another test server whose database this one shares, like a second process. Close this one before the other. */
  beside?: { database: TestDatabase }
  /** Replaces the folder for media. */
  media?: (folder: MediaStore) => MediaStore
}

/** The environment of the program in a test, with a database and a folder. */
export interface TestOutside {
  outside: PlatformOutside
  database: TestDatabase
  dataDir: string
  /** All log lines so far. */
  logLines: string[]
  watch: HandlerWatch
  /**
   * Closes and deletes everything.
   * @throws Error for errors of handlers, and for error codes that the contract does not name
   */
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
      WINNOW_FTP_PORT: '0',
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
      // Clients rely on the errors that the contract names. So every test of an operation checks that the contract names all its errors.
      const undeclared = logLines.filter((line) => line.includes(UNDECLARED_ERROR))
      if (undeclared.length > 0) throw new Error(undeclared.join(''))
    },
  }
}
