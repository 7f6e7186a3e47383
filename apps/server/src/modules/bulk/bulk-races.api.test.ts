// Bulk actions beside other changes of the same part of the tree.
import type { BulkReply } from '@winnow/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { waitsForLock } from '../../../test/waits-for-lock.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { startBackgroundJobs } from '../../roles.ts'

let server: TestServer
let worker: ReturnType<typeof startBackgroundJobs>
let tenant: Tenant
beforeAll(async () => {
  server = await startTestServer()
  worker = startBackgroundJobs(server.container)
})
afterAll(async () => {
  await worker.stop()
  await server.close()
})
beforeEach(async () => {
  tenant = await createTenant(server.database.runtime)
})

const call = (method: CallMethod, url: string, payload?: object) => callApi(server, tenant.admin, method, url, payload)

/** Waits for the end of the job of a reply. */
async function ended({ status, body }: { status: number; body: BulkReply }): Promise<string> {
  expect(status, JSON.stringify(body)).toBe(200)
  if (!('job' in body)) throw new Error('no job')
  const { id } = body.job
  await until(
    'the job to end',
    async () => (await call('GET', `/v1/background-jobs/${id}/state`)).body.status === 'done',
  )
  return id
}

/** Starts a job that has to wait for a camera, and deletes a site before the job can go on. */
async function deleteMeanwhile(siteId: string, viewId: string, start: () => ReturnType<typeof call>): Promise<void> {
  const db = server.database.runtime
  const { started, deleting } = await inSystem(db, async (tx) => {
    await tx.selectFrom('view').select('id').where('id', '=', viewId).forUpdate().execute()
    const reply = await start()
    await until('the job to wait for the camera', () => waitsForLock(db))
    let isDeleted = false
    const deletion = call('DELETE', `/site/${siteId}`).finally(() => {
      isDeleted = true
    })
    await until('the deletion to end or to wait', async () => isDeleted || (await waitsForLock(db, 2)))
    return { started: reply, deleting: deletion }
  })
  expect((await deleting).status).toBe(200)
  await ended(started)
}

/** The cameras of the company that exist although their site is deleted. */
const orphans = () =>
  inSystem(server.database.runtime, async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select view.name from view join site on site.id = view.site_id
      where view.company_id = ${tenant.companyId} and view.deleted_at is null and site.deleted_at is not null`.execute(
      tx,
    )
    return rows
  })

it('cameras that are moved to a site while it is deleted do not stay behind in it', async () => {
  const target = await createCamera(server.database.runtime, tenant.companyId)
  const body = { viewIds: [tenant.viewId], siteId: target.siteId, asBackgroundJob: true }
  await deleteMeanwhile(target.siteId, tenant.viewId, () => call('PUT', '/v1/views/site', body))
  expect(await orphans()).toEqual([])
})

it('cameras that are restored while their site is deleted do not stay behind in it', async () => {
  const { siteId, viewId } = await createCamera(server.database.runtime, tenant.companyId)
  const body = { viewIds: [viewId], asBackgroundJob: true }
  const id = await ended(await call('DELETE', `/company/${tenant.companyId}/views`, body))
  await deleteMeanwhile(siteId, viewId, () => call('POST', `/v1/background-jobs/${id}/restore`))
  expect(await orphans()).toEqual([])
})
