import { createFakeClock, dialFrontel, type FrontelPanelOptions, frontelStatus } from '@winnow/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cameraState } from '../../../test/camera-state.ts'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { failCommits } from '../../../test/fail-commits.ts'
import { createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { type Running, startFrontel } from '../../roles.ts'
import { listUnknownPanels } from '../intake/index.ts'

const JPEG = Buffer.from('\xff\xd8\xff\xe0 no real picture', 'latin1')

const clock = createFakeClock(new Date())
let server: TestServer
let running: Running[]
let tenant: Tenant
let camera: Awaited<ReturnType<typeof createCamera>>
let serial: string
let serials = 0xe760_4915

beforeAll(async () => {
  server = await startTestServer({ clock, settings: { WINNOW_FRONTEL: 'on', WINNOW_FRONTEL_PORT: '0' } })
  running = await startFrontel(server.container)
  tenant = await createTenant(server.database.runtime)
})
afterAll(async () => {
  await Promise.all(running.map((part) => part.stop()))
  await server.close()
})
beforeEach(async () => {
  camera = await createCamera(server.database.runtime, tenant.companyId)
  await inSystem(server.database.runtime, (tx) =>
    tx.updateTable('view').set({ channel: '03' }).where('id', '=', camera.viewId).execute(),
  )
  serial = `${(serials++).toString(16).toUpperCase()}13080214`
  clock.advance(3_600_000)
})

const url = () => `/company/${tenant.companyId}/videofied`
const reply = (method: CallMethod, path: string, payload?: object) =>
  callApi(server, tenant.admin, method, path, payload)
const call = async (method: CallMethod, path: string, payload?: object) => (await reply(method, path, payload)).body
const add = () => reply('POST', url(), { siteId: camera.siteId, serial: serial.toLowerCase() })
const panel = async () =>
  (await call('GET', url())).panels.find(({ siteId }: { siteId: string }) => siteId === camera.siteId)
const dial = (options: Partial<FrontelPanelOptions> = {}) =>
  dialFrontel(server.container.ports.frontel, { serial, at: clock.now(), ...options })
async function report(event: string): Promise<string> {
  const line = await dial()
  try {
    return await line.report(event)
  } finally {
    line.close()
  }
}

interface Signal {
  id: string
  kind: string | null
  alarmId: string | null
  recipient: string
  duplicateOf: string | null
}
const signalsAt = (path: string, count: number): Promise<Signal[]> =>
  until(`${count} read signals`, async () => {
    const rows: Signal[] = await call('GET', path)
    return rows.length === count && rows.every(({ kind }) => kind !== null) && rows
  })
const signals = (count: number) => signalsAt(`/v1/view/${camera.viewId}/signals`, count)
const unmatched = (count: number) => signalsAt(`/v1/site/${camera.siteId}/unmatched-signals`, count)

describe('an event of a panel · INTEGRATIONS-003', () => {
  it('is stored before its ACK, and becomes an alarm of the camera with its device', async () => {
    await add()
    expect(await report('1,3,2')).toBe('ACK')
    const [row] = await inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('signal').select(['id', 'raw_key']).where('view_id', '=', camera.viewId).execute(),
    )
    expect(await server.container.deps.media.head(row?.raw_key ?? '')).toBeDefined()
    const [signal] = await signals(1)
    expect(signal).toMatchObject({ id: row?.id, source: 'videofied', kind: 'alarm', event: 'Intrusion (1)' })
    expect(signal?.recipient).toBe(`${serial}/3`)
    expect(await call('GET', `/alarm/${signal?.alarmId}`)).toMatchObject({ source: 'videofied', frameCount: 0 })
    expect(await panel()).toMatchObject({
      serial,
      seenAt: clock.now().toISOString(),
      lastEvent: { words: 'Intrusion (1)', at: clock.now().toISOString() },
      problem: null,
    })
  })

  it('whose row cannot be committed is not acknowledged, and taken when it comes again', async () => {
    await add()
    const line = await dial()
    const mend = await failCommits(server.database.owner)
    try {
      await expect(line.report('1,3,2')).rejects.toThrow('hung up')
    } finally {
      await mend()
    }
    expect(await report('1,3,2')).toBe('ACK')
    await signals(1)
  })

  it('whose acknowledgement was lost is acknowledged again, and is one alarm; the next one is another message', async () => {
    await add()
    const line = await dial()
    line.say('EVENT,1,3,2')
    // The line is cut before the panel asks.
    await signals(1)
    line.close()
    expect(await report('1,3,2')).toBe('ACK')
    const [again, first] = await signals(2)
    expect([again?.duplicateOf, first?.duplicateOf]).toEqual([first?.id, null])
    clock.advance(5_000)
    expect(await report('1,3,2')).toBe('ACK')
    const [next] = await signals(3)
    expect(next?.duplicateOf).toBeNull()
  })

  it('of a device that no camera has is kept where people see it', async () => {
    await add()
    expect(await report('1,9,2')).toBe('ACK')
    const [lost] = await unmatched(1)
    expect(lost).toMatchObject({ recipient: `${serial}/9`, kind: 'alarm', alarmId: null })
  })

  it('that arms, disarms or only says how the panel is makes no signal, and changes no arming', async () => {
    await inSystem(server.database.runtime, (tx) =>
      tx.updateTable('site').set({ schedule_device_type: 2 }).where('id', '=', camera.siteId).execute(),
    )
    await add()
    for (const event of ['24,1,3', '25,0,3', '19', '26']) expect(await report(event)).toBe('ACK')
    expect(await panel()).toMatchObject({ lastEvent: { words: 'Automatic test (26)' } })
    expect((await call('GET', `/v1/site/${camera.siteId}/arming/history`)).rows).toEqual([])
    expect([await signals(0), await unmatched(0)]).toEqual([[], []])
  })

  it('beyond what a camera may send is not acknowledged until there is room again', async () => {
    await add()
    const { byCamera } = server.container.deps.limits
    while (byCamera.take(camera.viewId, clock.now()));
    await expect(report('1,3,2')).rejects.toThrow('hung up')
    const problem = async () => (await call('GET', `/v1/view/${camera.viewId}/way-in`)).problem?.code
    await until('the note', async () => (await problem()) === 'too-many')
    clock.advance(60_000)
    expect(await report('1,3,2')).toBe('ACK')
  })
})

