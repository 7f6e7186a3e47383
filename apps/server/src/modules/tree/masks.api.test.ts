import { AREA_CROSSES_ITSELF, type MaskChange } from '@winnow/contract'
import { createFakeClock } from '@winnow/testkit'
import type { AnalysisJob } from '@winnow/vision'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { analyseAll } from '../../../test/analyse-all.ts'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createCamera, createLoggedIn, createTenant, type Tenant } from '../../../test/factories.ts'
import { analysisOf, scriptedPool } from '../../../test/scripted-pool.ts'
import { smallJpeg } from '../../../test/small-jpeg.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { waitsForLock } from '../../../test/waits-for-lock.ts'
import { inSystem } from '../../platform/db/transaction.ts'

const clock = createFakeClock(new Date())
const analysed: AnalysisJob[] = []
let server: TestServer
let tenant: Tenant
beforeAll(async () => {
  const pool = scriptedPool((job) => {
    analysed.push(job)
    return analysisOf('false', job)
  })
  server = await startTestServer({ clock, pool })
  tenant = await createTenant(server.database.runtime)
})
afterAll(() => server.close())
beforeEach(() => clock.advance(1_000))

const call = (method: CallMethod, url: string, payload?: object, cookie = tenant.admin.cookie) =>
  callApi(server, { cookie }, method, url, payload)
const newCamera = async (place: Parameters<typeof createCamera>[2] = {}) =>
  (await createCamera(server.database.runtime, tenant.companyId, place)).viewId
const save = (viewId: string, body: object, cookie?: string) => call('PUT', `/v1/view/${viewId}/masks`, body, cookie)
const maskOf = async (viewId: string) => (await call('GET', `/view/${viewId}`)).body.mask
const historyOf = async (viewId: string): Promise<MaskChange[]> =>
  (await call('GET', `/views/mask/history?viewId=${viewId}`)).body.rows

const square = [[0, 0], [0.5, 0], [0.5, 0.5], [0, 0.5]] // prettier-ignore
const triangle = [[0.6, 0.6], [1, 0.6], [1, 1]] // prettier-ignore
const bowTie = [[0, 0], [1, 1], [1, 0], [0, 1]] // prettier-ignore

