import { Readable } from 'node:stream'
import { createFakeClock, renderScene } from '@winnow/testkit'
import { Client } from 'basic-ftp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { failCommits } from '../../../test/fail-commits.ts'
import { createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { startFtp, type Running } from '../../roles.ts'

const clock = createFakeClock(new Date())
let server: TestServer
let running: Running[]
let tenant: Tenant
let camera: Awaited<ReturnType<typeof createCamera>>
let pictures: Buffer[]
const clients: Client[] = []

beforeAll(async () => {
  server = await startTestServer({ clock })
  running = await startFtp(server.container)
  tenant = await createTenant(server.database.runtime)
  const scene = { kind: 'person-walking', seed: 3, camera: 5, frames: 3, width: 320, height: 180 } as const
  pictures = (await renderScene(scene)).map(({ jpeg }) => Buffer.from(jpeg))
})
afterAll(async () => {
  await Promise.all(running.map((part) => part.stop()))
  await server.close()
})
beforeEach(async () => {
  camera = await createCamera(server.database.runtime, tenant.companyId)
  clock.advance(3_600_000)
})
afterEach(() => {
  for (const client of clients.splice(0)) client.close()
})

const call = async (method: CallMethod, url: string, payload?: object) =>
  (await callApi(server, tenant.admin, method, url, payload)).body
async function connect({ user, password }: { user: string; password: string }): Promise<Client> {
  const client = new Client(10_000)
  clients.push(client)
  await client.access({ host: '127.0.0.1', port: server.container.ports.ftp, user, password })
  return client
}
const asCamera = async (viewId = camera.viewId) => connect(await call('POST', `/v1/view/${viewId}/ftp-password`))
const asSite = async () =>
  connect(await call('PUT', `/v1/site/${camera.siteId}/smtp`, { required: false, newPassword: true }))
const change = (viewId: string, columns: { name?: string; channel: string }) =>
  inSystem(server.database.runtime, (tx) => tx.updateTable('view').set(columns).where('id', '=', viewId).execute())
const put = (client: Client, path: string, bytes: Buffer | undefined) =>
  client.uploadFrom(Readable.from([bytes ?? Buffer.alloc(0)]), path)

interface Signal {
  id: string
  kind: string | null
  source: string
  alarmId: string | null
  duplicateOf: string | null
  recipient: string
  event: string | null
  deviceTime: string | null
  problems: { code: string }[]
}
const signalsAt = (url: string, count: number): Promise<Signal[]> =>
  until(`${count} read signals`, async () => {
    const rows: Signal[] = await call('GET', url)
    return rows.length === count && rows.every(({ kind }) => kind !== null) && rows
  })
const signals = (count: number, viewId = camera.viewId) => signalsAt(`/v1/view/${viewId}/signals`, count)
const name = (second: number) =>
  `192.168.1.64_01_201908270958${String(second).padStart(2, '0')}502_MOTION_DETECTION.jpg`

describe('a picture that is uploaded', () => {
  it('is stored before its 226, and becomes an alarm with what its name says · INTEGRATIONS-003', async () => {
    const client = await asCamera()
    const { message } = await put(client, `/2019-08-27/${name(0)}`, pictures[0])
    const [row] = await inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('signal').select(['id', 'raw_key', 'raw_sha256']).where('view_id', '=', camera.viewId).execute(),
    )
    expect(message).toBe(`226 Stored as ${row?.id}`)
    expect(await server.container.deps.media.head(row?.raw_key ?? '')).toBeDefined()
    const [signal] = await signals(1)
    expect(signal).toMatchObject({
      source: 'ftp',
      recipient: `/2019-08-27/${name(0)}`,
      event: 'MOTION DETECTION',
      deviceTime: '2019-08-27T09:58:00.502',
      problems: [],
    })
    expect(await call('GET', `/alarm/${signal?.alarmId}`)).toMatchObject({ source: 'ftp', frameCount: 1 })
  })

  it('of a burst joins one alarm, and one that comes again adds nothing', async () => {
    const client = await asCamera()
    for (const [second, picture] of pictures.entries()) {
      await put(client, name(second), picture)
      clock.advance(1_000)
    }
    await put(client, name(0), pictures[0])
    const rows = await signals(4)
    expect(new Set(rows.map(({ alarmId }) => alarmId)).size).toBe(1)
    expect(rows[0]).toMatchObject({ duplicateOf: rows[3]?.id })
    expect(await call('GET', `/alarm/${rows[0]?.alarmId}`)).toMatchObject({ frameCount: 3, signalCount: 3 })
  })

  it('only in part is kept, marked, and its alarm is not judged by it', async () => {
    const client = await asCamera()
    await put(client, name(0), pictures[0]?.subarray(0, 3_000))
    const [signal] = await signals(1)
    expect(signal).toMatchObject({ kind: 'alarm', problems: [{ code: 'truncated' }] })
    expect(signal?.alarmId).not.toBeNull()
  })

  it('whose row cannot be committed is answered 451 and leaves nothing', async () => {
    const client = await asCamera()
    const mend = await failCommits(server.database.owner)
    try {
      await expect(put(client, name(0), pictures[0])).rejects.toThrow('451 Cannot store the file now')
    } finally {
      await mend()
    }
    await put(client, name(0), pictures[0])
    await signals(1)
  })

  it('beyond what a camera may send is put off with 450, and the connection goes on', async () => {
    const client = await asCamera()
    const { byCamera } = server.container.deps.limits
    while (byCamera.take(camera.viewId, clock.now()));
    await expect(put(client, name(0), pictures[0])).rejects.toThrow('450 Too many files')
    clock.advance(60_000)
    await put(client, name(0), pictures[0])
  })

  it('is a sign of life only where it is a device’s test file', async () => {
    const client = await asCamera()
    await put(client, '/test.txt', Buffer.from('This is a test file'))
    const [signal] = await signals(1)
    expect(signal).toMatchObject({ kind: 'test', alarmId: null })
    expect((await call('GET', `/view/${camera.viewId}`)).lastTestAt).toBe(clock.now().toISOString())
  })
})

