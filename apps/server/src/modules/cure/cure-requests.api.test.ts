// Whoever lacks the right to a cure asks an administrator, with the drawing attached.
import {
  MAX_OPEN_REQUESTS,
  REQUEST_AREAS_MAX,
  type AlarmCamera,
  type CureRequest,
  type UserType,
} from '@winnow/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
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

const AREA = [
  [0.1, 0.1],
  [0.4, 0.1],
  [0.4, 0.3],
]
let server: TestServer
let tenant: Tenant
let operator: LoggedIn
let alarmId: string
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  tenant = await createTenant(server.database.runtime)
  operator = await login('OPERATOR_USER')
  alarmId = await createAlarm(server.database.runtime, tenant)
})

const system = <T>(work: Parameters<typeof inSystem<T>>[1]) => inSystem(server.database.runtime, work)
const login = (userType: UserType) => createLoggedIn(server.database.runtime, { companyId: tenant.companyId, userType })
const ask = (body: object = { cure: 'mask', note: 'A flag', areas: [AREA] }, who: LoggedIn = operator) =>
  callApi(server, who, 'POST', `/v1/alarm/${alarmId}/requests`, body)
const asked = async (body?: object, who?: LoggedIn) => {
  const { status, body: made } = await ask(body, who)
  expect(status).toBe(200)
  return made as CureRequest
}
const path = ({ id }: CureRequest) => `/v1/alarm/${alarmId}/requests/${id}`
const answer = (request: CureRequest, body: object, who: LoggedIn = tenant.admin) =>
  callApi(server, who, 'PUT', path(request), body)
const list = async (state = 'open') =>
  (await callApi(server, tenant.admin, 'GET', `/v1/cure-requests?state=${state}`)).body as {
    rows: CureRequest[]
    count: number
  }
const atCamera = async (who: LoggedIn) =>
  ((await callApi(server, who, 'GET', `/v1/alarm/${alarmId}/camera`)).body as AlarmCamera).requests

