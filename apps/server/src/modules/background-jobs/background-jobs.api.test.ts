import { fork } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createLoggedIn, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inSystem, inTenant } from '../../platform/db/transaction.ts'
import { systemTicker } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { defineBackgroundJob, type BackgroundJobKind } from '../../platform/jobs/background-job.ts'
import { claimJob, LEASE_MS } from './claim-job.ts'
import { LOOK_EVERY_MS, startJobWorker, type JobWorker } from './job-worker.ts'
import { markCameras } from './mark-cameras.fixture.ts'

const CAMERAS = 400

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
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()))
  await inSystem(server.database.runtime, (tx) =>
    tx.updateTable('background_job').set({ status: 'done', finished_at: new Date() }).execute(),
  )
})

const call = (method: CallMethod, url: string, payload?: object, who: { cookie: string } = tenant.admin) =>
  callApi(server, who, method, url, payload)
const work = (...kinds: BackgroundJobKind[]): JobWorker => {
  const worker = startJobWorker({ ...server.container.deps, ticker: systemTicker, retryMs: 1 }, kinds)
  workers.push(worker)
  return worker
}

const addCameras = (count: number) =>
  inSystem(server.database.runtime, (tx) =>
    sql`insert into view (id, company_id, project_id, site_id, name, address_token)
      select gen_random_uuid(), ${tenant.companyId}, ${tenant.projectId}, ${tenant.siteId}, 'Camera ' || n, gen_random_uuid()
      from generate_series(1, ${count}) n`.execute(tx),
  )

/** Starts a job of a test's kind on all cameras of the tenant, as its administrator. */
async function start(kind: typeof markCameras, params: { fail?: boolean } = {}): Promise<string> {
  const { startJob, clock } = server.container.deps
  const { companyId, admin } = tenant
  const actor = {
    companyId,
    userId: admin.userId,
    name: 'Admin',
    address: '127.0.0.1',
    impersonator: null,
  } as Parameters<typeof startJob>[0]['actor']
  const reply = await inTenant(server.database.runtime, companyId, (tx) =>
    startJob(
      {
        tx,
        actor,
        companyId,
        now: clock.now(),
        requestId: newId(),
        audit: async () => {},
        publish: async () => {},
        afterCommit: () => {},
      },
      kind,
      {
        params,
        items: sql`select id as object_id, null::text as refused, null::text as name from view
          where company_id = ${companyId} order by id`,
      },
    ),
  )
  if (!('job' in reply)) throw new Error('no job')
  return reply.job.id
}

const state = async (id: string) => (await call('GET', `/v1/background-jobs/${id}/state`)).body
const ended = (id: string) =>
  until('the job to end', async () => {
    const job = await state(id)
    return job.status === 'done' ? job : undefined
  })
/** Returns the number of the tenant's cameras by how often they were processed. */
const timesDone = async (): Promise<Record<string, number>> => {
  const { rows } = await inSystem(server.database.runtime, (tx) =>
    sql<{ times: string; n: number }>`select coalesce(channel, '0') as times, count(*)::int as n from view
      where company_id = ${tenant.companyId} group by 1`.execute(tx),
  )
  return Object.fromEntries(rows.map(({ times, n }) => [times, n]))
}

