import { testCertificate } from '@winnow/delivery/testing'
import { createFakeClock, EXACQ, type ExacqRecorder, startExacq } from '@winnow/testkit'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { cameraState } from '../../../test/camera-state.ts'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { cameraMail, sendBySmtp } from '../../../test/smtp-client.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { type Running, startSmtp } from '../../roles.ts'

const HERE = '127.0.0.1'
const jpeg = (mark: number) => Buffer.concat([Buffer.from('ffd8ffe000104a46494600', 'hex'), Buffer.alloc(200, mark)])
const MP4 = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'), Buffer.alloc(500, 7)])
const clock = createFakeClock(new Date())
let server: TestServer
let smtp: Running
let tenant: Tenant
let recorder: ExacqRecorder
/** What the recorder has recorded, by what was asked for. */
let exported: { cameraId: string; from: Date; to: Date }[] = []
let hasRecorded = true
let hasLive = true
let lives = 0

beforeAll(async () => {
  const settings = { WINNOW_ALLOWED_NETWORKS_CAMERAS: HERE, WINNOW_MAIL_DOMAIN: 'alarms.example' }
  server = await startTestServer({ clock, settings })
  smtp = await startSmtp(server.container)
})
afterAll(async () => {
  await smtp.stop()
  await server.close()
})
beforeEach(async () => {
  clock.advance(3_600_000)
  ;[exported, hasRecorded, hasLive, lives] = [[], true, true, 0]
  recorder = await startExacq({
    ...(await testCertificate()),
    cameras: [
      { id: 65_536, name: 'North gate' },
      { id: 131_072, name: 'Yard' },
    ],
    live: () => (hasLive ? jpeg((lives += 1)) : undefined),
    recorded(cameraId, from, to) {
      exported.push({ cameraId, from, to })
      return hasRecorded ? MP4 : undefined
    },
  })
  tenant = await createTenant(server.database.runtime)
  return () => recorder.close()
})

const call = async (method: CallMethod, path = '', body?: object, who: Tenant = tenant) => {
  const reply = await callApi(
    server,
    who.admin,
    method,
    `/company/${who.companyId}/exacq${/^.(cameras|connected)/.test(path) ? path : `/recorders${path}`}`,
    body,
  )
  return { status: reply.status, body: reply.body as Record<string, unknown> }
}
const login = (more: object = {}) => ({
  host: HERE,
  port: recorder.port,
  username: EXACQ.user,
  password: EXACQ.password,
  ...more,
})
const fingerprint = async (): Promise<string> => {
  const { body } = await call('POST', '/connected', login())
  return (body['certificate'] as { fingerprint: string }).fingerprint
}
const entry = async (more: object = {}) => ({
  ...login(),
  name: 'Warehouse',
  fingerprint: await fingerprint(),
  ...more,
})
const add = async (more: object = {}) => {
  const { status, body } = await call('POST', '', await entry(more))
  expect([status, body]).toMatchObject([200, { hasPassword: true }])
  return String(body['id'])
}
const state = async () => ((await call('GET')).body as unknown as { state: object }[])[0]?.state
const gate = (recorderId: string, viewId: string | null) => ({
  cameraSystemId: recorderId,
  cameraSystemName: 'Warehouse',
  cameraServerId: '',
  cameraServerName: '',
  cameraId: '65536',
  cameraName: 'North gate',
  groupName: '',
  viewId,
})

/** A camera of ours that is mapped to the gate of a recorder. */
async function mappedCamera(more: object = {}) {
  const recorderId = await add(more)
  const camera = await createCamera(server.database.runtime, tenant.companyId)
  expect(await call('PUT', '/cameras', { cameras: [gate(recorderId, camera.viewId)] })).toMatchObject({ status: 200 })
  return { recorderId, ...camera }
}
/** Sends a mail of a camera, and waits until it is read. */
async function sendMail(
  { addressToken, viewId }: { addressToken: string; viewId: string },
  mail: Parameters<typeof cameraMail>[0] = {},
) {
  const to = `${addressToken}@alarms.example`
  const message = cameraMail({ subject: 'exacqVision: North gate', text: 'Event type: Motion', ...mail })
  expect(await sendBySmtp(server.container.ports.smtp, { to, message })).toContain(250)
  return until('the message is read', async () => {
    const signal = await inSystem(server.database.runtime, (tx) =>
      tx
        .selectFrom('signal')
        .select(['alarm_id', 'problems', 'state'])
        .where('view_id', '=', viewId)
        .executeTakeFirst(),
    )
    if (signal?.state !== 'parsed') return undefined
    const frames = await inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('frame').select('kind').where('alarm_id', '=', signal.alarm_id).orderBy('position').execute(),
    )
    return { problems: signal.problems, alarmId: signal.alarm_id, frames: frames.map(({ kind }) => kind) }
  })
}

