import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { readFileSync } from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createSmtpSink, type SmtpSink } from '@winnow/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createCamera, createLoggedIn, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

const NOT_FETCHED = 'Could not fetch that resource'
const SECRET = 'Geheim-4711-Geheim'
const HERE = '127.0.0.1'

let server: TestServer
let tenant: Tenant
let siteId: string
let smtp: SmtpSink
let web: Server
let webPort: number

const folder = new URL('../../../../../node_modules/onvif/test/serverMockup/', import.meta.url)
/** Answers as the mock device of npm `onvif`: with what was recorded from a camera. */
async function answerOnvif(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const name = /<s:Body [^>]*><(\w+)/.exec(await text(request))?.[1] ?? ''
  response.end(readFileSync(new URL(`${name}.xml`, folder), 'utf8').replaceAll(/\{\{=\s*it\.\w+\s*\}\}/g, 'cam'))
}

/** A recorder that asks for Basic logins at /basic, and says something secret at all its addresses. */
const recorder = createServer((request, response) => {
  const isIn = request.headers.authorization === `Basic ${btoa(`admin:${SECRET}`)}`
  if (request.url === '/basic' && !isIn) response.writeHead(401, { 'www-authenticate': 'Basic realm="nvr"' })
  else if (request.url === '/gone') response.writeHead(404)
  else if (request.url === '/moved') response.writeHead(302, { location: 'http://127.0.0.1:1/' })
  if (request.url?.startsWith('/onvif/')) void answerOnvif(request, response)
  else response.end('inner words of the device')
})

beforeAll(async () => {
  server = await startTestServer({ settings: { WINNOW_ALLOWED_NETWORKS_CAMERAS: '127.0.0.1' } })
  tenant = await createTenant(server.database.runtime)
  siteId = (await createCamera(server.database.runtime, tenant.companyId)).siteId
  smtp = await createSmtpSink()
  web = recorder.listen(0, HERE)
  await new Promise((resolve) => web.once('listening', resolve))
  webPort = (web.address() as AddressInfo).port
})
afterAll(async () => {
  web.close()
  await smtp.close()
  await server.close()
})

const admin = () => ({ companyId: tenant.companyId, userType: 'ADMIN_USER' as const })

/** A user of their own for each call, so that no limit of another test counts. */
async function attempt(path: string, body: object) {
  const { cookie } = await createLoggedIn(server.database.runtime, admin())
  return callApi(server, { cookie }, 'POST', path, { siteId, ...body })
}

const succeeded = { status: 200, body: { success: true, failure: null } }
const failed = (problem: string, message = expect.any(String), setting: string | null = null) => ({
  status: 200,
  body: { success: false, failure: { problem, message, setting } },
})

it('tests a recorder over TCP and HTTP, and a mail server · INTEGRATIONS-002', async () => {
  expect(await attempt('/v1/test-nvr-tcp', { host: HERE, port: webPort })).toEqual(succeeded)
  expect(await attempt('/v1/test-nvr-http', { host: HERE, port: webPort })).toEqual(succeeded)
  expect(await attempt('/testsmtp', { host: HERE, port: smtp.port, mailbox: 'S1' })).toEqual(succeeded)
  const open = { host: HERE, port: smtp.port, security: 'none' }
  expect(await attempt('/v1/testsmtpconfig', open)).toEqual(succeeded)
  expect(smtp.mails).toEqual([])
})

it('logs in to a recorder once, and never sends back or logs what it said', async () => {
  const basic = { host: HERE, port: webPort, path: '/basic', username: 'admin' }
  expect(await attempt('/v1/test-nvr-http', { ...basic, password: SECRET })).toEqual(succeeded)
  expect(await attempt('/v1/test-nvr-http', { ...basic, password: `${SECRET}?` })).toEqual(failed('login'))
  expect(await attempt('/v1/test-nvr-http', { ...basic, path: '/gone' })).toEqual(failed('answer'))
  // A redirect is an answer. Where it leads is not called.
  expect(await attempt('/v1/test-nvr-http', { ...basic, path: '/moved' })).toEqual(succeeded)
  expect(server.logLines.filter((line) => line.includes(SECRET) || line.includes('inner words'))).toEqual([])
})

it('says the same of an address that nobody answers at, and of one that may not be called · VALIDATION-032', async () => {
  for (const path of ['/v1/test-nvr-tcp', '/v1/test-nvr-http', '/v1/testsmtpconfig'])
    expect(await attempt(path, { host: HERE, port: 1025 })).toEqual(failed('unreachable', NOT_FETCHED))
  const inside = 'WINNOW_ALLOWED_NETWORKS_CAMERAS=192.168.7.20'
  for (const path of ['/v1/test-nvr-tcp', '/v1/test-nvr-http', '/v1/testsmtpconfig'])
    expect(await attempt(path, { host: '192.168.7.20', port: 8000 })).toEqual(failed('refused', NOT_FETCHED, inside))
  expect(await attempt('/testsmtp', { host: '192.168.7.20', port: 25, mailbox: 'S1' })).toEqual(
    failed('refused', NOT_FETCHED, inside),
  )
  // No setting opens these, so none is named.
  for (const host of ['169.254.169.254', '168.63.129.16'])
    expect(await attempt('/v1/test-nvr-tcp', { host, port: 80 })).toEqual(failed('refused', NOT_FETCHED))
})

