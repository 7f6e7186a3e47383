import { NX_SYSTEM, renderScene } from '@winnow/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createCamera, createTenant } from '../../../test/factories.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { type DwWorld, GATE, gate, SECRET, startDwWorld } from './digital-watchdog.fixture.ts'

const { serverId: SERVER, systemId: SYSTEM } = NX_SYSTEM
let world: DwWorld
/** Times for which pictures were asked, in milliseconds. */
const askedAt: number[] = []

beforeAll(async () => {
  const [frame] = await renderScene({ kind: 'person-walking', seed: 3, camera: 5, frames: 1, width: 320, height: 180 })
  world = await startDwWorld({
    picture: (device, at) => {
      askedAt.push(at)
      return device === GATE ? Buffer.from(frame?.jpeg ?? []) : undefined
    },
    devices: [
      { id: `{${GATE.toUpperCase()}}`, name: 'Gate 10', group: { id: 'g', name: 'Recorder 1' } },
      { id: 'c0ffee00-0000-4000-8000-000000000002', name: 'Gate 9', group: { id: 'g', name: 'Recorder 1' } },
      { id: 'c0ffee00-0000-4000-8000-000000000003', name: 'Relay box', deviceType: 'IOModule' },
    ],
  })
})
afterAll(() => world.close())

it('a company is added once, listed with its secret masked, and deleted · INTEGRATIONS-001', async () => {
  const added = { companyName: 'Harbour Guards', companySecret: SECRET }
  const { status, body } = await world.call('POST', 'organizations', added)
  expect(status).toBe(200)
  expect(body).toMatchObject({ companyName: 'Harbour Guards', companySecret: '••••••••1234', lastEventAt: null })
  expect(body['pushUrl']).toMatch(/\/api\/v1\/dw\/\{companySecret\}$/)
  const listed = await world.call('GET', 'organizations')
  expect(JSON.stringify(listed.body)).not.toContain(SECRET)
  const again = { ...added, companySecret: 'another-secret-of-theirs' }
  expect(await world.call('POST', 'organizations', again)).toMatchObject({ status: 409, body: { code: 'NAME_TAKEN' } })
  const other = await createTenant(world.server.database.runtime, 'Elsewhere')
  expect(await world.call('POST', 'organizations', added, other)).toMatchObject({
    status: 409,
    body: { code: 'KEY_TAKEN', message: 'Choose another secret' },
  })
  for (const companySecret of ['short', 'with spaces and more', 'slash/slash/slash/slash'])
    // oxlint-disable-next-line no-await-in-loop -- each is refused on its own
    expect((await world.call('POST', 'organizations', { companyName: 'X', companySecret })).status).toBe(400)
  const path = `organizations/${String(body['id'])}`
  expect((await world.call('DELETE', path, undefined, other)).status).toBe(404)
  expect((await world.call('DELETE', path)).status).toBe(200)
  expect((await world.call('GET', 'organizations')).body).toEqual([])
})

it('a server is found by its login, and its own certificate is shown before it is stored', async () => {
  const { body } = await world.call('POST', 'servers/connected', world.login())
  expect(body).toMatchObject({
    failure: null,
    certificate: { isTrusted: false, fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/) },
    servers: [{ serverId: SERVER, serverName: 'Server 1', systemId: SYSTEM, systemName: 'Harbour', isOnline: true }],
  })
  expect(world.nx.sessions.size).toBe(0)
})

it.each([
  ['a wrong password', () => world.login({ password: 'wr0ng' }), 'login'],
  ['another certificate', () => world.login({ fingerprint: 'ab'.repeat(32) }), 'certificate'],
  ['a refused address', () => world.login({ ipAddress: '10.0.0.1' }), 'refused'],
  ['a port where nobody listens', () => world.login({ port: 1 }), 'unreachable'],
  ['no password for an unknown server', () => world.login({ password: undefined }), 'login'],
])('%s is told apart', async (_what, body, problem) => {
  const asked = world.nx.asked.length
  const { status, body: reply } = await world.call('POST', 'servers/connected', body())
  expect([status, reply]).toMatchObject([200, { servers: [], failure: { problem } }])
  expect(JSON.stringify(reply)).not.toMatch(/wr0ng|s3cret|Wrong username/)
  // Nothing is sent to a server whose certificate is not the expected one.
  if (problem === 'certificate') expect(world.nx.asked).toHaveLength(asked)
})

