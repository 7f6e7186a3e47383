import { Readable } from 'node:stream'
import { renderScene, type RtspCamera, startRtspCamera } from '@winnow/testkit'
import type { Look, Watcher } from '@winnow/vision'
import { encodeClip } from '@winnow/vision/testing/clip'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createCamera, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inSystem, inSystemAtOnce } from '../../platform/db/transaction.ts'
import { type ConnectorKeeper, keepConnectors } from '../connect/index.ts'
import { acceptSignal } from '../intake/index.ts'
import { createStreamConnector } from './stream-connector.ts'
import { streamPlaces } from './stream-places.ts'

const HYBRID = { isRtspEnabled: true, isRtspEmailHybridEnabled: true }
const PASSWORD = 'Geheim-4711'
/** A key frame with its sets of parameters. Here nothing decodes it; `packages/vision` tries that. */
const KEY = Buffer.concat([Buffer.from('0000000167010203000000016804050000000165', 'hex'), Buffer.alloc(4_000, 7)])

let server: TestServer
let tenant: Tenant
let siteId: string
let jpeg: Uint8Array
let rtsp: RtspCamera | undefined
let keeper: ConnectorKeeper | undefined

beforeAll(async () => {
  server = await startTestServer({ settings: { WINNOW_ALLOWED_NETWORKS_CAMERAS: '127.0.0.1' } })
  tenant = await createTenant(server.database.runtime)
  ;({ siteId } = await createCamera(server.database.runtime, tenant.companyId))
  const [frame] = await renderScene({ kind: 'person-walking', seed: 3, camera: 5, frames: 1, width: 320, height: 180 })
  if (!frame) throw new Error('nothing was drawn')
  jpeg = frame.jpeg
})
afterAll(() => server.close())
beforeEach(() => company({ unlocks: { isRtspEnabled: true }, rtsp_cameras: null }))
afterEach(async () => {
  await keeper?.stop()
  await rtsp?.close()
  keeper = undefined
  rtsp = undefined
  await inSystem(server.database.runtime, (tx) => tx.deleteFrom('connection').execute())
})

const company = (set: { unlocks?: object; rtsp_cameras?: number | null }) =>
  inSystem(server.database.runtime, (tx) =>
    tx
      .updateTable('company')
      .set({
        ...(set.unlocks && { unlocks: JSON.stringify(set.unlocks) }),
        ...(set.rtsp_cameras === undefined ? {} : { rtsp_cameras: set.rtsp_cameras }),
      })
      .where('id', '=', tenant.companyId)
      .execute(),
  )
const call = (method: CallMethod, path: string, body?: object) => callApi(server, tenant.admin, method, path, body)
const addCamera = async (name?: string): Promise<string> =>
  (
    await createCamera(server.database.runtime, tenant.companyId, {
      projectId: tenant.projectId,
      siteId,
      ...(name && { name }),
    })
  ).viewId
const set = (viewId: string, body: object = {}) =>
  call('PUT', `/v1/view/${viewId}/stream`, {
    url: 'rtsp://192.0.2.20/sub',
    username: 'admin',
    password: PASSWORD,
    ...body,
  })
const sealed = (viewId: string) =>
  inSystem(server.database.runtime, (tx) =>
    tx.selectFrom('connection').select('sealed').where('view_id', '=', viewId).executeTakeFirstOrThrow(),
  )

/** Decodes nothing: the looks are given, and every picture shows the same JPEG. */
function watcherOf(...looks: Look[]): Watcher {
  return {
    look: () => Promise.resolve(looks.shift() ?? { kind: 'still' }),
    show: (_, pictures) => Promise.resolve(pictures.map(() => jpeg)),
    forget: () => undefined,
    close: () => undefined,
  }
}
async function connect(watcher: Watcher): Promise<void> {
  const { deps } = server.container
  keeper = keepConnectors(deps, [createStreamConnector({ preparedDb: deps.preparedDb, watcher })])
  await keeper.look()
}
/** Why a stream does not play, once it has been tried. */
const reasonOf = (viewId: string) =>
  until('the reason', async () => {
    await keeper?.look()
    const { body } = await call('GET', `/v1/view/${viewId}/rtsp-status`)
    return body.problem ?? undefined
  })
const BEHIND_MASK: Look = { kind: 'moved', boxes: [{ x: 0.6, y: 0.4, width: 0.1, height: 0.3 }] }
const MOVED: Look = { kind: 'moved', boxes: [{ x: 0.2, y: 0.4, width: 0.1, height: 0.3 }] }