describe('a job whose process stops half-way', () => {
  it('is taken over by another process after a kill and the end of its lease, and changes each camera once', async () => {
    await addCameras(CAMERAS)
    const id = await start(markCameras)
    const child = fork(new URL('./work-on-jobs.fixture.ts', import.meta.url), [server.database.url])
    const half = await until('half of it to be done', async () => {
      const { statProcessed } = await state(id)
      return statProcessed >= CAMERAS / 4 ? (statProcessed as number) : undefined
    })
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(half).toBeLessThan(CAMERAS)
    const { clock, db } = server.container.deps
    const before = await state(id)
    expect(before.status).toBe('running')
    expect(await timesDone()).toEqual({ 0: CAMERAS + 1 - before.statProcessed, 1: before.statProcessed })
    const claim = { kinds: [markCameras.name], owner: newId() }
    expect(await claimJob(db, claim, clock.now())).toBeUndefined()
    await inSystem(db, (tx) =>
      tx
        .updateTable('background_job')
        .set({ lease_until: new Date(clock.now().getTime() - 1) })
        .where('id', '=', id)
        .execute(),
    )
    work(markCameras)
    expect(await ended(id)).toMatchObject({ statQueued: CAMERAS + 1, statProcessed: CAMERAS + 1, statFailed: 0 })
    expect(await timesDone()).toEqual({ 1: CAMERAS + 1 })
  })

  it('can be taken over within 30 seconds, also when the clock was set back', async () => {
    expect(LEASE_MS + LOOK_EVERY_MS).toBeLessThan(30_000)
    const id = await start(markCameras)
    const { clock, db } = server.container.deps
    const claim = (owner: string) => claimJob(db, { kinds: [markCameras.name], owner }, clock.now())
    expect((await claim(newId()))?.id).toBe(id)
    expect(await claim(newId())).toBeUndefined()
    await inSystem(db, (tx) =>
      tx
        .updateTable('background_job')
        .set({ lease_until: new Date(clock.now().getTime() + 3_600_000) })
        .where('id', '=', id)
        .execute(),
    )
    expect((await claim(newId()))?.id).toBe(id)
  })

  it('is taken over by a process whose places are full, without the end of the jobs there', async () => {
    const going = Promise.withResolvers<undefined>()
    const endless = defineBackgroundJob({ ...markCameras, name: 'test.endless', prepare: () => going.promise })
    const worker = work(endless, markCameras)
    try {
      for (let busy = 0; busy < 2; busy++) {
        tenant = await createTenant(server.database.runtime)
        const other = await start(endless)
        worker.wake()
        await until('a full place', async () => (await state(other)).status === 'running')
      }
      tenant = await createTenant(server.database.runtime)
      const id = await start(markCameras)
      worker.wake()
      const { clock, db } = server.container.deps
      // Another process begins the job, and dies: its lease ends.
      const past = new Date(clock.now().getTime() - 1)
      await inSystem(db, (tx) =>
        tx
          .updateTable('background_job')
          .set({ status: 'running', started_at: past, lease_owner: newId(), lease_until: past })
          .where('id', '=', id)
          .execute(),
      )
      expect(await ended(id)).toMatchObject({ statProcessed: 1, statFailed: 0 })
    } finally {
      going.resolve(undefined)
    }
  })

  it('is processed once if two processes both believe that they own it', async () => {
    await addCameras(CAMERAS)
    const id = await start(markCameras)
    work(markCameras)
    await until('a start', async () => (await state(id)).statProcessed > 0)
    // The first process loses the lease but continues to work. The second process claims the job.
    await inSystem(server.database.runtime, (tx) =>
      tx.updateTable('background_job').set({ lease_until: null }).where('id', '=', id).execute(),
    )
    work(markCameras)
    expect(await ended(id)).toMatchObject({ statProcessed: CAMERAS + 1 })
    expect(await timesDone()).toEqual({ 1: CAMERAS + 1 })
  })

  it('can be continued at once after an orderly stop of its process', async () => {
    await addCameras(CAMERAS)
    const id = await start(markCameras)
    const first = work(markCameras)
    await until('a start', async () => (await state(id)).statProcessed > 0)
    await first.stop()
    const { lease_until } = await inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('background_job').select('lease_until').where('id', '=', id).executeTakeFirstOrThrow(),
    )
    expect(lease_until).toBeNull()
    work(markCameras)
    await ended(id)
    expect(await timesDone()).toEqual({ 1: CAMERAS + 1 })
  })
})

describe('cancelling', () => {
  it('ends a running job; finished items stay, and the rest is skipped', async () => {
    await addCameras(CAMERAS)
    const id = await start(markCameras)
    work(markCameras)
    await until('a start', async () => (await state(id)).statProcessed > 0)
    const cancelled = (await call('POST', `/v1/background-jobs/${id}/cancel`)).body
    expect(cancelled).toMatchObject({ status: 'done', cancelledBy: 'ADMIN_USER' })
    await Promise.all(workers.map((worker) => worker.stop()))
    const { statProcessed } = await state(id)
    expect(statProcessed).toBe(cancelled.statProcessed)
    expect(await timesDone()).toEqual({ 0: CAMERAS + 1 - statProcessed, 1: statProcessed })
  })

  it('of the job of somebody else is refused to users who may only read', async () => {
    const { companyId } = tenant
    const reader = await createLoggedIn(server.database.runtime, { companyId, userType: 'MEMBER_USER_READONLY' })
    const id = await start(markCameras)
    expect((await call('POST', `/v1/background-jobs/${id}/cancel`, undefined, reader)).status).toBe(403)
    expect(await state(id)).toMatchObject({ status: 'queued', cancelledBy: null })
  })

  it('ends a job that no process runs, and leaves a finished one unchanged', async () => {
    const id = await start(markCameras)
    expect((await call('POST', `/v1/background-jobs/${id}/cancel`)).body.status).toBe('done')
    const again = await call('POST', `/v1/background-jobs/${id}/cancel`)
    expect(again).toMatchObject({ status: 200, body: { cancelledBy: 'ADMIN_USER' } })
    const actions = await inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('audit').select('action').where('object_id', '=', id).execute(),
    )
    expect(actions).toEqual([{ action: 'job.cancelled' }])
  })
})

