import type { BackgroundJob, BulkReply } from '@winnow/contract'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { startBackgroundJobs } from '../src/roles.ts'
import { callApi, type CallMethod } from './call-api.ts'
import { createTenant, type LoggedIn, type Tenant } from './factories.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { until } from './until.ts'

/** A server that works on background jobs, and the company of the current test. */
interface JobLab {
  readonly server: TestServer
  readonly tenant: Tenant
  /** Calls an operation, by default as the administrator of the company. */
  call: (
    method: CallMethod,
    url: string,
    payload?: object,
    who?: Pick<LoggedIn, 'cookie'>,
  ) => ReturnType<typeof callApi>
  /** The job of a reply, once it has ended. */
  ended: (reply: { status: number; body: BulkReply }) => Promise<BackgroundJob>
}

/** Starts the server before the tests of a file and stops it after them. Each test has a company of its own. */
export function openJobLab(options: Parameters<typeof startTestServer>[0] = {}): JobLab {
  let server: TestServer
  let worker: ReturnType<typeof startBackgroundJobs>
  let tenant: Tenant
  beforeAll(async () => {
    server = await startTestServer(options)
    worker = startBackgroundJobs(server.container)
  })
  afterAll(async () => {
    await worker.stop()
    await server.close()
  })
  beforeEach(async () => {
    tenant = await createTenant(server.database.runtime)
  })
  const call: JobLab['call'] = (method, url, payload, who = tenant.admin) => callApi(server, who, method, url, payload)
  return {
    get server() {
      return server
    },
    get tenant() {
      return tenant
    },
    call,
    async ended({ status, body }) {
      if (status !== 200 || !('job' in body)) throw new Error(`no job: ${status} ${JSON.stringify(body)}`)
      return until('the job to end', async () => {
        const job: BackgroundJob = (await call('GET', `/v1/background-jobs/${body.job.id}/state`)).body
        return job.status === 'done' ? job : undefined
      })
    },
  }
}
