// A look at a recorder, with the stand-ins of recorders.
import {
  type DahuaDevice,
  type HikvisionChannel,
  type HikvisionDevice,
  type HikvisionDeviceOptions,
  startDahuaDevice,
  startHikvisionDevice,
} from '@winnow/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { camerasOf, type Lab, openLab, recorderWith } from './recorder-lab.fixture.ts'

let server: TestServer
let lab: Lab
let device: HikvisionDevice | DahuaDevice | undefined

beforeAll(async () => {
  server = await startTestServer({ settings: { WINNOW_ALLOWED_NETWORKS_CAMERAS: '127.0.0.1/32' } })
})
afterAll(() => server.close())
beforeEach(async () => {
  lab = await openLab(server)
})
afterEach(async () => {
  await device?.close()
  device = undefined
})

async function startRecorder(network: readonly HikvisionChannel[], options: HikvisionDeviceOptions = {}) {
  const started = await startHikvisionDevice({ recorder: recorderWith(network), ...options })
  device = started
  return started
}

describe('a look at a recorder', () => {
  it('tells its cameras, and which of them the site has', async () => {
    const { port } = await startRecorder(camerasOf(3))
    const viewId = await lab.addCamera('D2', 'Yard')
    expect(await lab.look({ port })).toEqual({
      failure: null,
      recorder: { name: 'Hall', model: 'DS-7616NI-K2' },
      channels: [
        { channel: '1', name: 'Camera 1', isOnline: true, viewId: null, viewName: null },
        { channel: '2', name: 'Camera 2', isOnline: false, viewId, viewName: 'Yard' },
        { channel: '3', name: 'Camera 3', isOnline: true, viewId: null, viewName: null },
      ],
    })
    expect((await lab.cameras()).map(({ id }) => id)).toEqual([viewId])
  })

  it('lists the only channel of a camera, and reads Dahua', async () => {
    const camera = { name: 'Gate', model: 'DS-2CD2', type: 'IPCamera', analog: [{ id: 1, name: 'Camera 01' }] }
    const { port } = await startHikvisionDevice({ recorder: camera }).then((started) => (device = started))
    expect((await lab.look({ port })).channels).toMatchObject([{ channel: '1', name: 'Camera 01', isOnline: null }])
    await device?.close()
    const channels = [
      { name: 'Gate', state: 'Connected' },
      { name: '', state: 'Unconnect' },
      { name: 'x', state: 'Empty' },
    ]
    device = await startDahuaDevice({ recorder: { name: 'Hall', model: 'NVR5216', channels } })
    expect(await lab.look({ maker: 'dahua', port: device.port })).toMatchObject({
      recorder: { name: 'Hall', model: 'NVR5216' },
      channels: [
        { channel: '1', name: 'Gate', isOnline: true },
        { channel: '2', name: 'Channel 2', isOnline: false },
      ],
    })
    expect(device.wrongLogins()).toBe(0)
  })

  it.each(['look', 'add'] as const)('tries a wrong login once, and tells what is wrong otherwise (%s)', async (way) => {
    const recorder = await startRecorder(camerasOf(2))
    const ask = async (body: object) => (way === 'look' ? lab.look(body) : (await lab.add(body)).body)
    const { port } = recorder
    expect(await ask({ port, password: 'wrong' })).toMatchObject({ failure: { problem: 'login' } })
    expect(recorder.wrongLogins()).toBe(1)
    expect(await ask({ port, host: '10.1.2.3' })).toMatchObject({
      failure: { problem: 'refused', setting: 'WINNOW_ALLOWED_NETWORKS_CAMERAS=10.1.2.3' },
    })
    expect(await ask({ port, maker: 'dahua' })).toMatchObject({ failure: { problem: 'answer' } })
    await recorder.close()
    device = undefined
    expect(await ask({ port })).toMatchObject({ failure: { problem: 'unreachable' } })
    device = await startHikvisionDevice({
      odd: (_, response) => response.writeHead(200).end('<html>Welcome</html>') !== undefined,
    })
    expect(await ask({ port: device.port })).toMatchObject({ failure: { problem: 'answer' } })
    expect(await lab.cameras()).toEqual([])
    expect(await lab.logins()).toBe(0)
    expect(await lab.told()).toEqual([])
  })

  it('tells a user without the right to see cameras from a recorder without analog inputs', async () => {
    const recorder = { name: 'Hall', model: 'DS', type: 'NVR' }
    device = await startHikvisionDevice({ recorder })
    expect(await lab.look({ port: device.port })).toMatchObject({ failure: { problem: 'login' }, channels: [] })
  })

  it('ends at a second refusal of the login, since devices lock users', async () => {
    const recorder = await startRecorder(camerasOf(2), {
      odd: (path, response) => path.includes('InputProxy') && response.writeHead(401).end() !== undefined,
    })
    expect(await lab.look({ port: recorder.port })).toMatchObject({ failure: { problem: 'login' } })
    expect(recorder.asked.at(-1)).toContain('InputProxy')
  })

  it('is limited, as a search of a network would be many', async () => {
    const { port } = await startRecorder(camerasOf(1))
    for (let n = 0; n < 12; n++) await lab.look({ port })
    expect((await lab.add({ port })).status).toBe(429)
  })
})
