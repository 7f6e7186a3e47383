import { join } from 'node:path'
import type { UserType } from '@winnow/contract'
import { buildApp } from '@winnow/server/src/app.ts'
import { createContainer } from '@winnow/server/src/container.ts'
import { systemClock } from '@winnow/server/src/platform/clock.ts'
import { newKeyRing } from '@winnow/server/src/platform/crypto/key-ring.ts'
import { openDatabase } from '@winnow/server/src/platform/db/open-database.ts'
import { withClient } from '@winnow/server/src/platform/db/with-client.ts'
import { loadEnv } from '@winnow/server/src/platform/env.ts'
import { createLogger } from '@winnow/server/src/platform/log.ts'
import { openFileStore } from '@winnow/server/src/platform/media/file-store.ts'
import { createCamera, createLoggedIn, type LoggedIn } from '@winnow/server/test/factories.ts'
import { nodeId, seedTree } from '../seed/tree.ts'

const COMPANY = '01900000-0000-7000-8000-00000000000e'
const SITES = 10_000
const VIEWS = 20_000

/** Starts the HTTP part of the product with a separate database that contains a large company. */
export async function openAccessLab(dataDir: string) {
  const database = await openDatabase({
    dataDir,
    database: {},
    onServerLog: () => {},
    onPoolError: (error) => console.error(error.message),
  })
  const asOwner = <T>(work: Parameters<typeof withClient<T>>[1]) => withClient(database.server.ownerUrl, work)
  await asOwner(async (client) => {
    await client.query(`select set_config('app.system', 'on', false)`)
    await seedTree(client, { company: COMPANY, projects: 50, sites: SITES, views: VIEWS })
    await client.query('analyze')
  })
  // Created by the product, because the ids of the seed differ from the product's.
  const camera = await createCamera(database.runtime, COMPANY)
  const media = await openFileStore({ root: join(dataDir, 'media') })
  const container = await createContainer({
    env: loadEnv({ WINNOW_DATA: dataDir, WINNOW_ROLES: 'api', WINNOW_DEMO: 'off', WINNOW_HTTP_PORT: '0' }),
    clock: systemClock,
    log: createLogger({ level: 'error', write: (line) => console.error(line) }),
    db: database.runtime,
    preparedDb: database.preparedDb,
    runtimeUrl: database.server.runtimeUrl,
    media,
    keys: newKeyRing(),
    version: 'bench',
    ownAddresses: [],
  })
  const app = await buildApp(container, { consoleRoot: join(dataDir, 'no-console') })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    app,
    url,
    container,
    companyId: COMPANY,
    asOwner,
    hasher: container.deps.hasher,
    /** A camera that every user with grants by `grantSites` may see. */
    viewId: camera.viewId,
    createUser: (user: { userType: UserType; email?: string; passwordHash?: string }): Promise<LoggedIn> =>
      createLoggedIn(database.runtime, { companyId: COMPANY, ...user }),
    /** Grants a user `sites` sites one by one, including the site of the camera. */
    grantSites: (userId: string, sites: number) =>
      asOwner(async (client) => {
        await client.query(`select set_config('app.system', 'on', false)`)
        await client.query(`insert into user_grant (user_id, company_id, node_type, node_id, permission)
          select '${userId}'::uuid, '${COMPANY}'::uuid, 'site', ${nodeId(COMPANY, 'site', 'n')}, 'read' from generate_series(2, ${sites}) n
          union all select '${userId}'::uuid, '${COMPANY}'::uuid, 'site', '${camera.siteId}'::uuid, 'read'`)
      }),
    async close() {
      await app.close()
      await container.close()
      media.close()
      await database.close()
    },
  }
}

export type AccessLab = Awaited<ReturnType<typeof openAccessLab>>