it('servers are kept with sealed passwords that go to no other address · INTEGRATIONS-001', async () => {
  const fingerprint = await world.fingerprint()
  const stored = await world.call('PUT', 'servers', { servers: [world.entry({ fingerprint })] })
  expect(stored).toMatchObject({ status: 200, body: [{ systemName: 'Harbour', hasPassword: true, fingerprint }] })
  expect(JSON.stringify(stored.body)).not.toContain('s3cret')
  const rows = await inSystem(world.server.database.runtime, (tx) =>
    tx.selectFrom('dw_server').select('password').execute(),
  )
  expect(rows.map(({ password }) => password.startsWith('s1.'))).toEqual([true])
  const kept = world.entry({ password: undefined, fingerprint })
  expect((await world.call('PUT', 'servers', { servers: [{ ...kept, serverName: 'Renamed' }] })).status).toBe(200)
  for (const change of [
    { port: world.nx.port + 1 },
    { ipAddress: '127.0.0.2' },
    { fingerprint: 'ab'.repeat(32) },
    { fingerprint: '' },
  ])
    // oxlint-disable-next-line no-await-in-loop -- each is refused on its own
    expect((await world.call('PUT', 'servers', { servers: [{ ...kept, ...change }] })).status).toBe(400)
  expect(await world.call('PUT', 'servers', { servers: [world.entry({ ipAddress: '10.0.0.1' })] })).toMatchObject({
    status: 400,
    body: { code: 'ADDRESS_REFUSED', errors: [{ field: 'servers.0.ipAddress', message: 'guard.private' }] },
  })
  expect((await world.call('PUT', 'servers', { servers: [kept, kept] })).status).toBe(400)
  expect(await world.call('POST', 'servers/connected', world.login({ password: undefined }))).toMatchObject({
    body: { failure: null, servers: [{ isConfigured: true }] },
  })
  expect((await world.call('GET', 'servers/available')).body).toMatchObject({
    servers: [{ serverId: SERVER, isConfigured: true }],
    failures: [],
  })
})

it('cameras of a system are mapped to ours, and found with their groups · INTEGRATIONS-001', async () => {
  const { viewId } = await createCamera(world.server.database.runtime, world.tenant.companyId)
  expect((await world.call('GET', 'cameras')).body).toEqual({ cameras: [], failures: [] })
  const available = async () => (await world.call('GET', 'cameras?available=true')).body['cameras'] as object[]
  expect(await available()).toMatchObject([
    { cameraName: 'Gate 9', viewId: null },
    { cameraName: 'Gate 10', groupName: 'Recorder 1', cameraId: GATE, cameraServerName: 'Server 1', viewId: null },
  ])
  const upper = { ...gate(viewId), cameraId: `{${GATE.toUpperCase()}}` }
  expect(await world.call('PUT', 'cameras', { cameras: [upper] })).toMatchObject({ body: { numberOfMappedCameras: 1 } })
  expect(await available()).toMatchObject([{ viewId: null }, { cameraId: GATE, viewId }])
  expect((await world.call('PUT', 'cameras', { cameras: [gate(viewId), gate(null)] })).status).toBe(400)
  world.nx.broken = 500
  expect((await world.call('GET', 'cameras?available=true')).body).toMatchObject({
    cameras: [{ cameraId: GATE, viewId }],
    failures: [{ systemName: 'Harbour', failure: { problem: 'answer' } }],
  })
  world.nx.broken = undefined
  expect(await world.call('PUT', 'cameras', { cameras: [gate(null)] })).toMatchObject({
    body: { numberOfMappedCameras: 0 },
  })
})

