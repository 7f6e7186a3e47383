import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createAlarm, createCamera, createLoggedIn, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'

let server: TestServer
let tenant: Tenant
let first: Awaited<ReturnType<typeof createCamera>>
let second: Awaited<ReturnType<typeof createCamera>>
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  tenant = await createTenant(server.database.runtime)
  await inSystem(server.database.runtime, (tx) => tx.deleteFrom('alarm').where('id', '=', tenant.alarmId).execute())
  first = await createCamera(server.database.runtime, tenant.companyId)
  second = await createCamera(server.database.runtime, tenant.companyId)
})

const alarm = (camera: typeof first, hoursAgo: number, verdict: 'true' | 'false' = 'true') =>
  createAlarm(
    server.database.runtime,
    { companyId: tenant.companyId, ...camera },
    { verdict, receivedAt: new Date(Date.now() - hoursAgo * 3_600_000) },
  )
const wall = async (who: { cookie: string }, query = '', body = {}) => {
  const reply = await callApi(server, who, 'POST', `/v1/alarms/wall${query}`, body)
  return reply.body.rows.map(({ id }: { id: string }) => id)
}

it('shows the newest alarm of each camera within seven days, newest first', async () => {
  await alarm(first, 5)
  const [a, b] = [await alarm(first, 3), await alarm(second, 1)]
  await alarm(await createCamera(server.database.runtime, tenant.companyId), 8 * 24)
  expect(await wall(tenant.admin)).toEqual([b, a])
  expect(await wall(tenant.admin, '?limit=1')).toEqual([b])
})

it('shows the newest that matches the verdict, and only cameras that were asked for', async () => {
  const passed = await alarm(first, 3)
  const [filtered, other] = [await alarm(first, 2, 'false'), await alarm(second, 1)]
  expect(await wall(tenant.admin, '?verdict=true')).toEqual([other, passed])
  expect(await wall(tenant.admin, '', { sites: [first.siteId] })).toEqual([filtered])
  expect(await wall(tenant.admin, '', { projects: [second.projectId] })).toEqual([other])
})

it('shows only cameras that the user may see', async () => {
  const guest = await createLoggedIn(server.database.runtime, {
    companyId: tenant.companyId,
    userType: 'EXTERNAL_USER',
  })
  await inSystem(server.database.runtime, (tx) =>
    tx
      .insertInto('user_grant')
      .values({
        user_id: guest.userId,
        company_id: tenant.companyId,
        node_type: 'view',
        node_id: first.viewId,
        permission: 'read',
      })
      .execute(),
  )
  const mine = await alarm(first, 2)
  await alarm(second, 1)
  expect(await wall(guest)).toEqual([mine])
  expect(await wall((await createTenant(server.database.runtime)).admin)).not.toContain(mine)
})