it('a recorder is found by its login, and its own certificate is shown before it is stored · INTEGRATIONS-001', async () => {
  const { body } = await call('POST', '/connected', login())
  expect(body).toMatchObject({
    failure: null,
    certificate: { isTrusted: false, fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/) },
    recorder: { name: 'Warehouse', numberOfCameras: 2 },
  })
  expect((await call('GET')).body).toEqual([])
})

it.each([
  ['a wrong password', () => login({ password: 'wr0ng' }), 'login'],
  ['a server that the service does not have', () => login({ serverNumber: 3 }), 'login'],
  ['another certificate', () => login({ fingerprint: 'ab'.repeat(32) }), 'certificate'],
  ['a refused address', () => login({ host: '10.0.0.1' }), 'refused'],
  ['a port where nobody listens', () => login({ port: 1 }), 'unreachable'],
  ['no password for an unknown recorder', () => login({ password: undefined }), 'login'],
])('%s is told apart', async (_what, body, problem) => {
  const { status, body: reply } = await call('POST', '/connected', body())
  expect([status, reply]).toMatchObject([200, { recorder: null, failure: { problem } }])
  expect(JSON.stringify(reply)).not.toMatch(/wr0ng|s3cret|Invalid credentials/)
  // Nothing is sent to a service whose certificate is not the expected one.
  if (problem === 'certificate') expect(recorder.asked).toEqual([])
})

it('a service that refuses with success, fails, or answers otherwise is told so', async () => {
  const problemOf = async (body: object) => (await call('POST', '/connected', body)).body['failure']
  recorder.isPolite = true
  expect(await problemOf(login({ password: 'wr0ng' }))).toMatchObject({ problem: 'login' })
  recorder.lie = '<html>'
  expect(await problemOf(login())).toMatchObject({ problem: 'answer' })
  recorder.broken = 503
  expect(await problemOf(login())).toMatchObject({ problem: 'answer' })
})

it('a recorder is kept with a sealed password that goes to no other address, changed, and deleted', async () => {
  const id = await add()
  const rows = await inSystem(server.database.runtime, (tx) =>
    tx.selectFrom('exacq_recorder').select('password').where('id', '=', id).execute(),
  )
  expect(rows.map(({ password }) => password.startsWith('s1.'))).toEqual([true])
  expect(JSON.stringify((await call('GET')).body)).not.toContain('s3cret')
  expect(await call('POST', '', await entry())).toMatchObject({ status: 409, body: { code: 'RECORDER_EXISTS' } })
  const kept = await entry({ password: undefined })
  expect(await call('PUT', `/${id}`, { ...kept, name: 'Renamed' })).toMatchObject({
    status: 200,
    body: { name: 'Renamed' },
  })
  for (const change of [
    { port: recorder.port + 1 },
    { host: '127.0.0.2' },
    { fingerprint: '' },
    { name: '' },
    { serverNumber: 1 },
  ])
    // oxlint-disable-next-line no-await-in-loop -- each is refused on its own
    expect((await call('PUT', `/${id}`, { ...kept, ...change })).status).toBe(400)
  expect(await call('PUT', `/${id}`, await entry({ host: '10.0.0.1' }))).toMatchObject({
    status: 400,
    body: { code: 'ADDRESS_REFUSED', errors: [{ field: 'host', message: 'guard.private' }] },
  })
  // The stored password is used to look again, at the same address alone.
  expect((await call('POST', '/connected', login({ password: undefined }))).body).toMatchObject({ failure: null })
  const other = await createTenant(server.database.runtime, 'Elsewhere')
  expect((await call('GET', '', undefined, other)).body).toEqual([])
  expect((await call('DELETE', `/${id}`, undefined, other)).status).toBe(404)
  expect((await call('DELETE', `/${id}`)).status).toBe(200)
  expect((await call('GET')).body).toEqual([])
})

