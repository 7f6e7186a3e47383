// What several people say about one alarm, and which label stands.
import type { UserType } from '@winnow/contract'
import { createFakeClock } from '@winnow/testkit'
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

const clock = createFakeClock(new Date())
let server: TestServer
let tenant: Tenant
let operator: LoggedIn
let colleague: LoggedIn
let neighbour: LoggedIn
let alarmId: string

const user = (userType: UserType) => createLoggedIn(server.database.runtime, { companyId: tenant.companyId, userType })
const label = (body: object, as: LoggedIn = operator) => callApi(server, as, 'PUT', `/alarm/${alarmId}`, body)
const rows = () =>
  inSystem(server.database.runtime, (tx) =>
    tx.selectFrom('alarm_label').selectAll().where('alarm_id', '=', alarmId).orderBy('id').execute(),
  )

beforeAll(async () => {
  server = await startTestServer({ clock })
  tenant = await createTenant(server.database.runtime)
  operator = await user('OPERATOR_USER')
  colleague = await user('OPERATOR_USER')
  neighbour = await user('SHARED_SITE_USER')
})
afterAll(() => server.close())
beforeEach(async () => {
  const camera = await createCamera(server.database.runtime, tenant.companyId)
  alarmId = await createAlarm(server.database.runtime, { companyId: tenant.companyId, ...camera })
  await inSystem(server.database.runtime, (tx) =>
    tx
      .insertInto('user_grant')
      .values({
        user_id: neighbour.userId,
        company_id: tenant.companyId,
        node_type: 'site',
        node_id: camera.siteId,
        permission: 'write',
      })
      .execute(),
  )
})

describe('the labels of several people', () => {
  it('are all shown, the latest first, and the latest of the operators stands · ALARMS-007', async () => {
    await label({ groundTruth: false, reason: 'wind' })
    clock.advance(1000)
    const { body } = await label({ groundTruth: true, reason: 'person' }, colleague)
    expect(body).toMatchObject({ groundTruth: true, labelReason: 'person', labelledAt: clock.now().toISOString() })
    expect(body.labels).toMatchObject([
      { authorId: colleague.userId, kind: 'operator', groundTruth: true, reason: 'person' },
      { authorId: operator.userId, kind: 'operator', groundTruth: false, reason: 'wind' },
    ])
  })

  it('count once for each person, who may change their mind', async () => {
    await label({ groundTruth: false })
    const { body } = await label({ groundTruth: true })
    expect(body.labels).toMatchObject([{ authorId: operator.userId, groundTruth: true }])
  })

  it('give an operator’s label precedence over that of a user of a shared site · ALARMS-007', async () => {
    expect((await label({ groundTruth: true }, neighbour)).body).toMatchObject({ cusGroundTruth: true })
    await label({ groundTruth: false })
    const { body } = await label({ groundTruth: true, reason: 'person' }, neighbour)
    expect(body).toMatchObject({
      groundTruth: false,
      cusGroundTruth: false,
      labelReason: null,
      labelledBy: expect.any(String),
    })
    expect(body.labels.map(({ kind }: { kind: string }) => kind)).toEqual(['shared-site', 'operator'])
  })

  it('leave the shared site’s label standing if the operator removes theirs', async () => {
    await label({ groundTruth: true }, neighbour)
    await label({ groundTruth: false })
    expect((await label({ groundTruth: null })).body).toMatchObject({ groundTruth: true, cusGroundTruth: true })
  })

  it('are refused with a reason of the other label, or without a label', async () => {
    for (const body of [
      { groundTruth: true, reason: 'wind' },
      { groundTruth: null, reason: 'person' },
      { groundTruth: false, reason: 'aliens' },
    ])
      expect(await label(body)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
    expect(await rows()).toEqual([])
  })
})

describe('a label that is sent twice', () => {
  const act = '0190aaaa-0000-7000-8000-00000000aaaa'

  it('is stored once, even if a colleague has labelled between', async () => {
    const first = await label({ groundTruth: true, expected: null, act })
    await label({ groundTruth: false }, colleague)
    const again = await label({ groundTruth: true, expected: null, act })
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body.groundTruth).toBe(false)
    expect(await rows()).toHaveLength(2)
  })

  it('changes nothing without an act if it stands already', async () => {
    const first = await label({ groundTruth: true })
    expect((await label({ groundTruth: true })).body.version).toBe(first.body.version)
    expect(await rows()).toHaveLength(1)
  })

  it('is stored again if somebody else’s label stands by now', async () => {
    await label({ groundTruth: true })
    await label({ groundTruth: false }, colleague)
    expect((await label({ groundTruth: true, expected: false })).body.groundTruth).toBe(true)
  })
})

it('two people who label at once leave one label standing, and the other is told of both', async () => {
  const replies = await Promise.all([
    label({ groundTruth: true, expected: null }),
    label({ groundTruth: false, expected: null }, colleague),
  ])
  const refused = replies.find(({ status }) => status === 409)
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(refused?.body.labels.theirs.groundTruth).not.toBe(refused?.body.labels.yours.groundTruth)
})

it('an unknown alarm and one of another company are not found', async () => {
  const other = await createTenant(server.database.runtime)
  for (const id of [other.alarmId, '0190aaaa-0000-7000-8000-00000000bbbb'])
    expect((await callApi(server, operator, 'PUT', `/alarm/${id}`, { groundTruth: true })).status).toBe(404)
})
