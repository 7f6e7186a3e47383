import {
  createFakeClock,
  createFakeTicker,
  type HikvisionDevice,
  type HikvisionDeviceOptions,
  type HikvisionReport,
  hikvisionXml,
  renderScene,
  startHikvisionDevice,
} from '@winnow/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { createHikvisionConnector } from './hikvision-connector.ts'
import { type ConnectorKeeper, keepConnectors } from './index.ts'

const LOGIN = { username: 'admin', password: 'Abcd-1234' }
const clock = createFakeClock(new Date())
let server: TestServer
let tenant: Tenant
let camera: Awaited<ReturnType<typeof createCamera>>
let picture: Uint8Array
let device: HikvisionDevice
let keeper: ConnectorKeeper
/** Ends the pause before the next try to connect. */
let retry: () => void = () => undefined

beforeAll(async () => {
  server = await startTestServer({ clock, settings: { WINNOW_ALLOWED_NETWORKS_CAMERAS: '127.0.0.0/8' } })
  tenant = await createTenant(server.database.runtime)
  const [frame] = await renderScene({ kind: 'person-walking', seed: 3, camera: 5, frames: 1, width: 320, height: 180 })
  picture = frame?.jpeg ?? new Uint8Array()
})
afterAll(() => server.close())
beforeEach(async () => {
  camera = await createCamera(server.database.runtime, tenant.companyId)
  clock.advance(3_600_000)
  const wait = (_: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      retry = resolve
      signal.addEventListener('abort', () => resolve())
    })
  const { deps } = server.container
  keeper = keepConnectors({ ...deps, ticker: createFakeTicker(), connectTiming: { wait } }, [
    createHikvisionConnector(deps),
  ])
})
afterEach(async () => {
  await keeper.stop()
  await device?.close()
  await inSystem(server.database.runtime, (tx) => tx.deleteFrom('connection').execute())
})

const call = (method: 'GET' | 'PUT' | 'DELETE', path: string, body?: object) =>
  callApi(server, tenant.admin, method, `/v1/view/${camera.viewId}/${path}`, body)
const wayIn = async () => (await call('GET', 'way-in')).body
const start = async (options: HikvisionDeviceOptions = {}, login: Partial<typeof LOGIN> = {}): Promise<void> => {
  device = await startHikvisionDevice(options)
  const { status, body } = await call('PUT', 'connection', { host: '127.0.0.1', port: device.port, ...LOGIN, ...login })
  expect({ status, body }).toEqual({ status: 200, body: { failure: null } })
}
const connected = () => until('a stream', async () => device.streams() === 1)
const report = (change: Partial<HikvisionReport> = {}): HikvisionReport => ({
  eventType: 'VMD',
  dateTime: clock.now().toISOString(),
  ...change,
})
interface Signal {
  kind: string | null
  event: string
  alarmId: string
  problems: { code: string; detail?: string }[]
}
const signals = (count: number, viewId = camera.viewId): Promise<Signal[]> =>
  until(`${count} read signals`, async () => {
    const rows: Signal[] = (await callApi(server, tenant.admin, 'GET', `/v1/view/${viewId}/signals`)).body
    return rows.length === count && rows.every(({ kind }) => kind !== null) && rows
  })
const setView = (viewId: string, change: { channel?: string; project_id?: string; site_id?: string }) =>
  inSystem(server.database.runtime, (tx) => tx.updateTable('view').set(change).where('id', '=', viewId).execute())
/** The called camera becomes that of channel 1 of a recorder, with another camera at channel 4. */
async function makeRecorder(): Promise<string> {
  const { projectId, siteId } = camera
  const other = await createCamera(server.database.runtime, tenant.companyId, { projectId, siteId })
  await setView(camera.viewId, { channel: '1' })
  await setView(other.viewId, { channel: '4' })
  return other.viewId
}
const alarmOf = async (signal: Signal | undefined) =>
  (await callApi(server, tenant.admin, 'GET', `/alarm/${signal?.alarmId}`)).body
const problem = () => until('a reason', async () => (await wayIn()).problem ?? false)

