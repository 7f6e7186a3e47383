import type { Alarm } from '@winnow/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createLoggedIn, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inSystem } from '../../platform/db/transaction.ts'

let now = new Date('2027-01-11T18:00:00Z')
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const later = (minutes: number) => {
  now = after(minutes)
}
let server: TestServer
let tenant: Tenant
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => now } })
})
beforeEach(async () => {
  later(10_000)
  tenant = await createTenant(server.database.runtime)
  await call('PUT', `/site/${tenant.siteId}/schedule`, { deviceType: 2 })
})
afterAll(() => server.close())

const call = (method: CallMethod, path: string, body?: object) => callApi(server, tenant.admin, method, path, body)
const arming = () => `/v1/site/${tenant.siteId}/arming`
const tell = async (body: object) => (await call('PUT', arming(), body)).body
const status = async () => (await call('GET', arming())).body
const history = async () => (await call('GET', `${arming()}/history`)).body.rows

async function send(): Promise<Alarm> {
  const reply = await server.app.inject({
    method: 'POST',
    url: `/api/v1/ingest/alarm?view=${tenant.viewId}`,
    headers: { authorization: `Bearer ${tenant.ingestToken}`, 'content-type': 'image/jpeg' },
    payload: Buffer.concat([Buffer.from('ffd8ffe000104a4649460001', 'hex'), Buffer.from(now.toISOString())]),
  })
  return (await call('GET', `/alarm/${reply.json<{ alarmId: string }>().alarmId}`)).body
}

describe('a site that is armed and disarmed', () => {
  it('counts while it was never told and while armed, not while disarmed, and arms itself', async () => {
    expect(await status()).toMatchObject({ scheduleDeviceType: 2, status: 'armed', changedAt: null })
    expect(await send()).toMatchObject({ outside: null })
    later(1)
    const end = after(120)
    expect(await tell({ state: 'disarmed', until: end.toISOString() })).toMatchObject({
      status: 'disarmed',
      refusal: null,
    })
    expect(await send()).toMatchObject({ outside: { reason: 'disarmed', until: end.toISOString() }, verdict: null })
    later(60)
    await tell({ state: 'armed' })
    expect(await send()).toMatchObject({ outside: null })
    await tell({ state: 'disarmed', until: after(5).toISOString() })
    later(5)
    expect(await status()).toMatchObject({ status: 'armed', endsAt: null, endedAt: now.toISOString() })
    expect(await send()).toMatchObject({ outside: null })
  })

  it('is disarmed for no longer than its longest time', async () => {
    await call('PUT', `${arming()}/longest`, { longestDisarmMinutes: 30 })
    expect(await tell({ state: 'disarmed', until: after(500).toISOString() })).toMatchObject({
      endsAt: after(30).toISOString(),
      longestDisarmMinutes: 30,
    })
    for (const longestDisarmMinutes of [0, 44_641])
      expect((await call('PUT', `${arming()}/longest`, { longestDisarmMinutes })).status).toBe(400)
  })

  it('is not disarmed until a time that is past', async () => {
    expect(await call('PUT', arming(), { state: 'disarmed', until: now.toISOString() })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION', errors: [{ field: 'until' }] },
    })
    expect([(await status()).status, await history()]).toEqual(['armed', []])
  })

  it('is shown with its cameras as armed or disarmed · VIEWS-002 VIEWS-003', async () => {
    const read = async () => [
      (await call('GET', `/view/${tenant.viewId}`)).body,
      (await call('GET', `/site/${tenant.siteId}/view`)).body[0],
    ]
    // Lists of cameras ask the clock of the database, which the test cannot set.
    const disarmedFor = (minutes: number) =>
      inSystem(server.database.runtime, (tx) =>
        sql`update site set arm_state = 'disarmed', arm_changed_at = now(), arm_ends_at = now() + make_interval(mins => ${minutes})
          where id = ${tenant.siteId}`.execute(tx),
      )
    for (const row of await read()) expect(row).toMatchObject({ isArmDisarm: true, armDisarmStatus: 'armed' })
    await disarmedFor(60)
    for (const row of await read()) expect(row).toMatchObject({ isArmDisarm: true, armDisarmStatus: 'disarmed' })
    await disarmedFor(-1)
    for (const row of await read()) expect(row).toMatchObject({ isArmDisarm: true, armDisarmStatus: 'armed' })
    await call('PUT', `/site/${tenant.siteId}/schedule`, { deviceType: 1, weekly: [] })
    for (const row of await read()) expect(row).toMatchObject({ isArmDisarm: false, armDisarmStatus: null })
  })

  it('ends a burst, also where it was disarmed and armed again in between', async () => {
    const first = await send()
    await tell({ state: 'disarmed' })
    later(0.05)
    await tell({ state: 'armed' })
    expect((await send()).id).not.toBe(first.id)
  })
})