describe('a login', () => {
  it('of a camera needs a password that was made, and the old one ends with a new one', async () => {
    const user = camera.addressToken
    await expect(connect({ user, password: '' })).rejects.toThrow('530')
    const first = await call('POST', `/v1/view/${camera.viewId}/ftp-password`)
    const second = await call('POST', `/v1/view/${camera.viewId}/ftp-password`)
    await expect(connect(first)).rejects.toThrow('530')
    await connect(second)
    expect((await call('GET', `/v1/view/${camera.viewId}/intake`)).ftp).toMatchObject({ user, hasPassword: true })
    expect(server.logLines.join('')).not.toContain(second.password)
  })

  it('takes no more pictures over a connection that was open when its password was renewed or its camera deleted', async () => {
    const [renewed, gone] = [await asCamera(), await asCamera()]
    await expect(put(renewed, name(0), pictures[0])).rejects.toThrow('550 This login is not valid any more')
    await put(gone, name(0), pictures[0])
    await call('DELETE', `/view/${camera.viewId}`)
    await expect(put(gone, name(1), pictures[1])).rejects.toThrow('550 This login is not valid any more')
    clock.advance(60_000)
  })

  it('ends with its camera', async () => {
    const login = await call('POST', `/v1/view/${camera.viewId}/ftp-password`)
    await call('DELETE', `/view/${camera.viewId}`)
    await expect(connect(login)).rejects.toThrow('530')
  })

  it('with too many wrong passwords is put off, while right ones still come in', async () => {
    const login = await call('POST', `/v1/view/${camera.viewId}/ftp-password`)
    for (let guess = 0; guess < 20; guess++)
      await expect(connect({ ...login, password: 'guess' })).rejects.toThrow('530')
    await expect(connect({ ...login, password: 'guess' })).rejects.toThrow('421')
    await expect(connect({ user: 'anonymous', password: 'guest' })).rejects.toThrow('421')
    await connect(login)
    clock.advance(60_000)
  })
})

describe('a recorder that logs in as the site', () => {
  it('reaches the camera of its folder, else that of its channel, else the only one', async () => {
    const client = await asSite()
    await put(client, name(0), pictures[0])
    await signals(1)
    const other = await createCamera(server.database.runtime, tenant.companyId, {
      projectId: camera.projectId,
      siteId: camera.siteId,
    })
    await change(other.viewId, { name: 'Back door', channel: 'D02' })
    await change(camera.viewId, { channel: '1' })
    await put(client, '/back door/1.jpg', pictures[1])
    await put(client, '/NVR/2019-08-27/002/jpg/09/58/01[M][0@0][0].jpg', pictures[2])
    await put(client, `/${other.addressToken}/3.jpg`, pictures[0])
    await put(client, name(1), pictures[1])
    const recipients = async (count: number, viewId: string) =>
      (await signals(count, viewId)).map(({ recipient }) => recipient)
    expect(await recipients(2, camera.viewId)).toEqual([`/${name(1)}`, `/${name(0)}`])
    expect(await recipients(3, other.viewId)).toEqual([
      `/${other.addressToken}/3.jpg`,
      '/NVR/2019-08-27/002/jpg/09/58/01[M][0@0][0].jpg',
      '/back door/1.jpg',
    ])
  })

  it('that names no camera of the site is kept where people see it', async () => {
    await createCamera(server.database.runtime, tenant.companyId, {
      projectId: camera.projectId,
      siteId: camera.siteId,
    })
    const client = await asSite()
    await put(client, '/somewhere/a.jpg', pictures[0])
    const [signal] = await signalsAt(`/v1/site/${camera.siteId}/unmatched-signals`, 1)
    expect(signal).toMatchObject({ recipient: '/somewhere/a.jpg', alarmId: null })
  })
})
