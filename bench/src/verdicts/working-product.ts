import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createContainer } from '@winnow/server/src/container.ts'
import { acceptSignal } from '@winnow/server/src/modules/intake/accept-signal.ts'
import { systemClock } from '@winnow/server/src/platform/clock.ts'
import { newKeyRing } from '@winnow/server/src/platform/crypto/key-ring.ts'
import { openDatabase, type Database } from '@winnow/server/src/platform/db/open-database.ts'
import { withClient } from '@winnow/server/src/platform/db/with-client.ts'
import { loadEnv } from '@winnow/server/src/platform/env.ts'
import { createLogger } from '@winnow/server/src/platform/log.ts'
import { openFileStore } from '@winnow/server/src/platform/media/file-store.ts'
import { startSweeper, startWorker } from '@winnow/server/src/roles.ts'
import { seedTree } from '../seed/tree.ts'

const COMPANY = '01900000-0000-7000-8000-00000000000d'
const VIEWS = 400

export interface WorkingProduct {
  company: string
  database: Database
  /** Takes in one alarm of the next camera, as the mail and HTTP intakes do; resolves when a sender would have its answer. */
  send(body: Buffer, contentType: string): Promise<void>
  close(): Promise<void>
}

/** Intake, analysis, deadlines and delivery as the program starts them, on a database and media of its own. */
export async function startWorkingProduct(dataDir: string): Promise<WorkingProduct> {
  const database = await openDatabase({
    dataDir,
    database: {},
    onServerLog: () => {},
    onPoolError: (error) => console.error(error.message),
  })
  const views = await withClient(database.server.ownerUrl, async (client) => {
    await client.query(`select set_config('app.system', 'on', false)`)
    await seedTree(client, { company: COMPANY, projects: 5, sites: 100, views: VIEWS })
    const { rows } = await client.query<{ id: string; site: string }>('select id, site_id as site from view')
    return rows
  })
  const media = await openFileStore({ root: join(dataDir, 'media') })
  const container = await createContainer({
    env: loadEnv({ WINNOW_DATA: dataDir, WINNOW_DEMO: 'off' }),
    clock: systemClock,
    log: createLogger({ level: 'error', write: (line) => console.error(line) }),
    db: database.runtime,
    runtimeUrl: database.server.runtimeUrl,
    media,
    keys: newKeyRing(),
    version: 'bench',
    ownAddresses: [],
  })
  await container.deps.pool?.warm()
  const running = [startSweeper(container), ...(await startWorker(container))]
  let next = 0
  return {
    company: COMPANY,
    database,
    async send(body, contentType) {
      const view = views[next++ % views.length]
      if (!view) throw new Error('there are no cameras')
      const target = { companyId: COMPANY, siteId: view.site, viewId: view.id, recipient: null }
      const ids = await acceptSignal(container.deps, {
        source: 'http',
        body,
        rawType: contentType,
        targets: [target],
        remoteAddress: '127.0.0.1',
        idempotencyKey: randomUUID(),
      })
      for (const id of ids) container.deps.pump.push(id)
    },
    async close() {
      for (const part of running) await part.stop()
      await container.close()
      media.close()
      await database.close()
    },
  }
}
