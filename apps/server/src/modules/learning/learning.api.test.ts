import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadParameters } from '@winnow/vision/learn'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createCamera, createLoggedIn, createTenant, type LoggedIn, type Tenant } from '../../../test/factories.ts'
import { createLabelled, JUDGED_BY, labelWell, type LabelledCamera } from '../../../test/labelled-camera.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem, type Db } from '../../platform/db/transaction.ts'
import { listApplied } from './adjustment-queries.ts'

const { parameters } = loadParameters(['centernet'])

let server: TestServer
let tenant: Tenant

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  tenant = await createTenant(server.database.runtime)
})

const label = (...of: Parameters<typeof createLabelled> extends [Db, ...infer Rest] ? Rest : never) =>
  createLabelled(server.database.runtime, ...of)
const labelled = (camera: LabelledCamera) => labelWell(server.database.runtime, camera)

const call = (method: CallMethod, url: string, payload?: object, who: LoggedIn = tenant.admin) =>
  callApi(server, who, method, url, payload)
const ofView = (viewId = tenant.viewId) => `/v1/view/${viewId}/learning`
const ofCompany = () => `/v1/company/${tenant.companyId}/learning`
const camera = () => ({ ...tenant })
const applied = (viewId = tenant.viewId) =>
  inSystem(server.database.runtime, (tx) => listApplied(tx, tenant.companyId, viewId))
const audited = async () => {
  const rows = await inSystem(server.database.runtime, (tx) =>
    tx
      .selectFrom('audit')
      .select('action')
      .where('company_id', '=', tenant.companyId)
      .where('action', 'like', 'learning.%')
      .orderBy('id')
      .execute(),
  )
  return rows.map((row) => row.action)
}

describe('learning of a camera', () => {
  it('reports how many labels exist and how many are needed', async () => {
    await label(camera(), 3, true, 2)
    await label(camera(), 2, false, 0.2)
    const { status, body } = await call('GET', ofView())
    expect(status).toBe(200)
    expect(body).toEqual({
      labels: { true: { have: 3, need: 50 }, false: { have: 2, need: 50 }, spread: { have: 3, need: 5 } },
      notComparable: 0,
      state: 'few-labels',
      threshold: { usual: parameters.thresholds[2], now: parameters.thresholds[2] },
      sensitivity: 3,
      proposed: null,
      withheld: 0,
      applied: null,
      losing: 0,
      reverted: null,
      followsCompany: false,
    })
  })

  it('is refused with the reason while there are too few labels', async () => {
    await label(camera(), 3, true, 2)
    const { status, body } = await call('POST', ofView())
    expect(status).toBe(200)
    expect(body.refusal).toEqual({ reason: 'too-few-labels', heldBack: null })
    expect(body.learning.proposed).toBeNull()
  })

  it('uses only alarms that the current models analysed without problems, with the current masks and classes', async () => {
    await label(camera(), 1, true, 2)
    await label(camera(), 1, true, 2, { isTest: true })
    await label(camera(), 1, true, 2, { isWhole: false })
    await label(camera(), 1, true, 2, { wantedClasses: ['person'] })
    await label(camera(), 1, true, 2, { model: { ...JUDGED_BY, parameters: 'older' } })
    await label(camera(), 1, false, 2, { model: { ...JUDGED_BY, packs: [{ id: 'centernet', version: '1' }] } })
    // The newest alarm defines the current models.
    await label(camera(), 1, false, -1)
    const { body } = await call('GET', ofView())
    expect(body).toMatchObject({ labels: { true: { have: 1 }, false: { have: 1 } }, notComparable: 4 })
    await call('PUT', `/v1/view/${tenant.viewId}/masks`, {
      mask: [
        [
          [0, 0],
          [1, 0],
          [1, 1],
        ],
      ],
    })
    const masked = await call('GET', ofView())
    expect(masked.body).toMatchObject({ labels: { true: { have: 0 }, false: { have: 0 } }, notComparable: 6 })
  })

  it('makes a proposal that can be applied and reverted, and each step is audited with its figures', async () => {
    await labelled(camera())
    const { body } = await call('POST', ofView())
    expect(body.refusal).toBeNull()
    const { proposed } = body.learning
    expect(proposed).toMatchObject({
      learntBy: 'ADMIN_USER',
      appliedAt: null,
      isStale: false,
      heldBack: {
        true: { passedBefore: 50, passedAfter: 50, of: 50 },
        false: { filteredBefore: 30, filteredAfter: 60, of: 60 },
      },
    })
    expect(await applied(), 'a proposal changes nothing').toEqual([])

    const after = await call('PUT', ofView(), { proposal: proposed.id })
    expect(after.body).toMatchObject({ proposed: null, applied: { id: proposed.id, appliedBy: 'ADMIN_USER' } })
    expect(await applied()).toEqual([{ id: proposed.id, scope: 'camera', shift: proposed.shift, committee: JUDGED_BY }])

    const reverted = await call('DELETE', ofView())
    expect(reverted.body).toMatchObject({ proposed: null, applied: null })
    expect(await applied()).toEqual([])
    expect((await call('DELETE', ofView())).status, 'again does no harm').toBe(200)
    expect(await audited()).toEqual(['learning.run', 'learning.applied', 'learning.reverted'])
  })

  it('applies only the proposal that was displayed', async () => {
    await labelled(camera())
    const first = await call('POST', ofView())
    const second = await call('POST', ofView())
    const stale = await call('PUT', ofView(), { proposal: first.body.learning.proposed.id })
    expect(stale).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    expect(await applied()).toEqual([])
    expect((await call('PUT', ofView(), { proposal: second.body.learning.proposed.id })).status).toBe(200)
    const again = await call('PUT', ofView(), { proposal: second.body.learning.proposed.id })
    expect(again.status, 'it is no proposal any more').toBe(409)
  })

  it('replaces the applied result when a newer proposal is applied', async () => {
    await labelled(camera())
    const first = await call('POST', ofView())
    await call('PUT', ofView(), { proposal: first.body.learning.proposed.id })
    await label(camera(), 10, false, 0.4)
    const second = await call('POST', ofView())
    expect(second.body.learning.applied?.id).toBe(first.body.learning.proposed.id)
    await call('PUT', ofView(), { proposal: second.body.learning.proposed.id })
    expect((await applied()).map(({ id }) => id)).toEqual([second.body.learning.proposed.id])
  })

  it('is outdated once other models are used, and cannot be applied then', async () => {
    await labelled(camera())
    const { body } = await call('POST', ofView())
    await call('PUT', ofView(), { proposal: body.learning.proposed.id })
    const next = await call('POST', ofView())
    const fast = ['fastestdet', 'nanodet-m-416', 'yolox-nano']
    const others = { packs: fast.map((id) => ({ id, version: '1' })), parameters: loadParameters(fast).version }
    await label(camera(), 1, true, 2, { model: others })
    const seen = await call('GET', ofView())
    expect(seen.body).toMatchObject({ applied: { isStale: true }, proposed: { isStale: true }, followsCompany: false })
    const refused = await call('PUT', ofView(), { proposal: next.body.learning.proposed.id })
    expect(refused.status).toBe(409)
  })

  it('is visible to users who see the camera, and can be changed by users who may change the camera', async () => {
    const readonly = await createLoggedIn(server.database.runtime, {
      companyId: tenant.companyId,
      userType: 'MEMBER_USER_READONLY',
    })
    expect((await call('GET', ofView(), undefined, readonly)).status).toBe(200)
    expect((await call('POST', ofView(), undefined, readonly)).status).toBe(403)
    expect((await call('DELETE', ofView(), undefined, readonly)).status).toBe(403)
    const operator = await createLoggedIn(server.database.runtime, {
      companyId: tenant.companyId,
      userType: 'OPERATOR_USER',
    })
    expect((await call('GET', ofView(), undefined, operator)).status).toBe(403)
    const member = await createLoggedIn(server.database.runtime, {
      companyId: tenant.companyId,
      userType: 'MEMBER_USER',
    })
    expect((await call('POST', ofView(), undefined, member)).status).toBe(200)
    expect((await call('GET', ofCompany(), undefined, member)).status).toBe(403)
  })
})

