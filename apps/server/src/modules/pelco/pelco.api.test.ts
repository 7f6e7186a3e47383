import { liveEvent } from '@winnow/contract'
import type { Allowance } from '@winnow/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'

const OPEN = { isPelcoEnabled: true, isAdvancedAlarmUnlocked: true }

let server: TestServer
let tenant: Tenant
/** What the plan allows of Detect Pro, at each time that it is asked; the last one stays. */
let allowances: Allowance[]
beforeAll(async () => {
  server = await startTestServer({
    settings: { WINNOW_PELCO_CLOUD: 'stand-in' },
    productCapacity: {
      allowanceOf: async (_tx, _companyId, product) => {
        if (product !== 'detect_pro') return { most: null, included: null }
        return (allowances.length > 1 ? allowances.shift() : allowances[0]) ?? { most: null, included: null }
      },
    },
  })
})
afterAll(() => server.close())
beforeEach(async () => {
  allowances = []
  tenant = await createTenant(server.database.runtime)
  await unlock(OPEN)
})

const call = (method: CallMethod, url: string, body?: object) => callApi(server, tenant.admin, method, url, body)
const add = (serialNumber: string, name?: string) =>
  call('POST', `/v1/pelco/site/${tenant.siteId}/camera`, { serialNumber, ...(name === undefined ? {} : { name }) })
const remove = (serial: string) => call('DELETE', `/v1/pelco/site/${tenant.siteId}/camera/${serial}`)
const unlock = (unlocks: object) =>
  inSystem(server.database.runtime, (tx) =>
    tx
      .updateTable('company')
      .set({ unlocks: JSON.stringify(unlocks) })
      .where('id', '=', tenant.companyId)
      .execute(),
  )
/** What consoles were told of registrations, in order. */
const told = () =>
  inSystem(server.database.runtime, async (tx) => {
    const rows = await tx
      .selectFrom('live_event')
      .select(['type', 'payload'])
      .where('company_id', '=', tenant.companyId)
      .where('type', 'in', ['CAMERA_REGISTERED', 'CAMERA_NOT_REGISTERED', 'DISCONNECT'])
      .orderBy('id')
      .execute()
    return rows.map(({ type, payload }) => liveEvent.parse({ ...(payload as object), type }))
  })
const cameras = () =>
  inSystem(server.database.runtime, (tx) =>
    tx
      .selectFrom('view')
      .select(['id', 'name', 'integration', 'serial_number', 'channel', 'products'])
      .where('company_id', '=', tenant.companyId)
      .where('integration', '=', 'pelco')
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute(),
  )

