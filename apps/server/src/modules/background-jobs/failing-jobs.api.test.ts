// Jobs whose steps fail.
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { callApi } from '../../../test/call-api.ts'
import { createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inSystem, type Db } from '../../platform/db/transaction.ts'
import { systemTicker } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { defineBackgroundJob, type BackgroundJobKind } from '../../platform/jobs/background-job.ts'
import { startJobWorker, type JobWorker } from './job-worker.ts'

let server: TestServer
let tenant: Tenant
const workers: JobWorker[] = []
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  tenant = await createTenant(server.database.runtime)
})
afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.stop())))

type Definition = Parameters<typeof defineBackgroundJob<typeof params, undefined>>[0]
const params = z.object({})
const defineKind = (more: Partial<Definition>): BackgroundJobKind =>
  defineBackgroundJob<typeof params>({
    name: 'test.failing',
    line: 'test',
    group: 'test.failing',
    category: 'line',
    params,
    batch: 1,
    apply: async () => [],
    ...more,
  })

/** Adds a job of a kind, with some items; without items, the kind plans them. */
async function addJob(kind: BackgroundJobKind, items?: number): Promise<string> {
  const id = newId()
  const { companyId } = tenant
  await inSystem(server.database.runtime, async (tx) => {
    const named = { kind: kind.name, line: kind.line, type: kind.name, category: kind.category, job_group: kind.group }
    await tx
      .insertInto('background_job')
      .values({
        id,
        company_id: companyId,
        ...named,
        params: '{}',
        planning: items === undefined,
        queued: items ?? 0,
        user_name: 'Ada',
        created_at: new Date(),
      })
      .execute()
    for (let position = 0; position < (items ?? 0); position += 1)
      await tx.insertInto('background_job_item').values({ company_id: companyId, job_id: id, position }).execute()
  })
  return id
}

function work(kind: BackgroundJobKind, change: Partial<Parameters<typeof startJobWorker>[0]> = {}): void {
  workers.push(startJobWorker({ ...server.container.deps, ticker: systemTicker, retryMs: 1, ...change }, [kind]))
}

const ended = (id: string) =>
  until('the job to end', async () => {
    const { body } = await callApi(server, tenant.admin, 'GET', `/v1/background-jobs/${id}/state`)
    return body.status === 'done' ? body : undefined
  })

it.each<[string, Partial<Definition>, number | undefined]>([
  ['planned', { plan: () => Promise.reject(new Error('cannot be planned')) }, undefined],
  ['finished', { finish: () => Promise.reject(new Error('cannot be finished')) }, 2],
])('a job that cannot be %s ends with an error, and consoles and the audit learn of it', async (_what, more, items) => {
  const kind = defineKind(more)
  const id = await addJob(kind, items)
  work(kind)
  expect(await ended(id)).toMatchObject({ error: 'INTERNAL', statProcessed: items ?? 0 })
  const { events, audit } = await inSystem(server.database.runtime, async (tx) => ({
    events: await tx
      .selectFrom('live_event')
      .select('payload')
      .where('type', '=', 'job.changed')
      .orderBy('id')
      .execute(),
    audit: await tx.selectFrom('audit').select(['action', 'after']).where('object_id', '=', id).execute(),
  }))
  expect(events.at(-1)?.payload).toMatchObject({ jobId: id, status: 'done' })
  expect(audit).toMatchObject([{ action: 'job.finished', after: { error: 'INTERNAL' } }])
})

it('a job does not count items as failed while the database cannot be reached', async () => {
  const { db, log } = server.container.deps
  let isDown = false
  let failures = 0
  const broken: Db = new Proxy(db, {
    get(target, name) {
      if (name === 'transaction' && isDown) throw new Error('the connection was refused')
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  // The database can be reached again in the pause after the fifth failure.
  const warn = () => {
    failures += 1
    isDown = failures < 5
  }
  const noting = { ...log, child: () => noting, info: () => undefined, warn } as unknown as typeof log
  const kind = defineKind({
    async prepare() {
      if (failures === 0) isDown = true
      return undefined
    },
  })
  const id = await addJob(kind, 3)
  work(kind, { db: broken, log: noting })
  expect(await ended(id)).toMatchObject({ error: null, statProcessed: 3, statFailed: 0 })
  expect(failures).toBe(5)
})
