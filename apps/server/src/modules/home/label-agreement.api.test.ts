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
import { inSystem, type Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'

const DAY = 86_400_000

let server: TestServer
let tenant: Tenant

beforeAll(async () => {
  server = await startTestServer()
  tenant = await createTenant(server.database.runtime)
})
afterAll(() => server.close())

/** The two labels that stand on the alarm, and those of a blind review: what the company had said when the supervisor labelled it first. */
interface Labels {
  cus: boolean | null
  sup: boolean | null
  first?: { cus: boolean | null; sup: boolean | null }
}
const both = (cus: boolean, sup: boolean): Labels => ({ cus, sup, first: { cus, sup } })

/** Creates alarms with labels. Returns the id of the last one. */
async function label(
  labels: readonly Labels[],
  {
    at = Date.now(),
    isTest = false,
    camera = tenant,
  }: { at?: number; isTest?: boolean; camera?: Parameters<typeof createAlarm>[1] } = {},
): Promise<string | undefined> {
  let last: string | undefined
  for (const [index, { cus, sup, first }] of labels.entries()) {
    const id = await createAlarm(server.database.runtime, camera, { receivedAt: new Date(at - 60_000 + index) })
    await inSystem(server.database.runtime, async (tx) => {
      await tx
        .updateTable('alarm')
        .set({ cus_ground_truth: cus, sup_ground_truth: sup, ground_truth: sup ?? cus, is_test: isTest })
        .where('id', '=', id)
        .execute()
      if (first) await review(tx, id, first)
    })
    last = id
  }
  return last
}

/** Writes the alarm into a sample, as if a supervisor had labelled it. */
async function review(tx: Tx, alarmId: string, first: { cus: boolean | null; sup: boolean | null }): Promise<void> {
  const round = { id: newId(), company_id: tenant.companyId }
  const at = new Date()
  await tx
    .insertInto('quality_round')
    .values({ ...round, since: at, till: at, opened_at: at, closed_at: at, passed: 1, filtered: 0 })
    .execute()
  await tx
    .insertInto('quality_sample')
    .values({
      round_id: round.id,
      alarm_id: alarmId,
      company_id: tenant.companyId,
      stratum: 'passed',
      place: 0.5,
      listed_at: at,
      ground_truth: first.sup,
      company_truth: first.cus,
      labelled_at: at,
    })
    .execute()
}
const agreement = async (who: LoggedIn = tenant.admin) => (await callApi(server, who, 'GET', '/v1/home/agreement')).body

it('compares the labels of alarms that both labelled without knowing the other’s, of what the caller sees, and names the latest difference', async () => {
  expect(await agreement()).toMatchObject({ bothTrue: 0, share: null, kappa: null, latest: null })
  const many = (count: number, cus: boolean, sup: boolean) => Array.from({ length: count }, () => both(cus, sup))
  await label([...many(4, true, true), ...many(3, false, false), ...many(1, true, false)])
  // Both have corrected the second one since, after they knew the other label: the first pair counts.
  const latest = await label([both(false, true), { cus: true, sup: true, first: { cus: false, sup: true } }])
  await label([
    { cus: true, sup: null },
    { cus: null, sup: false, first: { cus: null, sup: false } },
    // The company labelled it after the supervisor, whose label it could see; and a label of a time before the review.
    { cus: true, sup: true, first: { cus: null, sup: true } },
    { cus: true, sup: true },
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