it('is set for a camera, which becomes one of the type rtsp, and is removed again · CAMERAS-010 · INTEGRATIONS-003', async () => {
  const viewId = await addCamera()
  expect((await call('GET', `/v1/view/${viewId}/stream`)).body).toEqual({ stream: null })
  expect((await call('GET', `/v1/view/${viewId}/rtsp-status`)).body).toMatchObject({ state: 'none', problem: null })
  const stream = {
    url: 'rtsp://192.0.2.20/sub',
    username: 'admin',
    hasPassword: true,
    trigger: 'motion',
    coolDownSeconds: 30,
    onvifPort: 80,
  }
  expect((await set(viewId)).body).toEqual({ stream })
  const told = await call('GET', `/v1/view/${viewId}/stream`)
  expect(told.body).toEqual({ stream })
  expect(JSON.stringify(told.body)).not.toContain(PASSWORD)
  expect((await sealed(viewId)).sealed).not.toContain(PASSWORD)
  expect((await set(viewId, { trigger: 'onvif', onvifPort: 8_000 })).body.stream).toMatchObject({ onvifPort: 8_000 })
  expect((await set(viewId)).body.stream).toMatchObject({ trigger: 'onvif', onvifPort: 8_000 })
  expect((await set(viewId, { onvifPort: 0 })).status).toBe(400)
  expect((await call('GET', `/view/${viewId}`)).body).toMatchObject({ integration: 'rtsp' })
  expect((await call('GET', `/v1/view/${viewId}/rtsp-status`)).body).toMatchObject({ state: 'never' })
  expect((await call('DELETE', `/v1/view/${viewId}/stream`)).status).toBe(200)
  expect((await call('GET', `/view/${viewId}`)).body).toMatchObject({ integration: 'email' })
  expect((await call('DELETE', `/v1/view/${viewId}/stream`)).status).toBe(404)
})

it('keeps its password for the same host, and never sends it to another one', async () => {
  const viewId = await addCamera()
  await set(viewId)
  const before = await sealed(viewId)
  const kept = await set(viewId, { url: 'rtsp://192.0.2.20:8554/main', password: undefined })
  expect(kept.body.stream).toMatchObject({ hasPassword: true })
  expect(await sealed(viewId)).toEqual(before)
  const moved = await set(viewId, { url: 'rtsp://192.0.2.66/main', password: undefined })
  expect(moved.body.stream).toMatchObject({ hasPassword: false })
  expect(await sealed(viewId)).toEqual({ sealed: null })
  await set(viewId, { url: 'rtsp://CAM.example/sub' })
  const lower = await set(viewId, { url: 'rtsp://cam.example/sub', password: undefined })
  expect(lower.body.stream).toMatchObject({ hasPassword: true })
})

it('is refused beyond the number of the company, and changes of the others are not · CAMERAS-004', async () => {
  await company({ rtsp_cameras: 1 })
  const [first, second] = [await addCamera(), await addCamera()]
  const both = await Promise.all([set(first), set(second)])
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
  const refused = both.find(({ status }) => status === 409)
  expect(refused?.body).toMatchObject({ code: 'RTSP_LIMIT', message: 'Number of cameras with RTSP reached' })
  const taken = both[0].status === 200 ? first : second
  expect((await set(taken, { coolDownSeconds: 60 })).status).toBe(200)
  await call('DELETE', `/v1/view/${taken}/stream`)
  expect((await set(taken === first ? second : first)).status).toBe(200)
})

it('counts a restored camera, which stays deleted while its place is taken · CAMERAS-004', async () => {
  await company({ rtsp_cameras: 1 })
  const [gone, other, plain] = [await addCamera(), await addCamera(), await addCamera()]
  await set(gone)
  await call('DELETE', `/view/${gone}`)
  await call('DELETE', `/view/${plain}`)
  expect((await set(other)).status).toBe(200)
  expect((await call('POST', `/v1/nodes/${gone}/restore`)).body).toMatchObject({
    code: 'RTSP_LIMIT',
    message: 'Number of cameras with RTSP reached',
  })
  expect((await call('GET', `/view/${gone}`)).status).toBe(404)
  await company({ rtsp_cameras: 0 })
  expect((await call('POST', `/v1/nodes/${plain}/restore`)).status).toBe(200)
  await company({ rtsp_cameras: 1 })
  await call('DELETE', `/v1/view/${other}/stream`)
  expect((await call('POST', `/v1/nodes/${gone}/restore`)).status).toBe(200)
  expect((await set(other)).body).toMatchObject({ code: 'RTSP_LIMIT' })
})

