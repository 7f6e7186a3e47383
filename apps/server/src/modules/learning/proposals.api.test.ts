import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createCamera, createLoggedIn, createTenant, type LoggedIn, type Tenant } from '../../../test/factories.ts'
import { createLabelled, JUDGED_BY, labelWell, type LabelledCamera } from '../../../test/labelled-camera.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem, type Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { listApplied } from './adjustment-queries.ts'
import { proposeAhead } from './propose-ahead.ts'

let server: TestServer
let tenant: Tenant
/** Two cameras of the company with enough labels. */
let cameras: [LabelledCamera, LabelledCamera]

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  tenant = await createTenant(server.database.runtime)
  const { companyId } = tenant
  cameras = [{ ...tenant }, { companyId, ...(await createCamera(server.database.runtime, companyId)) }]
  for (const camera of cameras) await labelWell(server.database.runtime, camera)
})

const db = <T>(work: (tx: Tx) => Promise<T>) => inSystem(server.database.runtime, work)
const label = (camera: LabelledCamera, count: number, isTrue: boolean, way: number, verdict?: 'true' | 'false') =>
  createLabelled(server.database.runtime, camera, count, isTrue, way, verdict ? { verdict } : {})
const propose = () => proposeAhead(server.container.deps, new AbortController().signal)
const call = (method: CallMethod, url: string, payload?: object, who: LoggedIn = tenant.admin) =>
  callApi(server, who, method, url, payload)
const list = async (who?: LoggedIn) => (await call('GET', '/v1/learning/proposals', undefined, who)).body
const proposals = async (): Promise<string[]> =>
  (await list()).cameras.map(({ proposal }: { proposal: { id: string } }) => proposal.id)
const apply = (ids: readonly string[], who?: LoggedIn) => call('PUT', '/v1/learning/proposals', { proposals: ids }, who)
const undo = (ids: readonly string[]) => call('PUT', '/v1/learning/proposals/undo', { adjustments: ids })
const learning = async ({ viewId } = cameras[0]) => (await call('GET', `/v1/view/${viewId}/learning`)).body
const inUse = async ({ viewId } = cameras[0]) =>
  (await db((tx) => listApplied(tx, tenant.companyId, viewId))).map(({ id }) => id)
const user = (userType: 'MEMBER_USER' | 'EXTERNAL_USER' | 'MEMBER_USER_READONLY') =>
  createLoggedIn(server.database.runtime, { companyId: tenant.companyId, userType })
const audited = async () =>
  (
    await db((tx) =>
      tx
        .selectFrom('audit')
        .select(['action', 'object_id'])
        .where('company_id', '=', tenant.companyId)
        .where('action', 'like', 'learning.%')
        .orderBy('id')
        .execute(),
    )
  ).map(({ action, object_id }) => `${action} ${object_id === cameras[0].viewId ? 'first' : 'second'}`)

