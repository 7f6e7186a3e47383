// The gate looks up the ids of a request. The number of its queries does not depend on the number of ids.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createAlarm, createCamera, createLoggedIn, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { watchStatements, type StatementWatch } from '../../../test/watch-statements.ts'
import { inSystem } from '../../platform/db/transaction.ts'

const MANY = 60

let server: TestServer
let statements: StatementWatch
let tenant: Tenant
/** The sites of one client, each with a camera that has an alarm. */
const cameras: { siteId: string; viewId: string; alarmId: string }[] = []

beforeAll(async () => {
  server = await startTestServer()
  const db = server.database.runtime
  statements = watchStatements(server.database.runtimePool)
  tenant = await createTenant(db)
  const { companyId, projectId } = tenant
  for (let index = 0; index < MANY; index++) {
    const camera = await createCamera(db, companyId, { projectId })
    cameras.push({ ...camera, alarmId: await createAlarm(db, { companyId, ...camera }) })
  }
})
afterAll(() => server.close())

describe('ids in a request', () => {
  it('are looked up together if all of them are required', async () => {
    const siteIds = cameras.map(({ siteId }) => siteId)
    const create = (ids: readonly string[]) =>
      statements.during(async () => {
        const body = { tokenType: 'api', name: 'Gateway', siteIds: ids }
        expect((await callApi(server, tenant.admin, 'POST', '/v1/token', body)).status).toBe(200)
      })
    const few = await create(siteIds.slice(0, 1))
    expect((await create(siteIds)).length).toBe(few.length)
  })

  it('are all refused if one id does not exist', async () => {
    const other = await createTenant(server.database.runtime)
    const siteIds = [...cameras.map(({ siteId }) => siteId), other.siteId]
    const reply = await callApi(server, tenant.admin, 'POST', '/v1/token', { tokenType: 'api', name: 'x', siteIds })
    expect(reply).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })

  it('are looked up together in a filter, including the parents of granted nodes', async () => {
    const user = await createLoggedIn(server.database.runtime, {
      companyId: tenant.companyId,
      userType: 'EXTERNAL_USER',
    })
    const granted = cameras.slice(0, MANY / 2)
    await inSystem(server.database.runtime, (tx) =>
      tx
        .insertInto('user_grant')
        .values(
          granted.map(({ viewId }) => ({
            user_id: user.userId,
            company_id: tenant.companyId,
            node_type: 'view',
            node_id: viewId,
          })),
        )
        .execute(),
    )
    const ask = async (some: typeof cameras) => {
      let found: string[] = []
      const sent = await statements.during(async () => {
        const { body } = await callApi(server, user, 'POST', '/viewalarms', {
          sites: some.map(({ siteId }) => siteId),
          cameras: some.map(({ viewId }) => viewId),
          limit: 100,
        })
        found = body.rows.map(({ id }: { id: string }) => id)
      })
      return { found, gate: sent.filter((text) => / from "?(site|view)"? n\b/.test(text)).length }
    }
    // One query for the places of the sites, one for the sites with a granted camera, one for the places of the
    // cameras.
    expect(await ask(cameras.slice(0, 1))).toEqual({ found: [cameras[0]?.alarmId], gate: 3 })
    const all = await ask(cameras)
    expect(all.gate).toBe(3)
    expect(all.found.toSorted()).toEqual(granted.map(({ alarmId }) => alarmId).toSorted())
  })
})
