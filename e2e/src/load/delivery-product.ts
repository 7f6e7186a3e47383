import { createProject, createReceiver, createSite, createView, getCurrentUser } from '@winnow/contract'
import { createDb, createPool } from '@winnow/server/src/platform/db/pool.ts'
import type { Db } from '@winnow/server/src/platform/db/transaction.ts'
import { startWorkWakes, type WorkWakes } from '@winnow/server/src/platform/events/work-wakes.ts'
import { createLogger } from '@winnow/server/src/platform/log.ts'
import { logIn, type ApiClient } from '../harness/api-client.ts'
import { databaseUrl } from '../harness/open-database.ts'
import { removeDataDir, startProduct } from '../harness/product.ts'

/** A camera at a site of its own. */
export interface Place {
  companyId: string
  projectId: string
  siteId: string
  viewId: string
}

/**
 * The product, in which nothing happens by itself, and a way into its database. What is written there by this process is sent by the
 * dispatcher of the product's process, as where the analysis runs in a process of its own.
 */
export interface DeliveryProduct {
  db: Db
  wakes: WorkWakes
  api: ApiClient
  url: string
  createPlace(name: string): Promise<Place>
  /** @returns the ids of the receivers */
  createReceivers(place: Place, kind: string, configs: readonly object[]): Promise<string[]>
  close(): Promise<void>
}

/** Starts the product for receivers at any address of this machine. */
export async function startDeliveryProduct(settings: Record<string, string> = {}): Promise<DeliveryProduct> {
  const product = await startProduct({
    settings: {
      WINNOW_DEMO: 'still',
      WINNOW_LOG_LEVEL: 'error',
      WINNOW_ROLES: 'api,worker',
      WINNOW_ALLOWED_NETWORKS_RECEIVERS: '127.0.0.0/8',
      ...settings,
    },
  })
  const account = product.accounts['admin']
  if (!account) throw new Error('the product came up without an administrator')
  const url = await databaseUrl(product.dataDir)
  const onError = (error: Error): void => console.error(error.message)
  const db = createDb(createPool(url, { name: 'verdicts', maxConnections: 4, onError }))
  const log = createLogger({ level: 'error', write: (line) => console.error(line) })
  const wakes = startWorkWakes({ url, log })
  const api = await logIn(product.url, account)
  const { companyId } = await api.call(getCurrentUser)
  return {
    db,
    wakes,
    api,
    url: product.url,
    async createPlace(name) {
      const project = await api.call(createProject, { params: { id: companyId }, body: { name } })
      const site = await api.call(createSite, { params: { id: project.id }, body: { name } })
      const view = await api.call(createView, { params: { id: site.id }, body: { name } })
      return { companyId, projectId: project.id, siteId: site.id, viewId: view.id }
    },
    async createReceivers({ siteId }, kind, configs) {
      const ids: string[] = []
      for (const [index, config] of configs.entries()) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the settings belong to the kind, which the server checks
        const body = { kind, name: `${kind} ${index}`, config } as never
        const { receiver } = await api.call(createReceiver, { params: { id: siteId }, body })
        ids.push(receiver.id)
      }
      return ids
    },
    async close() {
      await wakes.stop()
      await db.destroy()
      await product.stop()
      await removeDataDir(product.dataDir)
    },
  }
}