describe('the history of masks', () => {
  it('shows who changed what, when, and on which picture · CAMERAS-012', async () => {
    const viewId = tenant.viewId
    await save(viewId, { mask: [square] })
    clock.advance(60_000)
    await save(viewId, { mask: [square, triangle], alarmId: tenant.alarmId })
    clock.advance(60_000)
    await save(viewId, { mask: [square], restored: true })
    const rows = await historyOf(viewId)
    expect(rows).toMatchObject([
      { kind: 'restored', before: [square, triangle], mask: [square] },
      { kind: 'edited', before: [square], mask: [square, triangle] },
      { kind: 'edited', before: [], mask: [square] },
    ])
    expect(rows[0]).toMatchObject({
      userId: tenant.admin.userId,
      userName: 'ADMIN_USER',
      viewId,
      siteId: tenant.siteId,
      clientId: tenant.projectId,
      timezone: 'Europe/Madrid',
      copiedFrom: null,
    })
    expect(Date.parse(rows[0]?.time ?? '')).toBe(clock.now().getTime())
    expect(rows[1]?.picture).toMatchObject({
      alarmId: tenant.alarmId,
      url: `/api/v1/alarm/${tenant.alarmId}/frame/0/image`,
    })
  })

  it('has no entry for unchanged masks, and one for masks changed in the camera’s form', async () => {
    const viewId = await newCamera()
    await save(viewId, { mask: [square] })
    await save(viewId, { mask: [square] })
    await call('PUT', `/view/${viewId}`, { mask: [triangle] })
    await call('PUT', `/view/${viewId}`, { sensitivity: 4 })
    expect((await historyOf(viewId)).map(({ mask }) => mask)).toEqual([[triangle], [square]])
  })

  it('lists clients with the number of changes, and can be narrowed by client, site and time · CAMERAS-012', async () => {
    const [one, other] = [
      await createCamera(server.database.runtime, tenant.companyId),
      await createCamera(server.database.runtime, tenant.companyId),
    ]
    await save(one.viewId, { mask: [square] })
    clock.advance(3_600_000)
    const between = clock.now().toISOString()
    clock.advance(3_600_000)
    await save(other.viewId, { mask: [square] })
    await save(other.viewId, { mask: [] })
    const clients = async (query: string) => (await call('GET', `/views/mask/history/clients?${query}`)).body
    const both = `clientIds=${one.projectId},${other.projectId}`
    expect(await clients(both)).toMatchObject({
      count: 2,
      rows: [
        { id: other.projectId, changeCount: 2, viewCount: 1 },
        { id: one.projectId, changeCount: 1, viewCount: 1 },
      ],
    })
    expect(await clients(`${both}&since=${between}`)).toMatchObject({ count: 1, rows: [{ id: other.projectId }] })
    const changes = async (query: string) => (await call('GET', `/views/mask/history?${query}`)).body
    expect(await changes(`${both}&till=${between}`)).toMatchObject({ count: 1, rows: [{ viewId: one.viewId }] })
    expect(await changes(`siteId=${other.siteId}&limit=1&page=2`)).toMatchObject({ count: 2, rows: [{ before: [] }] })
  })

  it('is read on from the last change of a page, also among changes of the same moment', async () => {
    const { viewId, projectId } = await createCamera(server.database.runtime, tenant.companyId)
    for (const mask of [[square], [triangle], [], [square, triangle]]) await save(viewId, { mask })
    const pageAfter = async (after: string) =>
      (await call('GET', `/views/mask/history?clientIds=${projectId}&limit=3${after}`)).body
    const first = await pageAfter('')
    expect(first).toMatchObject({ count: 4, countIsExact: true, next: first.rows[2].id })
    // A newer change does not move the next page.
    await save(viewId, { mask: [] })
    const second = await pageAfter(`&after=${first.next}`)
    expect(second.rows).toMatchObject([{ before: [], mask: [square] }])
    expect(second.next).toBeNull()
  })

  it('shows a user only the cameras that they may see', async () => {
    const camera = await createCamera(server.database.runtime, tenant.companyId)
    await save(camera.viewId, { mask: [square] })
    const user = await createLoggedIn(server.database.runtime, {
      companyId: tenant.companyId,
      userType: 'EXTERNAL_USER_MASK_ONLY',
    })
    const grant = {
      company_id: tenant.companyId,
      node_type: 'site',
      node_id: camera.siteId,
      permission: 'read',
    } as const
    await inSystem(server.database.runtime, (tx) =>
      tx
        .insertInto('user_grant')
        .values({ user_id: user.userId, ...grant })
        .execute(),
    )
    for (const url of ['/views/mask/history', '/views/mask/history/clients'])
      expect((await call('GET', url, undefined, user.cookie)).body).toMatchObject({ count: 1 })
  })
})

describe('masks', () => {
  it('that cross themselves are refused with the field’s message, and nothing is saved · MASKS-002', async () => {
    const viewId = await newCamera()
    await save(viewId, { mask: [triangle] })
    for (const url of [`/v1/view/${viewId}/masks`, `/view/${viewId}`])
      expect(await call('PUT', url, { mask: [square, bowTie] })).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION', errors: [{ field: 'mask.1', message: AREA_CROSSES_ITSELF }] },
      })
    expect(await maskOf(viewId)).toEqual([triangle])
    expect(await historyOf(viewId)).toHaveLength(1)
  })

  it('of a colleague are not overwritten by a user who has not seen them', async () => {
    const viewId = await newCamera()
    await save(viewId, { mask: [square], basedOn: [] })
    expect(await save(viewId, { mask: [triangle], basedOn: [] })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    })
    expect(await maskOf(viewId)).toEqual([square])
    expect((await save(viewId, { mask: [triangle], basedOn: [square] })).status).toBe(200)
  })

  it('are not drawn on the picture of another camera', async () => {
    const viewId = await newCamera()
    expect((await save(viewId, { mask: [square], alarmId: tenant.alarmId })).status).toBe(404)
    expect(await maskOf(viewId)).toEqual([])
  })

  it('make a camera masked in filters at once · VIEWS-001', async () => {
    const { viewId, siteId } = await createCamera(server.database.runtime, tenant.companyId)
    const count = async (flag: string) => (await call('GET', `/v1/site/${siteId}/views?${flag}=true`)).body.count
    expect([await count('masked'), await count('unmasked')]).toEqual([0, 1])
    await save(viewId, { mask: [square] })
    expect([await count('masked'), await count('unmasked')]).toEqual([1, 0])
    await save(viewId, { mask: [] })
    expect([await count('masked'), await count('unmasked')]).toEqual([0, 1])
  })

  /** Sends an alarm of a camera, and waits until it was analysed. */
  async function sendAlarm(viewId: string): Promise<void> {
    const sent = await server.app.inject({
      method: 'POST',
      url: `/api/v1/ingest/alarm?view=${viewId}`,
      headers: { authorization: `Bearer ${tenant.ingestToken}` },
      payload: { event: 'motion', media: [{ name: '1.jpg', data: smallJpeg().toString('base64') }] },
    })
    expect(sent.statusCode).toBe(200)
    await analyseAll(server)
  }

  it('count for the very next alarm, which keeps them when the camera’s masks change again', async () => {
    const viewId = await newCamera()
    await save(viewId, { mask: [square] })
    await sendAlarm(viewId)
    expect(analysed.at(-1)?.view.masks).toEqual([square])
    const alarmId = (await call('GET', `/view/${viewId}`)).body.lastAlarmId
    await save(viewId, { mask: [triangle] })
    expect((await call('GET', `/alarm/${alarmId}`)).body.masks).toEqual([square])
  })

  it('do not count for a camera that turns', async () => {
    const viewId = await newCamera()
    await save(viewId, { mask: [square] })
    await call('PUT', `/view/${viewId}`, { ptz: true })
    const before = analysed.length
    await sendAlarm(viewId)
    expect(analysed.slice(before).map(({ view }) => view.masks)).toEqual([[]])
  })
})

