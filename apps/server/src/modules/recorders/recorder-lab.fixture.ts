import type { AutomationEvent, BackgroundJob } from '@winnow/contract'
import type { HikvisionChannel } from '@winnow/testkit'
import { sql } from 'kysely'
import { callApi } from '../../../test/call-api.ts'
import { createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import type { TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'

/** The password of the stand-ins. */
export const PASSWORD = 'Abcd-1234'

/** A camera as it is stored, with the connection that it holds. */
export interface StoredCamera {
  id: string
  name: string
  channel: string | null
  integration: string
  kind: string | null
  settings: { host: string; port: number } | null
}

/** Network cameras of a recorder, of which the second one is offline. */
export const camerasOf = (count: number): HikvisionChannel[] =>
  Array.from({ length: count }, (_, n) => ({ id: n + 1, name: `Camera ${n + 1}`, online: n !== 1 }))

/** What a recorder says of itself. */
export const recorderWith = (network: readonly HikvisionChannel[]) => ({
  name: 'Hall',
  model: 'DS-7616NI-K2',
  type: 'NVR',
  network,
})

/** A company with an empty site, and its administrator who adds the cameras of recorders to it. */
export async function openLab(server: TestServer) {
  const tenant: Tenant = await createTenant(server.database.runtime)
  const { companyId } = tenant
  const place = await createCamera(server.database.runtime, companyId)
  const { siteId } = place
  const inAll = <T>(work: Parameters<typeof inSystem<T>>[1]) => inSystem(server.database.runtime, work)
  await inAll((tx) => tx.deleteFrom('view').where('id', '=', place.viewId).execute())
  const post = async (path: string, body: object) => {
    const login = { maker: 'hikvision', host: '127.0.0.1', username: 'admin', password: PASSWORD }
    return callApi(server, tenant.admin, 'POST', `/v1/site/${siteId}/recorder/${path}`, { ...login, ...body })
  }
  return {
    tenant,
    siteId,
    projectId: place.projectId,
    look: async (body: object) => (await post('look', body)).body,
    add: (body: object) => post('cameras', body),
    addCamera: async (channel: string, name?: string): Promise<string> => {
      const where = { projectId: place.projectId, siteId, ...(name === undefined ? {} : { name }) }
      const { viewId } = await createCamera(server.database.runtime, companyId, where)
      await inAll((tx) => tx.updateTable('view').set({ channel }).where('id', '=', viewId).execute())
      return viewId
    },
    /** Waits for the end of the job that an answer names. */
    finished: ({ body }: { body: { job: Pick<BackgroundJob, 'id'> } }): Promise<BackgroundJob> =>
      until('the end of the job', async () => {
        const path = `/v1/background-jobs/${body.job.id}/state`
        const job: BackgroundJob = (await callApi(server, tenant.admin, 'GET', path)).body
        return job.status === 'done' && job
      }),
    cameras: () =>
      inAll(async (tx) => {
        const { rows } = await sql<StoredCamera>`
          select view.id, view.name, view.channel, view.integration, connection.kind, connection.settings from view
            left join connection on connection.view_id = view.id
          where view.site_id = ${siteId} and view.deleted_at is null order by length(view.channel), view.channel, view.id`.execute(
          tx,
        )
        return rows
      }),
    /** The messages of the site's automation, in order. */
    told: () =>
      inAll(async (tx) => {
        const { rows } = await sql<{ told: AutomationEvent }>`
          select payload || jsonb_build_object('type', type) as told from live_event
          where company_id = ${companyId} and type like 'automation.%' order by id`.execute(tx)
        return rows.map((row) => row.told)
      }),
    /** The logins that are kept for jobs. */
    logins: async () =>
      (await inAll((tx) => sql`select 1 from connection where site_id = ${siteId}`.execute(tx))).rows.length,
    /** Whether a text stands anywhere in what the company's jobs, audit and messages hold. */
    holds: (text: string) =>
      inAll(async (tx) => {
        const { rows } = await sql<{ found: boolean }>`
          select exists (select 1 from background_job x where x.company_id = ${companyId} and position(${text} in x::text) > 0)
            or exists (select 1 from background_job_item x where x.company_id = ${companyId} and position(${text} in x::text) > 0)
            or exists (select 1 from audit x where x.company_id = ${companyId} and position(${text} in x::text) > 0)
            or exists (select 1 from live_event x where x.company_id = ${companyId} and position(${text} in x::text) > 0)
            or exists (select 1 from connection x where x.company_id = ${companyId} and position(${text} in x::text) > 0) as found`.execute(
          tx,
        )
        return rows[0]?.found ?? true
      }),
  }
}
export type Lab = Awaited<ReturnType<typeof openLab>>