describe('learning of a company', () => {
  it('uses a limited number of alarms per camera, and applies to cameras without a separate result', async () => {
    const cameras: LabelledCamera[] = [camera()]
    for (let index = 0; index < 4; index += 1)
      cameras.push({ companyId: tenant.companyId, ...(await createCamera(server.database.runtime, tenant.companyId)) })
    for (const one of cameras) {
      await label(one, 25, true, 2)
      await label(one, 12, false, -1)
      await label(one, 12, false, 0.2)
    }
    // Adds more alarms of one camera than may be used.
    await label(cameras[1]!, 100, true, 2)
    const { body } = await call('POST', ofCompany())
    expect(body.learning.labels).toEqual({
      true: { have: 200, need: 100 },
      false: { have: 120, need: 100 },
      spread: { have: 5, need: 5 },
    })
    expect(body).toMatchObject({
      refusal: null,
      learning: { proposed: { heldBack: { true: { of: 200 }, false: { of: 120, filteredAfter: 120 } } } },
    })
    const id = body.learning.proposed.id
    await call('PUT', ofCompany(), { proposal: id })
    expect(await applied()).toMatchObject([{ id, scope: 'company' }])
    expect((await call('GET', ofView())).body).toMatchObject({ followsCompany: true, applied: null })

    await label(camera(), 25, true, 2)
    await label(camera(), 30, false, 0.2)
    const own = await call('POST', ofView())
    await call('PUT', ofView(), { proposal: own.body.learning.proposed.id })
    expect(
      (await applied()).map(({ scope }) => scope),
      'the camera’s own first',
    ).toEqual(['camera', 'company'])
    expect((await call('GET', ofView())).body.followsCompany).toBe(false)
    await call('DELETE', ofCompany())
    expect((await applied()).map(({ scope }) => scope)).toEqual(['camera'])
  })
})