describe('copying masks', () => {
  const copy = (from: string, body: object, cookie?: string) =>
    call('POST', `/v1/view/${from}/masks/copy`, body, cookie)

  it('gives other cameras the same areas, instead of theirs or in addition', async () => {
    const [from, one, other] = [await newCamera({ name: 'Gate' }), await newCamera(), await newCamera()]
    await save(from, { mask: [square] })
    await save(other, { mask: [triangle] })
    const copied = await copy(from, { viewIds: [one, other], mode: 'add' })
    expect(copied.body).toMatchObject({ refused: [] })
    expect(copied.body.copied.toSorted()).toEqual([one, other].toSorted())
    expect(await maskOf(one)).toEqual([square])
    expect(await maskOf(other)).toEqual([triangle, square])
    await copy(from, { viewIds: [other] })
    expect(await maskOf(other)).toEqual([square])
    expect((await historyOf(other))[0]).toMatchObject({ kind: 'copied', copiedFrom: 'Gate', mask: [square] })
  })

  it('keeps areas that somebody else saves while they are copied', async () => {
    const [from, to] = [await newCamera(), await newCamera()]
    await save(from, { mask: [square] })
    const { copying } = await inSystem(server.database.runtime, async (tx) => {
      await tx
        .updateTable('view')
        .set({ masks: JSON.stringify([triangle]) })
        .where('id', '=', to)
        .execute()
      const reply = copy(from, { viewIds: [to], mode: 'add' })
      await until('the copy to wait for the other change', () => waitsForLock(server.database.runtime))
      return { copying: reply }
    })
    expect((await copying).body).toMatchObject({ copied: [to] })
    expect(await maskOf(to)).toEqual([triangle, square])
  })

  it('from a camera that a user may not see leaves its name out of the history · CAMERAS-012', async () => {
    const [from, to] = [
      await newCamera({ name: 'Vault' }),
      await createCamera(server.database.runtime, tenant.companyId, { name: 'Gate' }),
    ]
    await save(from, { mask: [square] })
    await copy(from, { viewIds: [to.viewId] })
    const user = await createLoggedIn(server.database.runtime, {
      companyId: tenant.companyId,
      userType: 'EXTERNAL_USER',
    })
    await inSystem(server.database.runtime, (tx) =>
      tx
        .insertInto('user_grant')
        .values({
          user_id: user.userId,
          company_id: tenant.companyId,
          node_type: 'site',
          node_id: to.siteId,
          permission: 'read',
        })
        .execute(),
    )
    const { rows } = (await call('GET', `/views/mask/history?viewId=${to.viewId}`, undefined, user.cookie)).body
    expect(rows).toMatchObject([{ kind: 'copied', viewName: 'Gate', copiedFrom: null }])
  })

  it('lists the cameras that cannot get them · MASKS-004', async () => {
    const [from, turning, full] = [await newCamera(), await newCamera({ name: 'Dome' }), await newCamera()]
    await inSystem(server.database.runtime, (tx) =>
      tx.updateTable('view').set({ ptz: true }).where('id', '=', turning).execute(),
    )
    await save(from, { mask: [square] })
    await save(full, { mask: Array.from({ length: 50 }, () => triangle) })
    const { body } = await copy(from, { viewIds: [from, turning, full], mode: 'add' })
    expect(body.copied).toEqual([])
    expect(new Map(body.refused.map((one: { viewId: string; reason: string }) => [one.viewId, one.reason]))).toEqual(
      new Map([
        [from, 'same-camera'],
        [turning, 'ptz'],
        [full, 'too-many-areas'],
      ]),
    )
    expect(await maskOf(turning)).toEqual([])
  })

  it('changes nothing if one of the cameras may only be read · MASKS-003', async () => {
    const [from, open, closed] = [
      await createCamera(server.database.runtime, tenant.companyId),
      await newCamera(),
      await newCamera(),
    ]
    await save(from.viewId, { mask: [square] })
    const user = await createLoggedIn(server.database.runtime, {
      companyId: tenant.companyId,
      userType: 'EXTERNAL_USER_MASK_ONLY',
    })
    const grant = (node_id: string, permission: 'read' | 'write') => ({
      user_id: user.userId,
      company_id: tenant.companyId,
      node_type: 'view' as const,
      node_id,
      permission,
    })
    await inSystem(server.database.runtime, (tx) =>
      tx
        .insertInto('user_grant')
        .values([grant(from.viewId, 'write'), grant(open, 'write'), grant(closed, 'read')])
        .execute(),
    )
    expect((await copy(from.viewId, { viewIds: [open, closed] }, user.cookie)).status).toBe(403)
    expect(await maskOf(open)).toEqual([])
    expect((await copy(from.viewId, { viewIds: [open] }, user.cookie)).status).toBe(200)
    expect(await maskOf(open)).toEqual([square])
  })
})

