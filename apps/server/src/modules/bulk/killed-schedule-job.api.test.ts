import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { startBackgroundJobs } from '../../../src/roles.ts'
import { inSystem } from '../../platform/db/transaction.ts'

/** Three batches. */
const CAMERAS = 1_200
const NOON = { weekly: [[1, 720, 780]], special: [], days: [] }

let server: TestServer
let tenant: Tenant
let child: ChildProcess | undefined
let release: (() => void) | undefined
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  tenant = await createTenant(server.database.runtime)
  await run(sql`insert into view (id, company_id, project_id, site_id, name, address_token)
    select gen_random_uuid(), ${tenant.companyId}, ${tenant.projectId}, ${tenant.siteId}, 'Camera ' || n, gen_random_uuid()
    from generate_series(1, ${CAMERAS - 1}) n`)
})
afterEach(() => {
  child?.kill('SIGKILL')
  release?.()
})
afterAll(() => server.close())

const run = <Row>(statement: ReturnType<typeof sql<Row>>) =>
  inSystem(server.database.runtime, async (tx) => (await statement.execute(tx)).rows)
const call = (method: CallMethod, path: string, body?: object) => callApi(server, tenant.admin, method, path, body)
const state = async (id: string) => (await call('GET', `/v1/background-jobs/${id}/state`)).body
const followers = async () =>
  (await call('GET', `/v1/schedule-template/${tenant.scheduleId}`)).body.utilisation.views as number

/** Applies the schedule to all cameras by a process of its own, which gets as far as the last batch: somebody holds its last camera. */
async function stuckHalfWay(): Promise<string> {
  const [last] = await run(sql<{ id: string }>`
    select id from view where company_id = ${tenant.companyId} order by id desc limit 1`)
  const held = new Promise<void>((hold) => {
    const freed = new Promise<void>((free) => {
      release = free
    })
    void inSystem(server.database.runtime, async (tx) => {
      await sql`select from view where id = ${last?.id ?? ''} for update`.execute(tx)
      hold()
      await freed
    })
  })
  await held
  const { body } = await call('POST', `/schedule/${tenant.scheduleId}/bulk-apply`, {
    allViews: true,
    asBackgroundJob: true,
  })
  const id: string = body.job.id
  child = fork(new URL('./work-on-schedules.fixture.ts', import.meta.url), [server.database.url])
  await until('two batches to be done', async () => (await state(id)).statProcessed === 1_000)
  return id
}

it('a process that is killed while it applies a schedule leaves no camera out, and what was kept is listed with links · SCHEDULES-001', async () => {
  // One camera of the first batch and one of the last have schedules of their own.
  const own = await run(sql<{ id: string }>`
    update view set own_schedule = ${JSON.stringify(NOON)}::jsonb where id in (
      select id from (select id, row_number() over (order by id) as n from view where company_id = ${tenant.companyId}) numbered
      where n in (3, 1150)) returning id`)
  const id = await stuckHalfWay()
  child?.kill('SIGKILL')
  if (child) await once(child, 'exit')
  expect(await state(id)).toMatchObject({ status: 'running', statProcessed: 1_000, statFailed: 1 })
  expect(await followers()).toBe(999)

  // The lease of the killed process ends.
  release?.()
  await run(sql`update background_job set lease_until = now() - interval '1 second' where id = ${id}`)
  const worker = startBackgroundJobs(server.container)
  const done = await until('the job to end', async () => {
    const job = await state(id)
    return job.status === 'done' ? job : undefined
  })
  await worker.stop()
  expect(done).toMatchObject({ statProcessed: CAMERAS, statFailed: 2, error: null })
  expect(await followers()).toBe(CAMERAS - 2)
  const [first = '', second = ''] = own.map((each) => each.id).toSorted()
  expect(done.logFailed).toMatchObject(
    [first, second].map((each) => ({ id: each, code: 'SCHEDULE_KEPT', link: `/cams/clients/u?cam=${each}` })),
  )
})

it('cancelled half-way, the cameras that were not reached keep what they had · SCHEDULES-001', async () => {
  const id = await stuckHalfWay()
  expect((await call('POST', `/v1/background-jobs/${id}/cancel`)).body).toMatchObject({
    status: 'done',
    cancelledBy: 'ADMIN_USER',
    statProcessed: 1_000,
  })
  release?.()
  const { clock } = server.container.deps
  await until('the step to be given up', async () => {
    const rows = await run(
      sql`select from pg_stat_activity
        where application_name = 'killed worker' and state = 'active' and datname = current_database()`,
    )
    return rows.length === 0 && clock.now()
  })
  expect(await followers()).toBe(1_000)
  expect(await state(id)).toMatchObject({ status: 'done', statProcessed: 1_000, statFailed: 0 })
})
