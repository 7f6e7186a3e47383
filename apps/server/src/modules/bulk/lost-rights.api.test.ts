// Jobs whose author loses rights before their end.
import type { BackgroundJob } from '@winnow/contract'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createCamera, createLoggedIn, createTenant, type LoggedIn, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { startBackgroundJobs } from '../../roles.ts'

let server: TestServer
let tenant: Tenant
let member: LoggedIn
let second: string
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  tenant = await createTenant(server.database.runtime)
  const { companyId } = tenant
  second = (await createCamera(server.database.runtime, companyId, { ...tenant, name: 'Second' })).viewId
  member = await createLoggedIn(server.database.runtime, { companyId, userType: 'EXTERNAL_USER' })
  for (const viewId of [tenant.viewId, second])
    await run(sql`
      insert into user_grant (user_id, company_id, node_type, node_id, permission)
      values (${member.userId}, ${companyId}, 'view', ${viewId}, 'write')`)
})

const run = (statement: RawBuilder<unknown>) => inSystem(server.database.runtime, (tx) => statement.execute(tx))
const call = (method: CallMethod, url: string, payload?: object, who: { cookie: string } = member) =>
  callApi(server, who, method, url, payload)
const start = async (method: CallMethod, url: string, payload?: object): Promise<string> => {
  const { status, body } = await call(method, url, payload)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.job.id
}
const switchOff = () => start('PUT', '/views/active', { allViews: true, isActive: false, asBackgroundJob: true })

/** Lets a worker do the waiting job, and returns the job once it has ended. */
async function done(id: string): Promise<BackgroundJob> {
  const worker = startBackgroundJobs(server.container)
  try {
    return await until('the job to end', async () => {
      const { body } = await call('GET', `/v1/background-jobs/${id}/state`, undefined, tenant.admin)
      return body.status === 'done' ? body : undefined
    })
  } finally {
    await worker.stop()
  }
}

const loseSecond = () => run(sql`delete from user_grant where user_id = ${member.userId} and node_id = ${second}`)
const cameras = () =>
  inSystem(server.database.runtime, (tx) =>
    tx
      .selectFrom('view')
      .select(['active', sql<boolean>`deleted_at is not null`.as('deleted')])
      .where('id', 'in', [tenant.viewId, second])
      .orderBy(sql`id = ${second}`)
      .execute(),
  )
const UNCHANGED = { active: true, deleted: false }

it('a camera that its author may not change any more fails, and the others are changed', async () => {
  const id = await switchOff()
  await loseSecond()
  const job = await done(id)
  expect(job).toMatchObject({
    statQueued: 2,
    statFailed: 1,
    logFailed: [{ id: second, code: 'NOT_FOUND', link: null }],
  })
  expect(await cameras()).toEqual([{ ...UNCHANGED, active: false }, UNCHANGED])
})

it('a deletion is undone only for cameras that its author may still change', async () => {
  const url = `/company/${tenant.companyId}/views`
  const deleted = await start('DELETE', url, { allViews: true, asBackgroundJob: true })
  await done(deleted)
  await loseSecond()
  expect(await done(await start('POST', `/v1/background-jobs/${deleted}/restore`))).toMatchObject({ statFailed: 1 })
  expect(await cameras()).toEqual([UNCHANGED, { ...UNCHANGED, deleted: true }])
})

it.each<[string, () => RawBuilder<unknown>]>([
  ['disabled', () => sql`update app_user set disabled_at = now() where id = ${member.userId}`],
  ['made a reader', () => sql`update app_user set user_type = 'EXTERNAL_USER_READONLY' where id = ${member.userId}`],
])('the job of a user who was %s ends, and changes nothing more', async (_what, change) => {
  const id = await switchOff()
  await run(change())
  expect(await done(id)).toMatchObject({ error: 'FORBIDDEN', statProcessed: 0 })
  expect(await cameras()).toEqual([UNCHANGED, UNCHANGED])
})

it('the job of a token that was revoked ends, and changes nothing more', async () => {
  const reply = await server.app.inject({
    method: 'PUT',
    url: '/api/views/active',
    headers: { authorization: `Bearer ${tenant.apiToken}` },
    payload: { allViews: true, isActive: false, asBackgroundJob: true },
  })
  await run(sql`update api_token set revoked_at = now() where company_id = ${tenant.companyId}`)
  expect(await done(reply.json<{ job: BackgroundJob }>().job.id)).toMatchObject({ error: 'FORBIDDEN' })
  expect(await cameras()).toEqual([UNCHANGED, UNCHANGED])
})