describe('masks by the rights of their author', () => {
  const mask = [[[0, 0], [1, 0], [1, 1]]] // prettier-ignore
  const drawer = async (permission: 'read' | 'write') => {
    const user = await createLoggedIn(server.database.runtime, {
      companyId: tenant.companyId,
      userType: 'EXTERNAL_USER_MASK_ONLY',
    })
    const grant = { company_id: tenant.companyId, node_type: 'site', node_id: tenant.siteId, permission } as const
    await inSystem(server.database.runtime, (tx) =>
      tx
        .insertInto('user_grant')
        .values({ user_id: user.userId, ...grant })
        .execute(),
    )
    return user
  }
  const url = () => `/v1/view/${tenant.viewId}/masks`

  it('can be set by users who may draw masks but not change the camera otherwise · MASKS-003', async () => {
    const { cookie } = await drawer('write')
    expect(await call('PUT', url(), { mask }, cookie)).toMatchObject({ status: 200, body: { mask } })
    expect((await call('GET', `/view/${tenant.viewId}`)).body.mask).toEqual(mask)
    expect((await call('PUT', `/view/${tenant.viewId}`, { mask: [] }, cookie)).status).toBe(403)
    expect((await call('PUT', `/view/${tenant.viewId}`, { name: 'Other' }, cookie)).status).toBe(403)
  })

  it('stay unchanged for users without the right, or without the right to this camera · MASKS-003', async () => {
    await call('PUT', url(), { mask })
    const users = [
      await drawer('read'),
      await createLoggedIn(server.database.runtime, {
        companyId: tenant.companyId,
        userType: 'MEMBER_USER_READONLY',
      }),
    ]
    for (const { cookie } of users)
      expect(await call('PUT', url(), { mask: [] }, cookie)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
    expect((await call('GET', `/view/${tenant.viewId}`)).body.mask).toEqual(mask)
  })

  it('are refused for a camera that turns, by every operation · MASKS-004', async () => {
    const turning = await newCamera()
    await inSystem(server.database.runtime, (tx) =>
      tx.updateTable('view').set({ ptz: true }).where('id', '=', turning).execute(),
    )
    for (const at of [`/v1/view/${turning}/masks`, `/view/${turning}`])
      expect(await call('PUT', at, { mask })).toMatchObject({ status: 400, body: { errors: [{ field: 'mask' }] } })
    expect((await call('PUT', `/view/${turning}`, { name: 'Still turning' })).status).toBe(200)
  })

  it.each([
    ['two corners', [[[0, 0], [1, 1]]], 'mask.0'], // prettier-ignore
    ['a corner outside the picture', [[[0, 0], [2, 0], [1, 1]]], 'mask.0.1.0'], // prettier-ignore
  ])('of %s are refused · MASKS-002', async (_what, wrong, field) => {
    const reply = await call('PUT', url(), { mask: wrong })
    expect(reply).toMatchObject({ status: 400, body: { errors: [{ field }] } })
  })
})
