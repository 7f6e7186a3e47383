import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnalysisPool } from '@winnow/vision'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../src/app.ts'
import { createContainer, type Container, type Outside } from '../src/container.ts'
import { systemClock, type Clock, type Ticker } from '../src/platform/clock.ts'
import type { PasswordHasher } from '../src/platform/crypto/password-hasher.ts'
import { newKeyRing } from '../src/platform/crypto/key-ring.ts'
import { loadEnv, type Env } from '../src/platform/env.ts'
import { createLogger } from '../src/platform/log.ts'
import { UNDECLARED_ERROR } from '../src/platform/http/error-handler.ts'
import { openFileStore } from '../src/platform/media/file-store.ts'
import type { MediaStore } from '../src/platform/media/media-store.ts'
import { createTestDatabase, joinTestDatabase, type TestDatabase } from './database/test-database.ts'

export interface TestServer {
  app: FastifyInstance
  container: Container
  database: TestDatabase
  /** Everything that was logged, line by line. */
  logLines: string[]
  close(): Promise<void>
}

export interface TestServerOptions {
  clock?: Clock
  ticker?: Ticker
  pool?: AnalysisPool
  /** Settings beside those a test needs to be alone on the machine. */
  settings?: Record<string, string>
  /** Passwords are hashed for real unless a test makes too many attempts for that. */
  hasher?: PasswordHasher
  /** What captchas show. */
  captchaText?: () => string
  /** Another server, beside which this one works on the same database, as a second process does; it is closed first. */
  beside?: TestServer
  /** Takes the place of the folder in which media are kept. */
  media?: (folder: MediaStore) => MediaStore
  /** Known detectors, and what compares sets of them. */
  catalogue?: Outside['catalogue']
  makePool?: Outside['makePool']
  /** Folder of a built console; without it there is none. */
  consoleRoot?: string
}

/** The whole HTTP side on a database and a folder of its own. Nothing listens; requests are injected, or `app.listen` is called. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = options.beside ? joinTestDatabase(options.beside.database) : await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'winnow-server-'))
  const env: Env = loadEnv({
    WINNOW_DATA: dataDir,
    WINNOW_ROLES: 'api',
    WINNOW_HTTP_PORT: '0',
    WINNOW_SMTP_PORT: '0',
    WINNOW_DEMO: 'off',
    WINNOW_MIN_FREE_DISK_MB: '1',
    ...options.settings,
  })
  const logLines: string[] = []
  const folder = await openFileStore({ root: join(dataDir, 'media') })
  const media = options.media?.(folder) ?? folder
  const container = await createContainer({
    env,
    clock: options.clock ?? systemClock,
    log: createLogger({ level: 'debug', write: (line) => logLines.push(line) }),
    db: database.runtime,
    often: database.often,
    runtimeUrl: database.url,
    media,
    keys: newKeyRing(),
    version: '0.0.0-test',
    ownAddresses: [],
    ...(options.ticker ? { ticker: options.ticker } : {}),
    ...(options.hasher ? { hasher: options.hasher } : {}),
    ...(options.captchaText ? { captchaText: options.captchaText } : {}),
    ...(options.pool ? { pool: options.pool } : {}),
    ...(options.catalogue ? { catalogue: options.catalogue } : {}),
    ...(options.makePool ? { makePool: options.makePool } : {}),
  })
  const app = await buildApp(container, { consoleRoot: options.consoleRoot ?? join(dataDir, 'no-console') })
  await app.ready()
  return {
    app,
    container,
    database,
    logLines,
    async close() {
      await app.close()
      await container.close()
      media.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
      // Clients go by the errors that the contract names, so every test of an operation checks that it names them all.
      const undeclared = logLines.filter((line) => line.includes(UNDECLARED_ERROR))
      if (undeclared.length > 0) throw new Error(undeclared.join(''))
    },
  }
}