describe('proposals that nobody asked for', () => {
  it('are made from new labels, once, and change nothing until somebody applies them', async () => {
    await propose()
    const { cameras: found, sum, applicable, inUse: count, losing, used, company } = await list()
    expect(found.map(({ viewId }: LabelledCamera) => viewId).toSorted()).toEqual(
      cameras.map(({ viewId }) => viewId).toSorted(),
    )
    expect({ applicable, count, losing, used, company }).toEqual({
      applicable: 2,
      count: 0,
      losing: [],
      used: [],
      company: null,
    })
    expect(found[0]).toMatchObject({ mayApply: true, proposal: { learntBy: null, appliedAt: null } })
    expect(found[0].proposal.threshold).toBeGreaterThan(found[0].threshold)
    expect(sum).toMatchObject({
      heldBack: { false: { filteredBefore: 60, filteredAfter: 120, of: 120 } },
      evaluation: { method: 'folds-of-days', lost: { count: 0, of: 100 }, recall: { after: { share: 1, of: 100 } } },
    })
    expect(sum.evaluation.lost.high).toBeCloseTo(0.0362, 3)
    expect(await inUse()).toEqual([])
    const before = await proposals()
    await propose()
    await label(cameras[0], 1, false, -1)
    await propose()
    expect(await proposals(), 'a proposal that still holds stays').toEqual(before)
  })

  it('are shown for the cameras that a user sees, and applied by those who may change the sensitivity', async () => {
    await propose()
    const external = await user('EXTERNAL_USER')
    expect((await list(external)).cameras).toEqual([])
    await db((tx) =>
      tx
        .insertInto('user_grant')
        .values({
          user_id: external.userId,
          company_id: tenant.companyId,
          node_type: 'view',
          node_id: cameras[1].viewId,
          permission: 'read',
        })
        .execute(),
    )
    const seen = await list(external)
    expect(seen.cameras).toMatchObject([{ viewId: cameras[1].viewId, mayApply: false }])
    expect(seen.applicable).toBe(0)
    expect((await apply(await proposals(), await user('MEMBER_USER_READONLY'))).status).toBe(403)
    await db((tx) => tx.updateTable('view').set({ created_by_api: true }).where('id', '=', cameras[1].viewId).execute())
    const { id: locked } = (await learning(cameras[1])).proposed
    expect((await apply(await proposals(), await user('MEMBER_USER'))).body).toMatchObject({
      applied: [expect.any(String)],
      refused: [{ id: locked, reason: 'no-right' }],
    })
    const one = await call('PUT', `/v1/view/${cameras[1].viewId}/learning`, { proposal: locked })
    expect(one).toMatchObject({ status: 403, body: { code: 'VIEW_BY_API' } })
  })

  it('never lose an alarm labelled true, also if it was labelled after the proposal was made', async () => {
    await propose()
    const [first] = await proposals()
    const losing = cameras.find(({ viewId }) => viewId === cameras[0].viewId)!
    const { id } = (await learning(losing)).proposed
    // The person is just above the usual threshold, among the false alarms.
    await label(losing, 1, true, 0.05)
    expect(await learning(losing)).toMatchObject({ proposed: null, withheld: 1, state: 'ready' })
    expect(await proposals()).toHaveLength(1)
    expect((await apply([id])).body).toEqual({ applied: [], refused: [{ id, reason: 'recall-would-fall' }] })
    expect((await call('PUT', `/v1/view/${losing.viewId}/learning`, { proposal: id })).status).toBe(409)
    await propose()
    expect(await learning(losing)).toMatchObject({ proposed: null, withheld: 0 })
    expect(first).toBeDefined()
  })
})

describe('applying proposals', () => {
  it('of all cameras is audited for each, can be undone, and is proposed again then', async () => {
    await propose()
    const ids = await proposals()
    const gone = newId()
    expect((await apply([...ids, gone])).body).toEqual({
      applied: expect.arrayContaining(ids),
      refused: [{ id: gone, reason: 'gone' }],
    })
    expect(await learning()).toMatchObject({ state: 'applied', applied: { appliedBy: 'ADMIN_USER' }, losing: 0 })
    const { threshold, applied } = await learning()
    expect(threshold.now).toBe(applied.threshold)
    expect(threshold.now).toBeGreaterThan(threshold.usual)
    const listed = await list()
    expect(listed).toMatchObject({ cameras: [], sum: null, inUse: 2, losing: [] })
    expect(listed.used.map(({ applied: { id } }: { applied: { id: string } }) => id).toSorted()).toEqual(ids.toSorted())
    expect(listed.used[0]).toMatchObject({ losing: 0, mayRevert: true, applied: { appliedBy: 'ADMIN_USER' } })
    expect((await list(await user('MEMBER_USER_READONLY'))).used).toMatchObject([
      { mayRevert: false },
      { mayRevert: false },
    ])
    expect((await undo([...ids, gone])).body).toEqual({ undone: expect.arrayContaining(ids), kept: [gone] })
    expect([await inUse(), await inUse(cameras[1])]).toEqual([[], []])
    expect((await proposals()).toSorted()).toEqual(ids.toSorted())
    expect((await undo(ids)).body, 'again does no harm').toEqual({ undone: [], kept: ids })
    expect((await audited()).toSorted()).toEqual([
      'learning.applied first',
      'learning.applied second',
      'learning.undone first',
      'learning.undone second',
    ])
  })

  it('and undoing it brings back what was in use before', async () => {
    await propose()
    const before = (await learning()).proposed.id
    await apply([before])
    await label(cameras[0], 20, false, 0.45)
    const next = await call('POST', `/v1/view/${cameras[0].viewId}/learning`)
    await apply([next.body.learning.proposed.id])
    expect(await inUse()).toEqual([next.body.learning.proposed.id])
    await undo([next.body.learning.proposed.id])
    expect(await inUse()).toEqual([before])
    expect((await learning()).proposed.id).toBe(next.body.learning.proposed.id)
  })

  it('is warned about as soon as it filters an alarm labelled true', async () => {
    await propose()
    await apply(await proposals())
    await label(cameras[0], 2, true, 0.05, 'false')
    expect(await learning()).toMatchObject({ losing: 2 })
    const { losing, used, inUse: count } = await list()
    expect(losing).toMatchObject([{ viewId: cameras[0].viewId, losing: 2, mayRevert: true }])
    expect([used, count]).toMatchObject([[{ viewId: cameras[1].viewId, losing: 0 }], 2])
  })
})

