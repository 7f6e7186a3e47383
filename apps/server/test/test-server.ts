import { join } from 'node:path'
import type { AnalysisPool } from '@winnow/vision'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../src/app.ts'
import { createContainer, type Container } from '../src/container.ts'
import type { Outside } from '../src/outside.ts'
import type { Ticker } from '../src/platform/clock.ts'
import { createPasswordHasher, type PasswordHasher } from '../src/platform/crypto/password-hasher.ts'
import type { TestDatabase } from './database/test-database.ts'
import { openTestOutside, type TestOutsideOptions } from './test-outside.ts'

export interface TestServer {
  app: FastifyInstance
  container: Container
  database: TestDatabase
  /** All log lines. */
  logLines: string[]
  close(): Promise<void>
}

export interface TestServerOptions extends TestOutsideOptions {
  ticker?: Ticker
  pool?: AnalysisPool
  /** The hasher of passwords. The default is the real hasher, which is slow for tests with many attempts. */
  hasher?: PasswordHasher
  /** Returns the text of a captcha. */
  captchaText?: () => string
  /** The known detectors, and the function that creates the pool in which sets of detectors are compared. */
  catalogue?: Outside['catalogue']
  makePool?: Outside['makePool']
  /** What the plans of companies allow. */
  productCapacity?: Outside['productCapacity']
  /** Whether the intake process hangs. */
  intakeHung?: () => boolean
  /** The port of the demo's stream. */
  demoStreamPort?: number
  /** Folder of a built console. Default: no console. */
  consoleRoot?: string
}

/** The real hasher, shared by the servers of all test files of a worker: each hasher hashes a password when it is made. */
let sharedHasher: PasswordHasher | undefined

/**
 * Starts the complete HTTP application with a new database and folder. No port is opened: tests inject requests or call `app.listen`.
 */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { outside, database, dataDir, logLines, watch, close } = await openTestOutside(options)
  const container = await createContainer({
    ...outside,
    ...(options.ticker ? { ticker: options.ticker } : {}),
    ...(options.intakeHung ? { intakeHung: options.intakeHung } : {}),
    ...(options.demoStreamPort === undefined ? {} : { demoStreamPort: options.demoStreamPort }),
    ...(options.productCapacity ? { productCapacity: options.productCapacity } : {}),
    hasher: options.hasher ?? (sharedHasher ??= createPasswordHasher()),
    ...(options.captchaText ? { captchaText: options.captchaText } : {}),
    ...(options.pool ? { pool: options.pool } : {}),
    ...(options.catalogue ? { catalogue: options.catalogue } : {}),
    ...(options.makePool ? { makePool: options.makePool } : {}),
  })
  const app = await buildApp(container, { consoleRoot: options.consoleRoot ?? join(dataDir, 'no-console'), watch })
  await app.ready()
  return {
    app,
    container,
    database,
    logLines,
    async close() {
      await app.close()
      await container.close()
      await close()
    },
  }
}