it('a test says how many cameras there are, or why it failed, and both are kept', async () => {
  const id = await add()
  expect(await state()).toEqual({ isUp: false, seenAt: null, problem: null, setting: null })
  expect((await call('POST', `/${id}/test`)).body).toEqual({ numberOfCameras: 2, failure: null })
  const now = clock.now().toISOString()
  expect(await state()).toEqual({ isUp: true, seenAt: now, problem: null, setting: null })
  recorder.broken = 503
  expect((await call('POST', `/${id}/test`)).body).toMatchObject({
    numberOfCameras: null,
    failure: { problem: 'answer' },
  })
  expect(await state()).toEqual({ isUp: false, seenAt: now, problem: 'answer', setting: null })
})

it('its cameras are listed and mapped; a recorder that does not answer is named · INTEGRATIONS-003', async () => {
  const { recorderId, viewId } = await mappedCamera()
  const { body } = await call('GET', '/cameras?available=true')
  expect(body).toMatchObject({
    failures: [],
    cameras: [
      { cameraSystemId: recorderId, cameraId: '65536', cameraName: 'North gate', viewId },
      { cameraId: '131072', cameraName: 'Yard', viewId: null },
    ],
  })
  recorder.broken = 500
  expect((await call('GET', '/cameras?available=true')).body).toMatchObject({
    failures: [{ systemId: recorderId, systemName: 'Warehouse', failure: { problem: 'answer' } }],
    cameras: [{ cameraId: '65536', viewId }],
  })
  expect((await call('PUT', '/cameras', { cameras: [gate(recorderId, null)] })).body).toEqual({
    numberOfMappedCameras: 0,
  })
})

