import { afterAll, beforeAll, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import {
  createAlarm,
  createCamera,
  createLoggedIn,
  createTenant,
  type LoggedIn,
  type Tenant,
} from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'

const DAY = 86_400_000

let server: TestServer
let tenant: Tenant

beforeAll(async () => {
  server = await startTestServer()
  tenant = await createTenant(server.database.runtime)
})
afterAll(() => server.close())

/** Creates alarms with a label of the company and one of a supervisor. Returns the id of the last one. */
async function label(
  labels: readonly [cus: boolean | null, sup: boolean | null][],
  {
    at = Date.now(),
    isTest = false,
    camera = tenant,
  }: { at?: number; isTest?: boolean; camera?: Parameters<typeof createAlarm>[1] } = {},
): Promise<string | undefined> {
  let last: string | undefined
  for (const [index, [cus, sup]] of labels.entries()) {
    const id = await createAlarm(server.database.runtime, camera, { receivedAt: new Date(at - 60_000 + index) })
    await inSystem(server.database.runtime, (tx) =>
      tx
        .updateTable('alarm')
        .set({ cus_ground_truth: cus, sup_ground_truth: sup, ground_truth: sup ?? cus, is_test: isTest })
        .where('id', '=', id)
        .execute(),
    )
    last = id
  }
  return last
}
const agreement = async (who: LoggedIn = tenant.admin) => (await callApi(server, who, 'GET', '/v1/home/agreement')).body

it('compares the labels of alarms that both labelled, of what the caller sees, and names the latest difference', async () => {
  expect(await agreement()).toMatchObject({ bothTrue: 0, share: null, kappa: null, latest: null })
  const many = (count: number, cus: boolean, sup: boolean) =>
    Array.from({ length: count }, () => [cus, sup] as [boolean, boolean])
  await label([...many(4, true, true), ...many(3, false, false), ...many(1, true, false)])
  const latest = await label(many(2, false, true))
  await label([
    [true, null],
    [null, false],
  ])
  await label(many(1, true, false), { isTest: true })
  await label(many(1, true, false), { at: Date.now() - 91 * DAY })
  const found = await agreement()
  expect(found).toMatchObject({
    bothTrue: 4,
    bothFalse: 3,
    companyTrue: 1,
    supervisorTrue: 2,
    share: { share: 0.7, count: 7, of: 10 },
    latest: { id: latest, viewId: tenant.viewId },
  })
  expect(found.kappa).toBeCloseTo(0.4)

  const other = await createCamera(server.database.runtime, tenant.companyId)
  await label(many(2, true, true), { camera: { companyId: tenant.companyId, ...other } })
  const external = await createLoggedIn(server.database.runtime, {
    companyId: tenant.companyId,
    userType: 'EXTERNAL_USER',
  })
  const grant = { user_id: external.userId, company_id: tenant.companyId, node_type: 'view', permission: 'read' }
  await inSystem(server.database.runtime, (tx) =>
    tx
      .insertInto('user_grant')
      .values({ ...grant, node_id: other.viewId })
      .execute(),
  )
  expect(await agreement(external)).toMatchObject({
    bothTrue: 2,
    bothFalse: 0,
    share: { of: 2 },
    kappa: null,
    latest: null,
  })
  const stranger = await createTenant(server.database.runtime, 'Other')
  expect(await agreement(stranger.admin)).toMatchObject({ bothTrue: 0, share: null })
})