describe('a Hikvision device that is called', () => {
  it('sends its events with their pictures, and becomes an alarm', async () => {
    await start({ picture: () => picture })
    await connected()
    device.send(report({ eventType: 'fielddetection', target: 'human', pictures: [picture] }))
    const [signal] = await signals(1)
    expect(signal).toMatchObject({ kind: 'alarm', event: 'fielddetection', problems: [] })
    expect(await alarmOf(signal)).toMatchObject({ source: 'hikvision', frameCount: 1 })
    // It sent one itself, so none was fetched.
    expect(device.asked.filter((each) => each.includes('/picture'))).toEqual([])
    expect(await wayIn()).toMatchObject({ state: 'working', problem: null, lastEventAt: clock.now().toISOString() })
  })

  it('is asked for three pictures once when its event has none, and a repetition asks for no more', async () => {
    await start({ picture: () => picture })
    await connected()
    for (const activePostCount of [1, 2, 3]) device.send(report({ activePostCount, channelId: 2 }))
    const [signal] = await signals(1)
    expect(await alarmOf(signal)).toMatchObject({ frameCount: 3 })
    const asked = device.asked.filter((each) => each.includes('/picture'))
    expect(new Set(asked)).toEqual(new Set(['GET /ISAPI/Streaming/channels/201/picture']))
    expect(device.wrongLogins()).toBe(0)
  })

  it('that gives no picture has an alarm that is passed on unverified, with the reason', async () => {
    await start()
    await connected()
    device.send(report())
    const [signal] = await signals(1)
    expect(signal?.problems).toEqual([{ code: 'no-media' }, { code: 'not-fetched', detail: 'answer' }])
    expect(await alarmOf(signal)).toMatchObject({ source: 'hikvision', frameCount: 0 })
  })

  it('stays alive by signs of life, which make no alarm', async () => {
    await start()
    await connected()
    clock.advance(61_000)
    device.send(report({ eventType: 'videoloss', eventState: 'inactive' }))
    await until('the sign', async () => {
      await keeper.look()
      return (await wayIn()).lastSeenAt === clock.now().toISOString()
    })
    await signals(0)
    expect((await wayIn()).state).toBe('working')
  })

  it('of a recorder has the events of its channels at the cameras with their numbers, also at another site', async () => {
    const other = await makeRecorder()
    await start()
    await connected()
    device.send(report({ channelId: 36 }))
    expect(await signals(1, other)).toHaveLength(1)
    expect(await signals(0)).toEqual([])
    const next = await createCamera(server.database.runtime, tenant.companyId)
    await setView(next.viewId, { channel: '4' })
    await setView(camera.viewId, { project_id: next.projectId, site_id: next.siteId })
    device.send(report({ channelId: 36, eventType: 'linedetection' }))
    expect(await signals(1, next.viewId)).toHaveLength(1)
    expect(await signals(1, other)).toHaveLength(1)
  })

  it('of a recorder with more than 32 cameras has events and pictures of the channel whose number is written', async () => {
    const fourth = await makeRecorder()
    const { projectId, siteId } = camera
    const { viewId } = await createCamera(server.database.runtime, tenant.companyId, { projectId, siteId })
    await setView(viewId, { channel: '36' })
    await start({ picture: () => picture })
    await connected()
    device.send(report({ channelId: 36 }))
    expect(await signals(1, viewId)).toHaveLength(1)
    expect(await signals(0, fourth)).toEqual([])
    const asked = device.asked.filter((each) => each.includes('/picture'))
    expect(new Set(asked)).toEqual(new Set(['GET /ISAPI/Streaming/channels/3601/picture']))
  })

  it('of a camera without a channel has its events at that camera, also where another has their number', async () => {
    const { projectId, siteId } = camera
    const other = await createCamera(server.database.runtime, tenant.companyId, { projectId, siteId })
    await setView(other.viewId, { channel: '1' })
    await start()
    await connected()
    device.send(report({ channelId: 1 }))
    expect(await signals(1)).toHaveLength(1)
    expect(await signals(0, other.viewId)).toEqual([])
  })

  it('of a recorder goes on when one of its cameras sends too much, which is noted at that camera', async () => {
    const other = await makeRecorder()
    const { byCamera } = server.container.deps.limits
    while (byCamera.take(other, clock.now())) continue
    await start()
    await connected()
    device.send(report({ channelId: 4 }))
    const refused = await until('the note', async () => {
      const { body } = await callApi(server, tenant.admin, 'GET', `/v1/view/${other}/way-in`)
      return body.problem ?? false
    })
    expect(refused).toMatchObject({ code: 'too-many' })
    device.send(report({ channelId: 1 }))
    expect(await signals(1)).toHaveLength(1)
    expect(await signals(0, other)).toEqual([])
    expect(device.streams()).toBe(1)
  })

  it('has its event stored when there is room again', async () => {
    const keepsUp = vi.spyOn(server.container.deps.pump, 'keepsUp').mockReturnValueOnce(false)
    try {
      await start()
      await connected()
      device.send(report())
      expect(await signals(1)).toHaveLength(1)
      expect(device.streams()).toBe(1)
    } finally {
      keepsUp.mockRestore()
    }
  })

  it('that is lost before the pictures of its event has the event all the same', async () => {
    device = await startHikvisionDevice()
    const xml = hikvisionXml(report({ pictures: [picture] }))
    device.answerStream((response) =>
      response
        .writeHead(200, { 'Content-Type': 'multipart/mixed; boundary=boundary' })
        .end(`--boundary\r\nContent-Type: application/xml\r\n\r\n${xml}\r\n`),
    )
    await call('PUT', 'connection', { host: '127.0.0.1', port: device.port, ...LOGIN })
    expect(await signals(1)).toMatchObject([{ kind: 'alarm', event: 'VMD' }])
  })

  it('that refuses the login is tried once, and the state says so', async () => {
    await start({}, { password: 'wrong' })
    expect(await problem()).toMatchObject({ code: 'login', setting: null })
    expect(device.wrongLogins()).toBe(1)
    expect((await wayIn()).state).toBe('unconnected')
    await call('PUT', 'connection', { host: '127.0.0.1', port: device.port, ...LOGIN })
    await connected()
    await until('the state', async () => (await wayIn()).state === 'working')
  })

  it('that is lost fails after five minutes, and works again when it is back', async () => {
    await start()
    await connected()
    await until('the state', async () => (await wayIn()).state === 'working')
    device.drop()
    await problem()
    expect(await wayIn()).toMatchObject({ state: 'working', problem: { code: 'closed' } })
    clock.advance(299_000)
    expect((await wayIn()).state).toBe('working')
    clock.advance(1_000)
    expect((await wayIn()).state).toBe('failing')
    retry()
    await connected()
    await until('the state', async () => (await wayIn()).state === 'working')
    expect((await wayIn()).problem).toBeNull()
  })

  it.each([
    [
      'leads elsewhere',
      (response: { writeHead: (status: number, headers: object) => { end: () => void } }) =>
        response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end(),
    ],
    [
      'answers with a page',
      (response: { writeHead: (status: number, headers: object) => { end: () => void } }) =>
        response.writeHead(200, { 'Content-Type': 'text/html' }).end(),
    ],
  ])('that %s is left, with the reason', async (_, answer) => {
    device = await startHikvisionDevice()
    device.answerStream((response) => answer(response as never))
    await call('PUT', 'connection', { host: '127.0.0.1', port: device.port, ...LOGIN })
    expect(await problem()).toMatchObject({ code: 'answer' })
  })

  it('that sends a message without an end is left, with the reason', async () => {
    await start()
    await connected()
    device.sendRaw(`--boundary\r\nContent-Type: application/xml\r\n\r\n<EventNotificationAlert>${'<a>'.repeat(40_000)}`)
    expect(await problem()).toMatchObject({ code: 'answer' })
    await signals(0)
  })

  it('is not called any more when its connection is deleted', async () => {
    await start()
    await connected()
    expect((await call('DELETE', 'connection')).body).toEqual({ success: true })
    await until('the end', async () => device.streams() === 0)
    expect((await wayIn()).connection).toBeNull()
  })
})