it.each([
  [{ host: '' }, 'Hostname is empty'],
  [{ host: 'a'.repeat(254) }, 'max. 253 characters'],
  [{ host: 'cam era' }, 'Host name is invalid'],
  [{ host: '192.168.1.300' }, 'IP is invalid'],
  [{ host: 'fe80::1%eth0' }, 'IP is invalid'],
  [{ host: '192.168.1.30:80' }, 'IP is invalid'],
  [{ host: 'https://recorder.example/' }, 'Host name is invalid'],
  [{ host: 'recorder:443' }, 'Host name is invalid'],
  [{ host: 'cam', port: 0 }, 'Port is invalid'],
  [{ host: 'cam', port: 70_000 }, 'Port is invalid'],
])('refuses %j · VALIDATION-013 VALIDATION-014 VALIDATION-018 VALIDATION-019 VALIDATION-020', async (body, message) => {
  const reply = await attempt('/v1/test-nvr-tcp', { port: 80, ...body })
  expect(reply).toMatchObject({ status: 400, body: { code: 'VALIDATION', errors: [{ message }] } })
})

it('refuses a mailbox that is none · VALIDATION-015 VALIDATION-016 VALIDATION-017', async () => {
  const wrong = (body: object) => attempt('/testsmtp', { host: 'mail.example', ...body })
  expect(await wrong({ mailbox: ' ' })).toMatchObject({ body: { errors: [{ message: 'Mailbox is empty' }] } })
  expect(await wrong({ mailbox: 'a@b' })).toMatchObject({ body: { errors: [{ message: 'invalid format' }] } })
  expect(await wrong({ mailbox: 'a'.repeat(65) })).toMatchObject({ status: 400 })
  expect(await wrong({ mailbox: 'a>\r\nDATA' })).toMatchObject({ status: 400 })
})

it('limits the attempts of one user over all tests', async () => {
  const { cookie } = await createLoggedIn(server.database.runtime, admin())
  const statuses: number[] = []
  for (let n = 0; n < 13; n++) {
    const path = n % 2 ? '/v1/test-nvr-tcp' : '/v1/test-nvr-http'
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as a user would
    statuses.push((await callApi(server, { cookie }, 'POST', path, { siteId, host: HERE, port: webPort })).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 12 }, () => 200), 429])
})

it('searches streams and asks ONVIF devices, and tells a device that is none · CAMERAS-008 CAMERAS-013', async () => {
  const device = { host: HERE, port: webPort, username: 'admin', password: SECRET }
  const streams = await attempt('/v1/rtsp-discovery', device)
  expect(streams.body).toMatchObject({ success: false, failure: { problem: 'answer' }, streams: [], tries: 1 })
  const onvif = await attempt('/v1/onvif/connect', { ...device, path: '/page' })
  expect(onvif.body).toMatchObject({ success: false, failure: { problem: 'answer' }, device: null, streams: [] })
  const inside = { problem: 'refused', message: NOT_FETCHED, setting: 'WINNOW_ALLOWED_NETWORKS_CAMERAS=10.1.2.3' }
  for (const path of ['/v1/rtsp-discovery', '/v1/onvif/connect'])
    expect((await attempt(path, { host: '10.1.2.3', username: 'admin', password: SECRET })).body).toMatchObject({
      success: false,
      failure: inside,
    })
  expect(server.logLines.filter((line) => line.includes(SECRET))).toEqual([])
  const wrong = await attempt('/v1/rtsp-discovery', { host: HERE, channel: 0 })
  expect(wrong).toMatchObject({ status: 400, body: { errors: [{ field: 'channel', message: 'Number is invalid' }] } })
})

it('asks a device by ONVIF if no path of a make has a stream · CAMERAS-008 CAMERAS-013', async () => {
  const rtsp = net.createServer((socket) => {
    socket.on('error', () => undefined).on('data', () => socket.write('RTSP/1.0 404 Not Found\r\n\r\n'))
  })
  await new Promise<void>((resolve) => rtsp.listen(0, HERE, resolve))
  const { port } = rtsp.address() as AddressInfo
  const body = { host: HERE, port, username: 'admin', password: SECRET }
  const found = await attempt('/v1/rtsp-discovery', { ...body, onvifPort: webPort })
  expect(found.body).toMatchObject({ success: true, failure: null, tries: 20 })
  expect(found.body.streams.length).toBeGreaterThan(0)
  for (const { url, make } of found.body.streams) {
    expect(url).toMatch(/^rtsp:\/\/127\.0\.0\.1:554\//)
    expect(make).not.toBe('')
  }
  const connected = await attempt('/v1/onvif/connect', { host: HERE, port: webPort })
  expect(connected.body).toMatchObject({ success: true, device: { model: 'Mockup Model' }, ptz: expect.any(Boolean) })
  const none = await attempt('/v1/rtsp-discovery', { ...body, onvifPort: 1025 })
  expect(none.body).toMatchObject({ success: false, failure: { problem: 'no-stream' }, streams: [] })
  rtsp.close()
})