describe('a file of a panel', () => {
  it('is added to the alarm as it came, in a closed form or in one that is known', async () => {
    await add()
    const line = await dial()
    line.say('EVENT,1,3,2')
    expect(await line.sendFile('FILE,1', Buffer.from('a closed form'))).toBe('FILE_ACK')
    expect(await line.sendFile('FILE,2', JPEG)).toBe('FILE_ACK')
    line.close()
    const rows = await signals(3)
    const [alarmId] = [...new Set(rows.map((row) => row.alarmId))]
    expect(rows.every((row) => row.alarmId === alarmId)).toBe(true)
    const media = await inSystem(server.database.runtime, (tx) =>
      tx
        .selectFrom('signal')
        .select(['problems'])
        .where('alarm_id', '=', alarmId ?? '')
        .execute(),
    )
    expect(JSON.stringify(media)).toContain('part-unread')
    expect(await call('GET', `/alarm/${alarmId}`)).toMatchObject({ frameCount: 2 })
  })

  it('that says what detectors there are names them, with our cameras', async () => {
    await add()
    const line = await dial()
    expect(await line.sendFile('FILE,armsta1', frontelStatus(serial, { 3: 'Gate', 4: 'Hall' }))).toBe('FILE_ACK')
    line.close()
    const { name } = await call('GET', `/view/${camera.viewId}`)
    expect((await panel()).detectors).toEqual([
      { number: 3, name: 'Gate', viewName: name },
      { number: 4, name: 'Hall', viewName: null },
    ])
    expect(await unmatched(0)).toEqual([])
  })
})

describe('what is wrong with a panel', () => {
  it('is noted until it is served', async () => {
    await add()
    const problem = async () => (await panel()).problem?.code
    await expect(dial({ answer: () => '0'.repeat(32) })).rejects.toThrow('hung up')
    await expect.poll(problem).toBe('login')
    await dial({ version: '3', hangsUp: true })
    await expect.poll(problem).toBe('version')
    clock.advance(1_000)
    expect(await report('26')).toBe('ACK')
    const { seenAt, problem: last } = await panel()
    expect(seenAt > last.at).toBe(true)
  })

  it('with a serial number that nobody has is listed for those who run the installation, until somebody sets it', async () => {
    await expect(dial()).rejects.toThrow('hung up')
    expect((await call('GET', url())).unknown).toBeNull()
    const listed = async () =>
      (await inSystem(server.database.runtime, (tx) => listUnknownPanels(tx, 'videofied'))).filter(
        ({ account }) => account === serial,
      )
    await expect.poll(listed).toMatchObject([{ account: serial, address: '127.0.0.1', times: 1 }])
    expect(await inSystem(server.database.runtime, (tx) => listUnknownPanels(tx))).toEqual([])
    await add()
    expect(await listed()).toEqual([])
  })
})