it('an item that throws fails alone, and the rest is done · JOBS-005', async () => {
  await addCameras(30)
  await inSystem(server.database.runtime, (tx) =>
    tx.updateTable('view').set({ name: 'Bad' }).where('id', '=', tenant.viewId).execute(),
  )
  const id = await start(markCameras, { fail: true })
  work(markCameras)
  const job = await ended(id)
  expect(job).toMatchObject({ statQueued: 31, statProcessed: 31, statFailed: 1 })
  expect(job.logFailed).toMatchObject([{ id: tenant.viewId, code: 'INTERNAL' }])
  expect(await timesDone()).toEqual({ 0: 1, 1: 30 })
})

it('a kind of job may plan in steps, prepare work other than SQL, and run a final step', async () => {
  const seen: unknown[] = []
  const params = z.object({})
  const planned = defineBackgroundJob<typeof params, string>({
    name: 'test.planned',
    line: 'test',
    group: 'test.planned',
    category: 'line',
    params,
    batch: 2,
    plan: async (_step, from) => {
      const at = z.number().nullable().parse(from) ?? 0
      return { items: [{ payload: { line: at } }, { payload: { line: at + 1 } }], next: at === 4 ? null : at + 2 }
    },
    prepare: async (_job, items) => `${items.length} ready`,
    apply: async (_step, items, prepared) => {
      seen.push([prepared, items.map(({ payload }) => payload)])
      return []
    },
    finish: async ({ job }) => void seen.push(['ended', job.author.name]),
  })
  const { companyId } = tenant
  const id = newId()
  await inSystem(server.database.runtime, (tx) =>
    tx
      .insertInto('background_job')
      .values({
        id,
        company_id: companyId,
        line: planned.line,
        kind: planned.name,
        type: planned.name,
        category: planned.category,
        job_group: planned.group,
        params: '{}',
        planning: true,
        user_name: 'Ada',
        created_at: new Date(),
      })
      .execute(),
  )
  work(planned)
  expect(await ended(id)).toMatchObject({ statQueued: 6, statProcessed: 6, statFailed: 0 })
  expect(seen).toEqual([
    ['2 ready', [{ line: 0 }, { line: 1 }]],
    ['2 ready', [{ line: 2 }, { line: 3 }]],
    ['2 ready', [{ line: 4 }, { line: 5 }]],
    ['ended', 'Ada'],
  ])
})

describe('the lists of jobs', () => {
  it('contain active jobs, and watched jobs in any state · JOBS-003 JOBS-019', async () => {
    const id = await start(markCameras)
    const active = (watchIds: string[]) =>
      call('POST', `/v1/background-jobs/${tenant.companyId}/active`, { watchIds }).then(({ body }) =>
        body.map((job: { id: string }) => job.id).toSorted(),
      )
    expect(await active([])).toEqual([id])
    expect(await active([tenant.jobId])).toEqual([id, tenant.jobId].toSorted())
    expect((await call('GET', '/v1/background-jobs?status=active')).body.rows).toMatchObject([{ id }])
    await call('POST', `/v1/background-jobs/${id}/cancel`)
    expect(await active([])).toEqual([])
    expect(await active([id])).toEqual([id])
    expect((await call('GET', '/v1/background-jobs')).body.count).toBe(2)
  })

  it('show users who may not see the whole company only their own jobs', async () => {
    const member = await createLoggedIn(server.database.runtime, {
      companyId: tenant.companyId,
      userType: 'EXTERNAL_USER',
    })
    const grant = { user_id: member.userId, company_id: tenant.companyId, node_type: 'site', node_id: tenant.siteId }
    await inSystem(server.database.runtime, (tx) =>
      tx
        .insertInto('user_grant')
        .values({ ...grant, permission: 'write' })
        .execute(),
    )
    const id = await start(markCameras)
    expect((await call('GET', `/v1/background-jobs/${id}/state`, undefined, member)).status).toBe(404)
    expect((await call('POST', `/v1/background-jobs/${id}/cancel`, undefined, member)).status).toBe(404)
    expect((await call('GET', '/v1/background-jobs', undefined, member)).body.rows).toEqual([])
    const own = await call('PUT', '/views/active', { allViews: true, isActive: false }, member)
    expect(own.body).toEqual({ numberOfAffectedCameras: 1 })
    expect((await call('GET', '/v1/background-jobs', undefined, member)).body.count).toBe(1)
  })
})

it('each step of a job sends a live message with its state', async () => {
  await addCameras(30)
  const id = await start(markCameras)
  work(markCameras)
  await ended(id)
  const { rows } = await inSystem(server.database.runtime, (tx) =>
    sql<{ status: string }>`select payload ->> 'status' as status from live_event
      where type = 'job.changed' and payload ->> 'jobId' = ${id} order by live_event.id`.execute(tx),
  )
  expect(rows.map(({ status }) => status)).toEqual(['running', 'running', 'done'])
})