describe('a request at an alarm', () => {
  it('reaches the administrators with its drawing, and its answer reaches the asker', async () => {
    // The operator may not mask, and may not read the requests of others.
    const mask = { mask: [AREA] }
    expect((await callApi(server, operator, 'PUT', `/view/${tenant.viewId}`, mask)).status).toBe(403)
    const request = await asked()
    expect(request).toMatchObject({ cure: 'mask', note: 'A flag', areas: [AREA], state: 'open', isMine: true })
    expect((await callApi(server, operator, 'GET', '/v1/cure-requests')).status).toBe(403)
    const { rows, count } = await list()
    expect(count).toBe(1)
    expect(rows).toMatchObject([
      { id: request.id, alarmId, viewId: tenant.viewId, areas: [AREA], askedBy: 'OPERATOR_USER', isMine: false },
    ])
    expect((await answer(request, { state: 'done' }, operator)).status).toBe(403)
    const declined = await answer(request, { state: 'declined', answer: 'It is taken down tomorrow.' })
    expect(declined.body).toMatchObject({ state: 'declined', decidedBy: 'ADMIN_USER' })
    expect(await list()).toMatchObject({ rows: [], count: 0 })
    expect(await list('answered')).toMatchObject({ rows: [{ id: request.id }], count: 1 })
    expect(await atCamera(operator)).toMatchObject([{ id: request.id, answer: 'It is taken down tomorrow.' }])
    // Colleagues see what is open, not answers to others.
    expect(await atCamera(await login('OPERATOR_USER'))).toEqual([])
    const actions = await system((tx) =>
      tx
        .selectFrom('audit')
        .select(['action', 'user_name'])
        .where('object_id', '=', alarmId)
        .where('action', 'like', 'alarm.cure-%')
        .orderBy('id')
        .execute(),
    )
    expect(actions).toEqual([
      { action: 'alarm.cure-asked', user_name: 'OPERATOR_USER' },
      { action: 'alarm.cure-answered', user_name: 'ADMIN_USER' },
    ])
  })

  it('is answered once: the second administrator is told', async () => {
    const request = await asked({ cure: 'mute' })
    const second = await login('ADMIN_USER')
    const replies = await Promise.all([
      answer(request, { state: 'done' }),
      answer(request, { state: 'declined' }, second),
    ])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  it('is withdrawn by its asker alone, while nobody has answered it', async () => {
    const request = await asked({ cure: 'sensitivity', note: 'Too many cats' })
    expect((await callApi(server, await login('OPERATOR_USER'), 'DELETE', path(request))).status).toBe(404)
    expect(await atCamera(operator)).toHaveLength(1)
    expect((await callApi(server, operator, 'DELETE', path(request))).status).toBe(200)
    expect((await answer(request, { state: 'done' })).status).toBe(404)
    expect(await list()).toMatchObject({ count: 0 })
    const kept = await asked({ cure: 'sensitivity' })
    await answer(kept, { state: 'done' })
    expect((await callApi(server, operator, 'DELETE', path(kept))).status).toBe(404)
  })

  it('is told live to those who may see the camera', async () => {
    const request = await asked({ cure: 'share' })
    await answer(request, { state: 'done' })
    const events = await system((tx) =>
      tx
        .selectFrom('live_event')
        .select('payload')
        .where('type', '=', 'cure.asked')
        .where('company_id', '=', tenant.companyId)
        .execute(),
    )
    const { viewId, siteId, projectId } = tenant
    expect(events.map(({ payload }) => payload)).toEqual([1, 2].map(() => ({ id: alarmId, viewId, siteId, projectId })))
  })

  it('ends with its alarm and with its camera', async () => {
    await asked({ cure: 'mute' })
    await system((tx) =>
      tx.updateTable('view').set({ deleted_at: new Date() }).where('id', '=', tenant.viewId).execute(),
    )
    expect(await list()).toMatchObject({ rows: [], count: 0 })
    expect((await ask({ cure: 'mute' })).status).toBe(404)
  })
})

describe('a request is refused', () => {
  const crossing = [
    [0.1, 0.1],
    [0.4, 0.4],
    [0.4, 0.1],
    [0.1, 0.4],
  ]
  it.each([
    ['a mask without a drawing', { cure: 'mask' }],
    ['a drawing that is no mask', { cure: 'mute', areas: [AREA] }],
    ['an area that crosses itself', { cure: 'mask', areas: [crossing] }],
    [
      'an area outside the picture',
      {
        cure: 'mask',
        areas: [
          [
            [0, 0],
            [2, 0],
            [1, 1],
          ],
        ],
      },
    ],
    ['too many areas', { cure: 'mask', areas: Array.from({ length: REQUEST_AREAS_MAX + 1 }, () => AREA) }],
    ['an unknown cure', { cure: 'delete' }],
    ['a long note', { cure: 'mute', note: 'x'.repeat(501) }],
  ])('for %s', async (_what, body) => {
    expect((await ask(body)).status).toBe(400)
    expect(await list()).toMatchObject({ count: 0 })
  })

  it('if no administrator could do it: masks of a camera that turns, settings of a camera of a program', async () => {
    const set = (columns: { ptz?: boolean; created_by_api?: boolean }) =>
      system((tx) => tx.updateTable('view').set(columns).where('id', '=', tenant.viewId).execute())
    await set({ ptz: true })
    expect((await ask()).status).toBe(409)
    await set({ ptz: false, created_by_api: true })
    expect((await ask()).body).toMatchObject({ code: 'VIEW_BY_API' })
    expect((await ask({ cure: 'mute' })).status).toBe(200)
  })

  it('if too many of the camera wait, however many ask at once', async () => {
    const replies = await Promise.all(Array.from({ length: MAX_OPEN_REQUESTS + 3 }, () => ask({ cure: 'mute' })))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(MAX_OPEN_REQUESTS)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(3)
  })

  it('for an alarm that the asker may not see', async () => {
    const elsewhere = await createCamera(server.database.runtime, tenant.companyId)
    const guest = await login('EXTERNAL_USER_READONLY')
    await system((tx) =>
      tx
        .insertInto('user_grant')
        .values({
          user_id: guest.userId,
          company_id: tenant.companyId,
          node_type: 'site',
          node_id: elsewhere.siteId,
          permission: 'read',
        })
        .execute(),
    )
    expect((await ask({ cure: 'mute' }, guest)).status).toBe(404)
    alarmId = await createAlarm(server.database.runtime, { companyId: tenant.companyId, ...elsewhere })
    expect((await ask({ cure: 'mute' }, guest)).status).toBe(200)
  })
})