describe('a camera of Pelco', () => {
  it('is registered by its serial with hyphens, and consoles are told · CAMERAS-008 LIVEEVENTS-001 VALIDATION-043', async () => {
    expect(await add('1234-5678-9011', 'North gate')).toMatchObject({ status: 200, body: { success: true } })
    const [camera] = await cameras()
    expect(camera).toMatchObject({ name: 'North gate', serial_number: '123456789011', channel: '1' })
    expect(camera?.products).toEqual(['detect', 'detect_pro'])
    expect(await told()).toEqual([
      {
        type: 'CAMERA_REGISTERED',
        siteId: tenant.siteId,
        projectId: tenant.projectId,
        serialNumber: '123456789011',
        views: [{ id: camera?.id, name: 'North gate' }],
      },
    ])
    expect((await call('GET', `/view/${camera?.id}`)).body).toMatchObject({ serialNumber: '123456789011' })
  })

  it('with four sensors is four cameras, whose names are free', async () => {
    expect(await add('123456789014')).toMatchObject({ status: 200 })
    expect((await cameras()).map(({ name }) => name)).toEqual([1, 2, 3, 4].map((n) => `Pelco 9014 (${n})`))
    expect(await add('223456789014')).toMatchObject({ status: 200 })
    expect((await cameras()).map(({ name }) => name).slice(4)).toEqual([1, 2, 3, 4].map((n) => `Pelco 9014 (${n}) (2)`))
  })

  it('that the cloud refuses is not registered, and the plan is not to blame · LIVEEVENTS-001', async () => {
    expect(await add('123456789010')).toMatchObject({ status: 200 })
    expect(await told()).toMatchObject([
      { type: 'CAMERA_NOT_REGISTERED', serialNumber: '123456789010', planCapacity: { isValid: true } },
    ])
    expect(await cameras()).toEqual([])
  })

  it('is not registered where the plan has no room, and consoles are told that · LIVEEVENTS-001', async () => {
    allowances = [{ most: 0, included: null }]
    expect(await add('123456789011')).toMatchObject({ status: 200 })
    expect(await told()).toMatchObject([
      { type: 'CAMERA_NOT_REGISTERED', siteId: tenant.siteId, planCapacity: { isValid: false } },
    ])
    expect(await cameras()).toEqual([])
  })

  it('is not registered where the room was taken meanwhile, nor where not all sensors have room', async () => {
    allowances = [
      { most: 5, included: null },
      { most: 0, included: null },
    ]
    await add('123456789011')
    allowances = [{ most: 3, included: null }]
    await add('123456789014')
    const refused = { type: 'CAMERA_NOT_REGISTERED', planCapacity: { isValid: false } }
    expect(await told()).toMatchObject([refused, refused])
    expect(await cameras()).toEqual([])
  })

  it('that would be paid needs consent, which the event says', async () => {
    allowances = [{ most: null, included: 0 }]
    await add('123456789011')
    expect(await told()).toMatchObject([
      { planCapacity: { isValid: false, message: expect.stringContaining('terms of activation') } },
    ])
  })

  it.each(['12345678901', '1234567890123', '12345678901a', '', '١٢٣٤٥٦٧٨٩٠١٢'])(
    'needs twelve digits, which %j has not · VALIDATION-043',
    async (serial) => {
      const { status, body } = await add(serial)
      expect([status, body]).toMatchObject([400, { code: 'VALIDATION', errors: [{ field: 'serialNumber' }] }])
      expect(await told()).toEqual([])
    },
  )

  it('is registered once, under a free name, and not while the cloud does not answer · CAMERAS-005', async () => {
    await add('123456789011', 'Gate')
    expect(await add('1234-56789011')).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    expect(await add('123456789012', 'gate')).toMatchObject({ status: 409, body: { code: 'NAME_TAKEN' } })
    expect(await add('123456789018')).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
    expect(await cameras()).toHaveLength(1)
    expect(await told()).toHaveLength(1)
  })

  it.each([
    ['the integration', { isAdvancedAlarmUnlocked: true }],
    ['Detect Pro', { isPelcoEnabled: true }],
  ])('cannot be added without %s · GATING-006', async (_what, unlocks) => {
    await unlock(unlocks)
    expect(await add('123456789011')).toMatchObject({ status: 403, body: { code: 'PRODUCT_LOCKED' } })
    expect((await call('GET', `/v1/pelco/site/${tenant.siteId}`)).body).toMatchObject({ isUnlocked: false })
  })
})

describe('a deletion', () => {
  it('disconnects all sensors, and consoles are told which · CAMERAS-002 LIVEEVENTS-001', async () => {
    await add('123456789014')
    const ids = (await cameras()).map(({ id }) => id)
    const { status, body } = await remove('1234-56789014')
    expect([status, body]).toMatchObject([200, { views: ids.map((id) => ({ id, viewStatus: 'deleted' })) }])
    expect(await cameras()).toEqual([])
    expect((await told()).at(-1)).toMatchObject({ type: 'DISCONNECT', siteId: tenant.siteId, viewIds: ids })
    expect(await remove('123456789014')).toMatchObject({ status: 404 })
  })

  it('that the cloud refuses leaves the camera, and says so · CAMERAS-002', async () => {
    await add('123456789019')
    expect(await remove('123456789019')).toMatchObject({ status: 200, body: { views: [{ viewStatus: 'error' }] } })
    expect(await cameras()).toHaveLength(1)
    expect((await told()).map(({ type }) => type)).toEqual(['CAMERA_REGISTERED'])
  })

  it('leaves no serial at a camera that is restored', async () => {
    await add('123456789011')
    const [camera] = await cameras()
    await remove('123456789011')
    expect(await call('POST', `/v1/nodes/${camera?.id}/restore`)).toMatchObject({ status: 200 })
    expect(await cameras()).toMatchObject([{ id: camera?.id, serial_number: null }])
  })
})

it('without a cloud nothing is offered, and both calls are refused', async () => {
  const bare = await startTestServer()
  try {
    const { admin, siteId } = await createTenant(bare.database.runtime)
    const path = `/v1/pelco/site/${siteId}`
    const state = await callApi(bare, admin, 'GET', path)
    expect(state.body).toEqual({ isUnlocked: false, hasCloud: false, isStandIn: false })
    const body = { serialNumber: '123456789011' }
    expect(await callApi(bare, admin, 'POST', `${path}/camera`, body)).toMatchObject({ status: 503 })
    expect(await callApi(bare, admin, 'DELETE', `${path}/camera/123456789011`)).toMatchObject({ status: 503 })
  } finally {
    await bare.close()
  }
})