it('restores of many cameras those whose stream has a place · CAMERAS-004', async () => {
  const ids = [await addCamera(), await addCamera(), await addCamera()]
  await company({ rtsp_cameras: 1 })
  const find = (viewIds: readonly string[]) =>
    inSystem(server.database.runtime, (tx) => streamPlaces.withoutPlace(tx, tenant.companyId, viewIds))
  await company({ rtsp_cameras: 2 })
  await set(ids[0] ?? '')
  await set(ids[1] ?? '')
  for (const id of ids) await call('DELETE', `/view/${id}`)
  expect(await find(ids)).toEqual(new Set())
  await company({ rtsp_cameras: 1 })
  expect(await find(ids)).toEqual(new Set([ids.slice(0, 2).toSorted()[1]]))
  await company({ rtsp_cameras: null })
  expect(await find(ids)).toEqual(new Set())
})

it('lets mails trigger only where the company has the hybrid way · GATING-001', async () => {
  const viewId = await addCamera()
  expect((await set(viewId, { trigger: 'mail' })).body).toMatchObject({ code: 'PRODUCT_LOCKED' })
  await company({ unlocks: HYBRID })
  expect((await set(viewId, { trigger: 'mail' })).body.stream).toMatchObject({ trigger: 'mail' })
  await company({ unlocks: { isRtspEnabled: true } })
  expect((await set(viewId, { coolDownSeconds: 60 })).body.stream).toMatchObject({ trigger: 'mail' })
})

/** Stores a mail of a camera, and waits for its alarm and what came with it. */
async function sendMail(viewId: string) {
  const { deps } = server.container
  const raw = [
    'From: cam@example.com',
    'Subject: Motion detected',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: image/jpeg',
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(jpeg).toString('base64'),
    '--b--',
    '',
  ].join('\r\n')
  const targets = [{ companyId: tenant.companyId, siteId, viewId, recipient: 'cam@example.com' }]
  const message = { source: 'smtp', rawType: null, targets, remoteAddress: '192.0.2.9' } as const
  const [id = ''] = await acceptSignal(deps, { ...message, body: Readable.from([Buffer.from(raw)]) }, inSystemAtOnce)
  deps.pump.push(id)
}
const alarmOf = (viewId: string) =>
  until('the alarm', () =>
    inSystem(server.database.runtime, async (tx) => {
      const alarm = await tx
        .selectFrom('alarm')
        .select(['id', 'source'])
        .where('view_id', '=', viewId)
        .executeTakeFirst()
      if (!alarm) return undefined
      const frames = await tx.selectFrom('frame').select('position').where('alarm_id', '=', alarm.id).execute()
      const signal = await tx
        .selectFrom('signal')
        .select(['source', 'problems'])
        .where('view_id', '=', viewId)
        .executeTakeFirstOrThrow()
      return { ...signal, frames: frames.length }
    }),
  )

it('a mail of the hybrid way gets key frames of the stream beside its own picture · CAMERAS-010', async () => {
  await company({ unlocks: HYBRID })
  rtsp = await startRtspCamera({ login: { user: 'admin', password: PASSWORD } })
  const viewId = await addCamera()
  await set(viewId, { url: rtsp.url, trigger: 'mail' })
  const size = { width: 320, height: 180 }
  const data = await sharp(jpeg).removeAlpha().raw().toBuffer()
  const shown = encodeClip({
    extension: 'h264',
    codec: 'h264',
    ...size,
    framesPerSecond: 1,
    levels: [{ ...size, data }],
  })
  await sendMail(viewId)
  await rtsp.untilPlayers(1)
  for (let count = 0; count < 3; count++) rtsp.show(shown)
  expect(await alarmOf(viewId)).toMatchObject({ source: 'smtp', frames: 4, problems: [] })
})

it('a mail whose stream does not play keeps its picture, and says why it is not verified', async () => {
  await company({ unlocks: HYBRID })
  const viewId = await addCamera()
  await set(viewId, { url: 'rtsp://10.1.2.3/sub', trigger: 'mail' })
  await sendMail(viewId)
  expect(await alarmOf(viewId)).toMatchObject({
    frames: 1,
    problems: [{ code: 'stream-unread', detail: 'refused' }],
  })
})

it('a mail is as every other when its company has lost the hybrid way · GATING-001', async () => {
  await company({ unlocks: HYBRID })
  const viewId = await addCamera()
  await set(viewId, { url: 'rtsp://10.1.2.3/sub', trigger: 'mail' })
  await company({ unlocks: { isRtspEnabled: true } })
  await sendMail(viewId)
  expect(await alarmOf(viewId)).toMatchObject({ frames: 1, problems: [] })
})

it('is refused to a company without RTSP · GATING-001', async () => {
  await company({ unlocks: {} })
  expect((await set(await addCamera())).body).toMatchObject({ code: 'PRODUCT_LOCKED' })
})