it('an address that may not be called is not stored, and the reply says which line of the settings allows it', async () => {
  const { body } = await call('PUT', 'connection', { host: '10.1.2.3', port: 80, ...LOGIN })
  expect(body.failure).toMatchObject({ problem: 'refused', setting: 'WINNOW_ALLOWED_NETWORKS_CAMERAS=10.1.2.3' })
  expect((await wayIn()).connection).toBeNull()
})

it('the password is neither returned nor logged', async () => {
  await start()
  await connected()
  const reply = await wayIn()
  expect(reply.connection).toMatchObject({ username: 'admin', hasPassword: true })
  expect(JSON.stringify(reply) + server.logLines.join('')).not.toContain(LOGIN.password)
})

it('a stored password stays with the host that it was stored for, and is given to no other', async () => {
  await start()
  const [{ username }, { port }] = [LOGIN, device]
  await call('PUT', 'connection', { host: '127.0.0.1', port: port - 1, username })
  expect((await wayIn()).connection).toMatchObject({ port: port - 1, hasPassword: true })
  await call('PUT', 'connection', { host: '127.0.0.2', port, username })
  expect((await wayIn()).connection).toMatchObject({ host: '127.0.0.2', hasPassword: false })
})

it('a camera that is called as a device of Dahua is called as one of Hikvision no more, and with no password of that one', async () => {
  await start()
  await connected()
  const { port } = device
  await call('PUT', 'connection', { maker: 'dahua', host: '127.0.0.1', port, username: LOGIN.username })
  expect((await wayIn()).connection).toMatchObject({ maker: 'dahua', port, hasPassword: false })
  await until('the end', async () => device.streams() === 0)
  expect((await callApi(server, tenant.admin, 'GET', `/view/${camera.viewId}`)).body).toMatchObject({
    integration: 'email',
  })
  const rows = await inSystem(server.database.runtime, (tx) => tx.selectFrom('connection').select('kind').execute())
  expect(rows).toEqual([{ kind: 'dahua' }])
  await call('PUT', 'connection', { host: '127.0.0.1', port, ...LOGIN })
  expect((await wayIn()).connection).toMatchObject({ maker: 'hikvision', hasPassword: true })
  expect((await call('DELETE', 'connection')).body).toEqual({ success: true })
  expect((await wayIn()).connection).toBeNull()
})
