import type { BackgroundJob, ImportLine, TreeImport } from '@winnow/contract'
import { sql } from 'kysely'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createTenant, type LoggedIn, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { startBackgroundJobs } from '../../roles.ts'
import { noLimits, type ProductCapacity } from '../products/index.ts'

const HEAD = 'client,client_key,site,site_key,site_timezone,camera,camera_key,thermal'

/** A file with the columns of most tests. */
export const file = (...lines: string[]): string => [HEAD, ...lines].join('\n')

/** The number and the problems of each line. */
export const codes = (lines: readonly ImportLine[]) =>
  lines.map(({ line, problems }) => [
    line,
    ...problems.map((each) => [each.code, each.column, each.otherLine].join(' ')),
  ])

/** Imports and exports as the administrator of a company. */
function transfersOf(server: TestServer, tenant: Tenant) {
  const call = (method: CallMethod, url: string, payload?: object) =>
    callApi(server, tenant.admin, method, url, payload)
  const upload = async (text: string | Buffer, who: Pick<LoggedIn, 'cookie'> = tenant.admin) => {
    const reply = await server.app.inject({
      method: 'POST',
      url: '/api/v1/imports?fileName=tree.csv',
      headers: { cookie: who.cookie, 'x-requested-with': 'winnow', 'content-type': 'text/csv' },
      payload: text,
    })
    return { status: reply.statusCode, body: reply.json() }
  }
  /** Waits for the end of a job that was started. */
  const finished = (started: { job: Pick<BackgroundJob, 'id'> }): Promise<BackgroundJob> =>
    until('the import to end', async () => {
      const job: BackgroundJob = (await call('GET', `/v1/background-jobs/${started.job.id}/state`)).body
      return job.status === 'done' && job
    })
  return {
    tenant,
    call,
    upload,
    /** Uploads a file, and returns what an import would do, with all lines. */
    async preview(text: string | Buffer): Promise<TreeImport & { all: ImportLine[] }> {
      const { status, body } = await upload(text)
      if (status !== 200) throw new Error(JSON.stringify(body))
      return { ...body, all: (await call('GET', `/v1/imports/${body.id}/lines?limit=500`)).body.rows }
    },
    /** Imports a file that was uploaded, and waits for the end of the job. */
    async run({ id }: { id: string }): Promise<BackgroundJob> {
      const { status, body } = await call('POST', `/v1/imports/${id}/run`)
      if (status !== 200) throw new Error(JSON.stringify(body))
      return finished(body)
    },
    finished,
    async download(url: string): Promise<string> {
      return (await server.app.inject({ url: `/api${url}`, headers: { cookie: tenant.admin.cookie } })).body
    },
    /** The cameras of the company, without the one that each company of a test has. */
    cameras: () =>
      inSystem(server.database.runtime, async (tx) => {
        const { rows } = await sql<{
          client: string
          site: string
          camera: string
          thermal: boolean
          key: string | null
        }>`
          select p.name as client, s.name as site, v.name as camera, v.thermal, v.external_key as key
          from view v join site s on s.id = v.site_id join project p on p.id = v.project_id
          where v.company_id = ${tenant.companyId} and v.deleted_at is null and v.id <> ${tenant.viewId}
          order by 1, 2, 3`.execute(tx)
        return rows
      }),
  }
}

export type Transfers = ReturnType<typeof transfersOf>

/** Starts a server that also works on background jobs; without `works`, only after `work` was called. */
export async function startTransferLab({
  works = true,
  productCapacity = noLimits,
}: { works?: boolean; productCapacity?: ProductCapacity } = {}) {
  const server = await startTestServer({ productCapacity })
  let worker: ReturnType<typeof startBackgroundJobs> | undefined
  const work = () => {
    worker = startBackgroundJobs(server.container)
  }
  if (works) work()
  return {
    server,
    work,
    company: async (): Promise<Transfers> => transfersOf(server, await createTenant(server.database.runtime)),
    async close() {
      await worker?.stop()
      await server.close()
    },
  }
}