describe('a camera behind a panel', () => {
  it('works, is lost with the panel, fails after five minutes, and comes back', async () => {
    const told = () => cameraState(server, tenant.admin, camera)
    await add()
    const system = { kind: 'videofied', name: serial, isUp: false, lastSeenAt: null, problem: null }
    expect(await told()).toMatchObject({ state: 'unconnected', inSite: 1, isCountedAtHome: false, system })
    expect(await report('1,3,2')).toBe('ACK')
    await signals(1)
    const lastEventAt = clock.now().toISOString()
    expect(await told()).toMatchObject({
      state: 'working',
      lastEventAt,
      system: { isUp: true, lastSeenAt: lastEventAt },
    })
    clock.advance(60_000)
    await dial({ version: '3', hangsUp: true })
    await until('a problem', async () => (await told()).system?.problem?.code === 'version')
    clock.advance(4 * 60_000)
    // Each try is noted, but it fails since the first one.
    await expect(dial({ answer: () => '0'.repeat(32) })).rejects.toThrow('hung up')
    await until('another problem', async () => (await told()).system?.problem?.code === 'login')
    expect(await told()).toMatchObject({ state: 'working', isCountedAtHome: false, system: { isUp: false } })
    clock.advance(60_000)
    expect(await told()).toMatchObject({ state: 'failing', inSite: 1, isCountedAtHome: true })
    expect(await report('26')).toBe('ACK')
    expect(await told()).toMatchObject({
      state: 'working',
      isCountedAtHome: false,
      system: { isUp: true, problem: null },
    })
  })

  it('is none whose channel is no number, or that is elsewhere', async () => {
    await add()
    const other = await createCamera(server.database.runtime, tenant.companyId)
    expect((await cameraState(server, tenant.admin, other)).system).toBeNull()
    await inSystem(server.database.runtime, (tx) =>
      tx.updateTable('view').set({ channel: 'north' }).where('id', '=', camera.viewId).execute(),
    )
    expect((await cameraState(server, tenant.admin, camera)).system).toBeNull()
  })
})

describe('the panels of a company · INTEGRATIONS-001', () => {
  it('are added, changed and deleted by their sites', async () => {
    expect((await add()).body).toMatchObject({ siteId: camera.siteId, serial, seenAt: null, detectors: [] })
    expect((await call('GET', url())).server).toMatchObject({ port: server.container.ports.frontel })
    expect(await report('26')).toBe('ACK')
    const other = `F${serial.slice(1)}`
    const changed = await call('PUT', url(), { siteId: camera.siteId, serial: other })
    expect(changed).toMatchObject({ serial: other, seenAt: null, lastEvent: null })
    await expect(report('26')).rejects.toThrow('hung up')
    await call('DELETE', `${url()}?siteId=${camera.siteId}`)
    expect(await panel()).toBeUndefined()
    expect((await reply('DELETE', `${url()}?siteId=${camera.siteId}`)).status).toBe(404)
    expect((await reply('PUT', url(), { siteId: camera.siteId, serial })).status).toBe(404)
  })

  it('end with their site', async () => {
    await add()
    await call('DELETE', `/site/${camera.siteId}`)
    expect(await panel()).toBeUndefined()
    await expect(report('1,3,2')).rejects.toThrow('hung up')
  })

  it('have serial numbers of their own, in whatever company, and one place each', async () => {
    await add()
    const theirs = await createTenant(server.database.runtime)
    const there = await createCamera(server.database.runtime, theirs.companyId)
    const foreign = (payload: object) =>
      callApi(server, theirs.admin, 'POST', `/company/${theirs.companyId}/videofied`, payload)
    expect(await foreign({ siteId: there.siteId, serial })).toMatchObject({
      status: 409,
      body: { code: 'SERIAL_TAKEN', errors: [{ field: 'serial' }] },
    })
    expect((await foreign({ siteId: camera.siteId, serial: `F${serial.slice(1)}` })).status).toBe(404)
    expect((await callApi(server, theirs.admin, 'GET', url())).status).toBe(404)
    expect(await reply('POST', url(), { siteId: camera.siteId, serial: `F${serial.slice(1)}` })).toMatchObject({
      status: 409,
      body: { code: 'PANEL_EXISTS', errors: [{ field: 'siteId' }] },
    })
    expect(await reply('POST', url(), { siteId: camera.siteId, serial: 'E76' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'serial' }] },
    })
  })
})