it('a mail without a picture gets what was recorded from a second before its event to a second after it', async () => {
  const camera = await mappedCamera()
  // The zone of the recorder is not known: only minutes and seconds count.
  const event = new Date(Math.floor(clock.now().getTime() / 1_000) * 1_000 - 9_000)
  const local = new Date(event.getTime() - 5 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
  const read = await sendMail(camera, { text: `Event type: Motion\nCamera: North gate\nTime: ${local}` })
  expect(read).toMatchObject({ problems: [], alarmId: expect.any(String) })
  expect(exported).toEqual([
    { cameraId: '65536', from: new Date(event.getTime() - 1_000), to: new Date(event.getTime() + 1_000) },
  ])
  expect(lives).toBe(0)
  // Neither an export nor a session stays behind on the recorder.
  await until('everything is given back', async () => recorder.exports.size === 0 && recorder.sessions.size === 0)
  expect(read.frames).toEqual(['clip'])
  expect(await state()).toMatchObject({ isUp: true, problem: null })
})

it('a mail with a picture keeps it, and gets three of now where nothing was recorded', async () => {
  const camera = await mappedCamera()
  hasRecorded = false
  const read = await sendMail(camera, { picture: jpeg(99) })
  expect(read).toMatchObject({ problems: [], frames: ['still', 'still', 'still', 'still'] })
  expect([exported.length, lives]).toEqual([1, 3])
})

it('a session that expires meanwhile is begun anew', async () => {
  const camera = await mappedCamera()
  hasRecorded = false
  const expire = recorder.asked.length
  let isExpired = false
  const { push } = recorder.asked
  recorder.asked.push = (...asked) => {
    if (asked[0]?.endsWith('video') && !isExpired) {
      isExpired = true
      recorder.expire()
    }
    return push.apply(recorder.asked, asked)
  }
  expect(await sendMail(camera)).toMatchObject({ frames: ['still', 'still', 'still'] })
  expect(recorder.asked.slice(expire).filter((asked) => asked === 'POST login')).toHaveLength(2)
})

it.each([
  ['a wrong password', () => mappedCamera({ password: 'wr0ng' }), 'login'],
  [
    'a service that answers otherwise',
    async () => {
      const camera = await mappedCamera()
      recorder.lie = '<html>'
      return camera
    },
    'answer',
  ],
  [
    'a recorder that has gone',
    async () => {
      const camera = await mappedCamera()
      await recorder.close()
      return camera
    },
    'unreachable',
  ],
])('%s gives an alarm without pictures that says so, and so does the recorder', async (_what, prepare, problem) => {
  const camera = await prepare()
  expect(await sendMail(camera)).toMatchObject({
    alarmId: expect.any(String),
    frames: [],
    problems: [{ code: 'no-media' }, { code: 'not-fetched', detail: problem }],
  })
  expect(await state()).toMatchObject({ isUp: false, problem })
})

it('a recorder that answers nothing is waited for within bounds, and then left alone', async () => {
  const first = await mappedCamera()
  const second = await createCamera(server.database.runtime, tenant.companyId)
  const yard = { ...gate(first.recorderId, second.viewId), cameraId: '131072' }
  await call('PUT', '/cameras', { cameras: [yard] })
  recorder.isMute = true
  const from = performance.now()
  expect(await sendMail(first)).toMatchObject({ problems: [{}, { code: 'not-fetched', detail: 'unreachable' }] })
  expect(performance.now() - from).toBeLessThan(15_000)
  const { length } = recorder.asked
  expect(await sendMail(second)).toMatchObject({ problems: [{}, { code: 'not-fetched', detail: 'unreachable' }] })
  expect(recorder.asked).toHaveLength(length)
})

it('a camera of a recorder works, is lost with it, fails after five minutes, and comes back', async () => {
  const camera = await mappedCamera()
  const told = () => cameraState(server, tenant.admin, camera)
  const system = { kind: 'exacq', name: 'Warehouse' }
  expect(await told()).toMatchObject({
    state: 'unconnected',
    inSite: 1,
    system: { ...system, isUp: false, problem: null },
  })
  await sendMail(camera)
  const lastEventAt = clock.now().toISOString()
  expect(await told()).toMatchObject({ state: 'working', lastEventAt, isCountedAtHome: false, system: { isUp: true } })
  recorder.broken = 503
  await call('POST', `/${camera.recorderId}/test`)
  const at = clock.now().toISOString()
  clock.advance(4 * 60_000)
  // Since when it fails is not moved by another try.
  await call('POST', `/${camera.recorderId}/test`)
  expect(await told()).toMatchObject({ state: 'working', isCountedAtHome: false, system: { isUp: false } })
  clock.advance(60_000)
  const problem = { code: 'answer', setting: null, at }
  expect(await told()).toMatchObject({ state: 'failing', inSite: 1, isCountedAtHome: true, system: { problem } })
  recorder.broken = undefined
  await call('POST', `/${camera.recorderId}/test`)
  expect(await told()).toMatchObject({
    state: 'working',
    isCountedAtHome: false,
    system: { isUp: true, problem: null },
  })
})

it('a recorder that has no picture of one camera works for the others', async () => {
  const camera = await mappedCamera()
  hasRecorded = false
  hasLive = false
  expect(await sendMail(camera)).toMatchObject({ problems: [{ code: 'no-media' }, { code: 'not-fetched' }] })
  expect(await state()).toMatchObject({ isUp: true, problem: null })
})

it('a mail of a camera that is not mapped asks no recorder', async () => {
  await add()
  const camera = await createCamera(server.database.runtime, tenant.companyId)
  const { length } = recorder.asked
  expect(await sendMail(camera)).toMatchObject({ problems: [{ code: 'no-media' }] })
  expect(recorder.asked).toHaveLength(length)
})

it('an alarm over HTTP with a picture gets more of them', async () => {
  const { viewId } = await mappedCamera()
  hasRecorded = false
  const { statusCode, body } = await server.app.inject({
    method: 'POST',
    url: `/api/v1/ingest/alarm?view=${viewId}`,
    headers: { authorization: `Bearer ${tenant.ingestToken}`, 'content-type': 'image/jpeg' },
    payload: jpeg(99),
  })
  expect([statusCode, JSON.parse(body)]).toMatchObject([200, { problems: [] }])
  expect(lives).toBe(3)
})