describe('what was reverted', () => {
  it('stays reverted, and is not proposed again from the same labels; one call applies it again', async () => {
    await propose()
    const { id } = (await learning()).proposed
    await apply([id])
    const { body } = await call('DELETE', `/v1/view/${cameras[0].viewId}/learning`)
    expect(body).toMatchObject({ state: 'reverted', reverted: { id, revertedBy: 'ADMIN_USER' }, applied: null })
    await label(cameras[0], 1, false, 0.2)
    await propose()
    expect(await learning()).toMatchObject({ state: 'reverted', proposed: null })
    expect(await inUse()).toEqual([])
    const again = await call('PUT', `/v1/view/${cameras[0].viewId}/learning`, { proposal: id })
    expect(again.body).toMatchObject({ state: 'applied', applied: { id }, reverted: null })
    expect(await inUse()).toEqual([id])
  })
})

describe('the alarms that change', () => {
  const alarms = async (of: 'proposed' | 'applied', url = `/v1/view/${cameras[0].viewId}`) =>
    (await call('GET', `${url}/learning/alarms?of=${of}`)).body

  it('are those that pass now and would be filtered, labelled or not; then those filtered since, because of it', async () => {
    await propose()
    const [unlabelled] = await createLabelled(server.database.runtime, cameras[0], 1, false, 0.1, { label: null })
    const found = await alarms('proposed')
    expect(found).toMatchObject({ of: 111, labelledTrue: 0, labelledFalse: 30, unlabelled: 1 })
    expect(found.alarms).toHaveLength(24)
    expect(found.alarms.map(({ id }: { id: string }) => id)).toContain(unlabelled)
    const { id } = (await learning()).proposed
    await apply([id])
    expect(await alarms('applied')).toMatchObject({ of: 0, alarms: [] })
    await db((tx) =>
      tx
        .updateTable('adjustment')
        .set({ applied_at: new Date(0) })
        .where('id', '=', id)
        .execute(),
    )
    const model = { ...JUDGED_BY, adjustment: { id, scope: 'camera', shift: 1 } }
    const because = { model, label: null, verdict: 'false' } as const
    const [filtered] = await createLabelled(server.database.runtime, cameras[0], 1, false, 0.1, because)
    await createLabelled(server.database.runtime, cameras[0], 1, false, -1, because)
    expect(await alarms('applied')).toMatchObject({ of: 2, unlabelled: 1, alarms: [{ id: filtered }] })
    const ofCompany = await alarms('proposed', `/v1/company/${tenant.companyId}`)
    expect(ofCompany, 'cameras with their own are left out, and the company has no proposal').toMatchObject({
      of: 110,
      alarms: [],
    })
  })
})