describe('an event that a rule of the system sends', () => {
  let viewId: string
  const content = (change: object = {}) => ({
    camera: `{${GATE.toUpperCase()}}`,
    cameraName: 'Gate 10',
    eventType: 'nx.base.LineCrossing',
    eventName: 'Fence',
    source: '{event.source}',
    ...change,
  })
  const push = (body: object | string, secret = SECRET) =>
    world.server.app.inject({
      method: 'POST',
      url: `/api/v1/dw/${secret}?system=${SYSTEM}`,
      headers: { 'content-type': 'application/json' },
      payload: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const signals = (count: number) =>
    until(`${count} read signals`, async () => {
      const { body } = await callApi(world.server, world.tenant.admin, 'GET', `/v1/view/${viewId}/signals`)
      const rows = body as { kind: string | null; alarmId: string; eventType: string; problems: object[] }[]
      return rows.length === count && rows.every(({ kind }) => kind !== null) && rows
    })
  const alarm = (change: object = {}) => ({
    systemName: 'Harbour',
    cameraServerId: '',
    cameraId: '',
    alarmType: 'analyticsSdkEvent',
    alarmName: '',
    actionType: '',
    alarmEventId: '',
    eventType: 'person',
    ...change,
  })

  beforeAll(() => world.setUp())
  beforeEach(async () => {
    viewId = (await createCamera(world.server.database.runtime, world.tenant.companyId)).viewId
    await world.call('PUT', 'cameras', { cameras: [gate(viewId)] })
    await world.call('PUT', 'alarms', { alarms: [] })
  })

  it('is stored, becomes an alarm of the mapped camera, and has its pictures by time · INTEGRATIONS-001 · INTEGRATIONS-003', async () => {
    askedAt.length = 0
    const before = world.clock.now().getTime()
    expect((await push(content())).statusCode).toBe(200)
    const [signal] = await signals(1)
    expect(signal).toMatchObject({
      source: 'digitalwatchdog',
      kind: 'alarm',
      vendor: 'digitalwatchdog',
      event: 'Fence',
      eventType: 'line',
      problems: [],
    })
    const { body } = await callApi(world.server, world.tenant.admin, 'GET', `/alarm/${signal?.alarmId}`)
    expect(body).toMatchObject({ source: 'digitalwatchdog', frameCount: 3 })
    const [first = 0] = askedAt.toSorted((a, b) => a - b).filter((at) => at > 0)
    expect(Math.abs(first + 1_000 - before)).toBeLessThan(60_000)
    expect((await world.call('GET', 'organizations')).body).toMatchObject([{ lastEventAt: expect.any(String) }])
  })

  it('has the type of the first mapping that fits', async () => {
    const alarms = [
      alarm({ alarmName: 'Gate' }),
      alarm({ alarmEventId: 'nx.base.LineCrossing', eventType: 'vehicle' }),
      alarm(),
    ]
    const stored = await world.call('PUT', 'alarms', { alarms })
    expect(stored).toMatchObject({ status: 200, body: alarms })
    expect((await world.call('GET', 'alarms')).body).toEqual(alarms)
    expect((await push(content())).statusCode).toBe(200)
    expect(await signals(1)).toMatchObject([{ eventType: 'vehicle' }])
  })

  it('without a camera is given to that of its mapping', async () => {
    await world.call('PUT', 'alarms', {
      alarms: [
        alarm({
          alarmType: 'userDefinedEvent',
          alarmName: 'Door',
          alarmEventId: 'Panel',
          cameraId: GATE,
          eventType: 'io',
        }),
      ],
    })
    expect(
      (await push('{"camera":"{event.cameraId}","source":"Panel","caption":"Door","description":"a "quoted" text"}'))
        .statusCode,
    ).toBe(200)
    expect(await signals(1)).toMatchObject([{ eventType: 'io', text: 'a "quoted" text' }])
  })

  it('that nobody can place is refused and told, as is one with an unknown secret', async () => {
    expect((await push(content({ camera: 'f00d', cameraName: 'Yard' }))).statusCode).toBe(404)
    expect((await world.call('GET', 'organizations')).body).toMatchObject([
      { lastUnmapped: { cameraId: 'f00d', cameraName: 'Yard' } },
    ])
    expect((await push(content(), 'a-secret-that-nobody-has')).statusCode).toBe(404)
    expect((await push('x'.repeat(70_000))).statusCode).toBe(413)
    const log = world.server.logLines.join('')
    expect([log.includes(SECRET), log.includes('a-secret-that-nobody-has')]).toEqual([false, false])
  })

  it('of a camera over its limit is put off, which is noted at that camera', async () => {
    const { byCamera } = world.server.container.deps.limits
    while (byCamera.take(viewId, world.clock.now())) continue
    expect((await push(content())).statusCode).toBe(429)
    const wayIn = () => callApi(world.server, world.tenant.admin, 'GET', `/v1/view/${viewId}/way-in`)
    await until('the note', async () => (await wayIn()).body.problem?.code === 'too-many')
  })

  it('is passed on with the reason where pictures cannot be fetched', async () => {
    world.nx.broken = 500
    expect((await push(content())).statusCode).toBe(200)
    const [signal] = await signals(1)
    expect(signal?.problems).toEqual([{ code: 'no-media', detail: 'pictures could not be fetched (answer)' }])
    world.nx.broken = undefined
  })
})

it('kinds of events are found in the log of the system', async () => {
  const logged = (minutes: number, eventType: string, caption: string) => ({
    timestampMs: world.clock.now().getTime() - minutes * 60_000,
    eventData: { eventType, caption, deviceIds: [GATE] },
    actionData: { actionType: 'execHttpRequestAction' },
    ruleId: 'r',
    flags: 'noFlags',
  })
  world.nx.log.push(
    logged(9, 'userDefinedEvent', 'Door'),
    logged(5, 'cameraMotionEvent', ''),
    logged(1, 'userDefinedEvent', 'Door'),
  )
  world.nx.log.push(logged(60 * 24 * 8, 'userDefinedEvent', 'Too old'))
  expect((await world.call('GET', 'alarms/generic-events')).body).toMatchObject({
    events: [
      { alarmType: 'userDefinedEvent', alarmName: 'Door', cameraName: 'Gate 10', systemName: 'Harbour', count: 2 },
      { alarmType: 'cameraMotionEvent', alarmName: '', count: 1 },
    ],
    failures: [],
  })
})
