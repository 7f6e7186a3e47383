import type { UserType } from '@winnow/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
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

let server: TestServer
let tenant: Tenant
let alarmId: string

beforeAll(async () => {
  server = await startTestServer()
  tenant = await createTenant(server.database.runtime)
})
afterAll(() => server.close())
beforeEach(async () => {
  const camera = await createCamera(server.database.runtime, tenant.companyId)
  alarmId = await createAlarm(server.database.runtime, { companyId: tenant.companyId, ...camera })
})

const call = (method: CallMethod, url: string, payload?: object, as: LoggedIn = tenant.admin) =>
  callApi(server, as, method, url, payload)
const label = (body: object, as: LoggedIn) => call('PUT', `/alarm/${alarmId}`, body, as)
const add = async (content: string, as: LoggedIn) =>
  (await call('POST', `/v1/alarm/${alarmId}/notes`, { content }, as)).body

describe('the review of an alarm', () => {
  const person = {
    frame: 0,
    class: 'person',
    label: 'person',
    score: 0.9,
    box: { x: 0.1, y: 0.2, width: 0.3, height: 0.4 },
    moved: true,
    masked: false,
    static: false,
    counted: true,
    model: 'm',
    doubt: null,
  }
  const reviewer = async (userType: UserType) => {
    const who = await createLoggedIn(server.database.runtime, { companyId: tenant.companyId, userType })
    const grant = { user_id: who.userId, company_id: tenant.companyId, permission: 'write' }
    await inSystem(server.database.runtime, async (tx) => {
      await tx
        .updateTable('alarm')
        .set({ detections: JSON.stringify([person]), classes: ['person'] })
        .where('id', '=', alarmId)
        .execute()
      const { view_id: node } = await tx
        .selectFrom('alarm')
        .select('view_id')
        .where('id', '=', alarmId)
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('user_grant')
        .values({ ...grant, node_type: 'view', node_id: node })
        .execute()
    })
    return who
  }
  const list = async (who: LoggedIn, query: string) =>
    (await call('POST', `/viewalarms?${query}`, { alarms: [alarmId] }, who)).body.rows

  it.each(['SUPER_USER', 'ADMIN_USER', 'MEMBER_USER', 'EXTERNAL_USER', 'OPERATOR_USER', 'SHARED_SITE_USER'] as const)(
    'by %s: it is seen with its detections, labelled true or false, and given a note · PRODUCT-004',
    async (userType) => {
      const who = await reviewer(userType)
      expect(await list(who, 'label=unlabelled&objectType=person')).toMatchObject([{ id: alarmId, noteCount: 0 }])
      const { body } = await call('GET', `/alarm/${alarmId}`, undefined, who)
      expect(body.detections).toEqual([person])
      for (const groundTruth of [true, false]) {
        expect((await label({ groundTruth }, who)).body).toMatchObject({ groundTruth, cusGroundTruth: groundTruth })
        expect(await list(who, `label=${groundTruth}`)).toMatchObject([{ groundTruth }])
        expect(await list(who, `label=${!groundTruth}`)).toEqual([])
      }
      expect(await add('A cat on the wall', who)).toMatchObject({ userId: who.userId, content: 'A cat on the wall' })
      expect(await list(who, 'label=false&notes=true')).toMatchObject([{ id: alarmId, noteCount: 1 }])
    },
  )

  it.each([
    'MEMBER_USER_READONLY',
    'EXTERNAL_USER_READONLY',
    'EXTERNAL_USER_SCHEDULE_ONLY',
    'EXTERNAL_USER_MASK_ONLY',
    'EXTERNAL_USER_MASK_AND_SCHEDULE',
  ] as const)('by %s is a look alone: the alarm keeps its label and has no note · PRODUCT-004', async (userType) => {
    const who = await reviewer(userType)
    const { body } = await call('GET', `/alarm/${alarmId}`, undefined, who)
    expect(body.detections).toHaveLength(1)
    expect((await label({ groundTruth: true }, who)).status).toBe(403)
    expect((await call('POST', `/v1/alarm/${alarmId}/notes`, { content: 'x' }, who)).status).toBe(403)
    expect((await call('GET', `/alarm/${alarmId}`)).body).toMatchObject({ groundTruth: null, noteCount: 0 })
  })
})
