import { createFakeClock, type HikvisionDevice, type HttpHost, startHikvisionDevice } from '@winnow/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

const OTHER: HttpHost = { url: '/secret-of-others', protocol: 'HTTP', address: '192.0.2.9', port: 8123 }
const clock = createFakeClock(new Date())
let server: TestServer
let tenant: Tenant
let viewId: string
let device: HikvisionDevice

beforeAll(async () => {
  server = await startTestServer({
    clock,
    settings: {
      WINNOW_ALLOWED_NETWORKS_CAMERAS: '127.0.0.1/32',
      WINNOW_INGEST_URL: 'https://alarms.example:8443',
    },
  })
  tenant = await createTenant(server.database.runtime)
})
afterAll(() => server.close())
beforeEach(async () => {
  clock.advance(120_000)
  ;({ viewId } = await createCamera(server.database.runtime, tenant.companyId))
})
afterEach(() => device.close())

const call = async (path: string, change: object = {}) =>
  (
    await callApi(server, tenant.admin, 'POST', `/v1/view/${viewId}/device-hosts${path}`, {
      host: '127.0.0.1',
      port: device.port,
      username: 'admin',
      password: 'Abcd-1234',
      ...change,
    })
  ).body
const ourPath = async (): Promise<string> =>
  new URL((await callApi(server, tenant.admin, 'GET', `/v1/view/${viewId}/intake`)).body.hikvisionUrl).pathname

it('the places of a device are shown without what they keep secret', async () => {
  device = await startHikvisionDevice({ hosts: [OTHER, null, null] })
  const reply = await call('/look')
  expect(reply).toEqual({
    failure: null,
    hosts: [
      { id: 1, address: 'http://192.0.2.9:8123', isOurs: false },
      { id: 2, address: null, isOurs: false },
      { id: 3, address: null, isOurs: false },
    ],
  })
  expect(device.asked.filter((each) => each.startsWith('PUT'))).toEqual([])
})

it('the address is written into the first free place, once, and taken back without touching others', async () => {
  device = await startHikvisionDevice({ hosts: [OTHER, null, null] })
  const ours = { url: await ourPath(), protocol: 'HTTPS', address: 'alarms.example', port: 8443 }
  for (let time = 0; time < 2; time++) {
    const { failure, hosts } = await call('', { action: 'write' })
    expect(failure).toBeNull()
    expect(hosts.map((host: { isOurs: boolean }) => host.isOurs)).toEqual([false, true, false])
    expect(device.hosts()).toEqual([OTHER, ours, null])
  }
  expect((await call('', { action: 'take-back' })).failure).toBeNull()
  expect(device.hosts()).toEqual([OTHER, null, null])
  expect(device.wrongLogins()).toBe(0)
})

it('a device whose places are all in use is left as it is', async () => {
  device = await startHikvisionDevice({ hosts: [OTHER] })
  const { failure, hosts } = await call('', { action: 'write' })
  expect(failure).toBeNull()
  expect(hosts).toEqual([{ id: 1, address: 'http://192.0.2.9:8123', isOurs: false }])
  await call('', { action: 'take-back' })
  expect(device.hosts()).toEqual([OTHER])
  expect(device.asked.filter((each) => each.startsWith('PUT'))).toEqual([])
})

it('a wrong password is tried once, and a private address names the setting', async () => {
  device = await startHikvisionDevice()
  expect(await call('', { action: 'write', password: 'wrong' })).toMatchObject({
    failure: { problem: 'login' },
    hosts: [],
  })
  expect(device.wrongLogins()).toBe(1)
  const { failure } = await call('/look', { host: '10.1.2.3' })
  expect(failure).toMatchObject({ problem: 'refused', setting: 'WINNOW_ALLOWED_NETWORKS_CAMERAS=10.1.2.3' })
})

it('one user may call devices twelve times a minute', async () => {
  device = await startHikvisionDevice()
  for (let time = 0; time < 12; time++) await call('/look', { host: '10.1.2.3' })
  expect(await call('/look')).toMatchObject({ code: 'RATE_LIMITED' })
})