it.each([
  ['http://192.0.2.20/sub', 'Stream address is invalid'],
  ['rtsp:///sub', 'Stream address is invalid'],
  ['rtsp://192.0.2.20/a b', 'Stream address is invalid'],
  ['rtsp://192.0.2.20/a\r\nPLAY', 'Stream address is invalid'],
  ['rtsp://admin:x@192.0.2.20/sub', 'Stream address holds a login'],
])('refuses the address %j', async (url, message) => {
  const reply = await set(await addCamera(), { url })
  expect(reply.status).toBe(400)
  expect(JSON.stringify(reply.body)).toContain(message)
})

it('makes one alarm of motion, with the pictures before it, and none while it is quiet or behind a mask', async () => {
  rtsp = await startRtspCamera({ login: { user: 'admin', password: PASSWORD } })
  const viewId = await addCamera('Gate')
  const mask = [
    [0.5, 0],
    [1, 0],
    [1, 1],
    [0.5, 1],
  ]
  await call('PUT', `/view/${viewId}`, { mask: [mask] })
  await set(viewId, { url: rtsp.url })
  const looked: Look[] = [{ kind: 'first' }, { kind: 'still' }, BEHIND_MASK, { kind: 'broken' }, MOVED, MOVED]
  const watcher = watcherOf(...looked)
  const answers: Promise<Look>[] = []
  const counting: Watcher = {
    ...watcher,
    look(stream, picture) {
      const answer = watcher.look(stream, picture)
      answers.push(answer)
      return answer
    },
  }
  await connect(counting)
  await rtsp.untilPlayers(1)
  const show = async (times: number) => {
    for (let shown = 0; shown < times; shown++) {
      const wanted = answers.length + 1
      rtsp?.show(KEY)
      await until('the look', () => Promise.resolve(answers.length >= wanted))
    }
  }
  await show(6)
  const alarm = await until('the alarm', () =>
    inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('alarm').select(['id', 'source', 'event']).where('view_id', '=', viewId).executeTakeFirst(),
    ),
  )
  expect(alarm).toMatchObject({ source: 'rtsp', event: 'motion' })
  const signals = await inSystem(server.database.runtime, (tx) =>
    tx.selectFrom('signal').select(['source', 'remote_address']).where('view_id', '=', viewId).execute(),
  )
  expect(signals).toEqual([{ source: 'rtsp', remote_address: '127.0.0.1' }])
  const frames = await inSystem(server.database.runtime, (tx) =>
    tx.selectFrom('frame').select('position').where('alarm_id', '=', alarm.id).execute(),
  )
  // The fifth one and the three before it. One behind the mask would have had two before it.
  expect(frames).toHaveLength(4)
  await keeper?.look()
  const status = await call('GET', `/v1/view/${viewId}/rtsp-status`)
  expect(status.body).toMatchObject({ state: 'working', problem: null })
  expect(status.body.lastEventAt).not.toBeNull()
  const site = await call('GET', `/v1/site/${siteId}/rtsp-status`)
  expect(site.body.views).toMatchObject([{ id: viewId, name: 'Gate', state: 'working' }])
})

it.each([
  ['a wrong password', { login: { user: 'admin', password: 'other' } }, [], 'login'],
  ['another way', { reply: () => 'RTSP/1.0 302 Found\r\nCSeq: 1\r\n\r\n' }, [], 'redirect'],
  ['no such stream', { reply: () => 'RTSP/1.0 404 Not Found\r\nCSeq: 1\r\n\r\n' }, [], 'no-stream'],
  ['pictures that nobody can decode', {}, Array.from({ length: 20 }, (): Look => ({ kind: 'broken' })), 'codec'],
])('says why it does not play: %s', async (_name, options, looks, code) => {
  rtsp = await startRtspCamera(options)
  const viewId = await addCamera()
  await set(viewId, { url: rtsp.url })
  await connect(watcherOf(...looks))
  if (looks.length > 0) await rtsp.untilPlayers(1)
  for (let shown = 0; shown < looks.length; shown++) rtsp.show(KEY)
  const problem = await reasonOf(viewId)
  expect(problem).toMatchObject({ code, setting: null })
})

it('names the line of the settings that allows a private address', async () => {
  const viewId = await addCamera()
  await set(viewId, { url: 'rtsp://10.1.2.3/sub' })
  await connect(watcherOf())
  const problem = await reasonOf(viewId)
  expect(problem).toMatchObject({ code: 'refused', setting: 'WINNOW_ALLOWED_NETWORKS_CAMERAS=10.1.2.3' })
})