describe('a message that is not applied is recorded, with the reason', () => {
  it('if it is older than the state or than ten minutes, by its own date', async () => {
    await tell({ state: 'armed' })
    later(1)
    const sent = (minutes: number) => ({ state: 'disarmed', sentAt: after(minutes).toISOString() })
    expect(await tell(sent(-2))).toMatchObject({ status: 'armed', refusal: 'overtaken' })
    expect(await tell(sent(-11))).toMatchObject({ status: 'armed', refusal: 'too-old' })
    expect(await tell(sent(0))).toMatchObject({ status: 'disarmed', refusal: null })
    expect(await history()).toMatchObject([
      { state: 'disarmed', refusal: null, by: 'ADMIN_USER', way: 'console' },
      { state: 'disarmed', refusal: 'too-old', endsAt: null },
      { state: 'disarmed', refusal: 'overtaken' },
      { state: 'armed', refusal: null },
    ])
    const audit = await inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('audit').select('action').where('object_id', '=', tenant.siteId).orderBy('id').execute(),
    )
    expect(audit.map(({ action }) => action).slice(1)).toEqual([
      'site.armed',
      'site.arming-refused',
      'site.arming-refused',
      'site.disarmed',
    ])
  })

  it('if the site counts by time', async () => {
    await call('PUT', `/site/${tenant.siteId}/schedule`, { deviceType: 1, weekly: [] })
    expect(await tell({ state: 'disarmed' })).toMatchObject({ status: null, refusal: 'not-armed' })
  })

  it('and a program with a token is named as such', async () => {
    const reply = await server.app.inject({
      method: 'PUT',
      url: `/api${arming()}`,
      headers: { authorization: `Bearer ${tenant.apiToken}` },
      payload: { state: 'disarmed' },
    })
    expect(reply.json()).toMatchObject({ status: 'disarmed', refusal: null })
    expect(await history()).toMatchObject([{ way: 'api' }])
  })
})

describe('what decides at a site now', () => {
  const active = async () => (await call('GET', `/v1/site/${tenant.siteId}/active-schedules`)).body
  const one = (deviceFrom: string, state: string) => [{ siteId: tenant.siteId, deviceFrom, state }]
  it('is its device, its schedule or a pause', async () => {
    expect(await active()).toEqual(one('arm-disarm', 'on'))
    await tell({ state: 'disarmed' })
    expect(await active()).toEqual(one('arm-disarm', 'off'))
    await call('PUT', `/site/${tenant.siteId}/pause`, { pauseEndTime: after(60).toISOString() })
    expect(await active()).toEqual(one('override', 'off'))
    await call('PUT', `/site/${tenant.siteId}/pause`, { pauseEndTime: null })
    await call('PUT', `/site/${tenant.siteId}/schedule`, { deviceType: 1, weekly: [] })
    expect(await active()).toEqual(one('schedule', 'off'))
    await call('DELETE', `/site/${tenant.siteId}/schedule`)
    expect(await active()).toEqual([])
  })

  it('is changed by nobody who may only read', async () => {
    const reader = await createLoggedIn(server.database.runtime, {
      companyId: tenant.companyId,
      userType: 'MEMBER_USER_READONLY',
    })
    expect((await callApi(server, reader, 'PUT', arming(), { state: 'disarmed' })).status).toBe(403)
    expect((await callApi(server, reader, 'GET', arming())).status).toBe(200)
  })
})
