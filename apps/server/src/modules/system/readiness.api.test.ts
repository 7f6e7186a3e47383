import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { until } from '../../../test/until.ts'
import { buildApp } from '../../app.ts'
import { createContainer } from '../../container.ts'
import { systemClock } from '../../platform/clock.ts'
import { newKeyRing } from '../../platform/crypto/key-ring.ts'
import { openDatabase } from '../../platform/db/open-database.ts'
import { loadEnv } from '../../platform/env.ts'
import { createLogger } from '../../platform/log.ts'
import { openFileStore } from '../../platform/media/file-store.ts'
import { startEmbeddedPostgres } from '../../platform/postgres/embedded-postgres.ts'

const cleanUp: (() => Promise<unknown>)[] = []
let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'winnow-ready-'))
  cleanUp.push(() => rm(dataDir, { recursive: true, force: true }))
})
afterEach(async () => {
  for (const step of cleanUp.splice(0).toReversed()) await step()
})

/** Starts a listening server with a separate PostgreSQL. */
async function start(isOwnStore?: () => Promise<boolean>) {
  const quiet = () => undefined
  const database = await openDatabase({ dataDir, database: {}, onServerLog: quiet, onPoolError: quiet })
  cleanUp.push(() => database.close())
  const env = loadEnv({
    WINNOW_DATA: dataDir,
    WINNOW_ROLES: 'api',
    WINNOW_HTTP_PORT: '0',
    WINNOW_MIN_FREE_DISK_MB: '1',
  })
  const media = await openFileStore({ root: join(dataDir, 'media') })
  const container = await createContainer({
    env,
    clock: systemClock,
    log: createLogger({ level: 'silent' }),
    db: database.runtime,
    preparedDb: database.preparedDb,
    runtimeUrl: database.server.runtimeUrl,
    media,
    ...(isOwnStore ? { isOwnStore } : {}),
    keys: newKeyRing(),
    version: '0.0.0-test',
    ownAddresses: [],
  })
  cleanUp.push(() => container.close())
  const app = await buildApp(container, { consoleRoot: join(dataDir, 'no-console') })
  cleanUp.push(() => app.close())
  return { database, url: await app.listen({ host: '127.0.0.1', port: 0 }) }
}

async function probe(url: string) {
  const reply = await fetch(url)
  return { status: reply.status, body: await reply.json() }
}

/** The report when everything works. It is degraded because these servers run no analysis. */
const IDLE = {
  status: 'degraded',
  reasons: ['no analysis process is running: alarms are passed on unverified at their deadline'],
}

/** Waits until the probe answers with this status, and returns its report. */
const readiness = (url: string, status: number) =>
  until(`readiness ${status}`, async () => {
    const answer = await probe(`${url}/readyz`)
    return answer.status === status && answer.body
  })

it('a server whose PostgreSQL stops reports not ready with the reason, keeps running, and is ready once it is back', async () => {
  const { database, url } = await start()
  const ready = (status: number) => readiness(url, status)
  expect(await ready(200)).toEqual(IDLE)
  await database.server.stop()
  expect(await ready(503)).toEqual({ status: 'not ready', reasons: ['the database cannot be reached'] })
  expect(await probe(`${url}/healthz`)).toEqual({ status: 200, body: { status: 'ok' } })
  const again = await startEmbeddedPostgres({ dir: join(dataDir, 'postgres'), log: () => undefined })
  cleanUp.push(() => again.stop())
  expect(await ready(200)).toEqual(IDLE)
})

it('a server whose media volume disappears reports it', async () => {
  let mounted = true
  const { url } = await start(() => Promise.resolve(mounted))
  await readiness(url, 200)
  mounted = false
  expect(await readiness(url, 503)).toEqual({
    status: 'not ready',
    reasons: [
      'the media store is not the one of this database: is its volume mounted?',
      'no analysis process is running: alarms are passed on unverified at their deadline',
    ],
  })
})
