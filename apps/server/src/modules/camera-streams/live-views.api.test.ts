// Live views over HTTP: a real listener, a camera of the testkit, and real pictures of H.264.
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { LIVE_VIEW } from '@winnow/contract'
import { type RtspCamera, startRtspCamera } from '@winnow/testkit'
import { encodeClip } from '@winnow/vision/testing/clip'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { callApi, type CallMethod } from '../../../test/call-api.ts'
import { createCamera, createLoggedIn, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'

const SIZE = { width: 64, height: 48 }
const KEY = encodeClip({ extension: 'h264', codec: 'h264', ...SIZE, framesPerSecond: 5, levels: [90] })

let server: TestServer
let tenant: Tenant
let siteId: string
let port: number
let rtsp: RtspCamera
const opened: (() => void)[] = []

beforeAll(async () => {
  server = await startTestServer({ settings: { WINNOW_ALLOWED_NETWORKS_CAMERAS: '127.0.0.1' } })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const address = server.app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
  tenant = await createTenant(server.database.runtime)
  ;({ siteId } = await createCamera(server.database.runtime, tenant.companyId))
  rtsp = await startRtspCamera()
  await unlock(true)
})
afterEach(async () => {
  for (const close of opened.splice(0)) close()
  await rtsp.untilPlayers(0)
})
afterAll(async () => {
  await rtsp.close()
  await server.close()
})

const unlock = (isRtspEnabled: boolean) =>
  inSystem(server.database.runtime, (tx) =>
    tx
      .updateTable('company')
      .set({ unlocks: JSON.stringify({ isRtspEnabled }) })
      .where('id', '=', tenant.companyId)
      .execute(),
  )
const call = (method: CallMethod, path: string, body?: object) => callApi(server, tenant.admin, method, path, body)

async function addStream(url = rtsp.url): Promise<string> {
  const { projectId } = tenant
  const { viewId } = await createCamera(server.database.runtime, tenant.companyId, { projectId, siteId })
  await call('PUT', `/v1/view/${viewId}/stream`, { url })
  return viewId
}

/** A live view as a browser asks for it. Resolves when the reply begins. */
async function look(viewId: string, { format = 'mp4', cookie = tenant.admin.cookie } = {}) {
  const outgoing = request({
    method: 'POST',
    host: '127.0.0.1',
    port,
    path: `/api/v1/view/${viewId}/liveview?format=${format}`,
    headers: { cookie, 'x-requested-with': 'winnow' },
  })
  outgoing.on('error', () => undefined)
  outgoing.end()
  opened.push(() => outgoing.destroy())
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  let received = Buffer.alloc(0)
  let isOver = false
  response.on('data', (chunk: Buffer) => (received = Buffer.concat([received, chunk])))
  response.on('error', () => undefined)
  response.on('close', () => (isOver = true))
  return {
    response,
    leave: () => outgoing.destroy(),
    untilHas: (what: string | Buffer) => until('what is sent', () => Promise.resolve(received.includes(what))),
    untilOver: () => until('the end', () => Promise.resolve(isOver)),
    json: async () => {
      await until('the reply', () => Promise.resolve(isOver))
      return JSON.parse(received.toString('utf8')) as object
    },
  }
}

/** Starts a live view, shows pictures until it begins, and returns it. */
async function lookAndSee(viewId: string, options: Parameters<typeof look>[1] = {}) {
  const looking = look(viewId, options)
  await rtsp.untilPlayers(1)
  const showing = setInterval(() => rtsp.show(KEY, { ticks: 18_000 }), 20)
  opened.push(() => clearInterval(showing))
  const view = await looking
  return { ...view, still: () => clearInterval(showing) }
}

it('is sent as MP4 to all who look, over one connection that ends with the last of them', async () => {
  const viewId = await addStream()
  const first = await lookAndSee(viewId)
  expect(first.response.headers['content-type']).toMatch(/^video\/mp4; codecs="avc1\.[0-9a-f]{6}"$/)
  await first.untilHas('moof')
  const second = await look(viewId)
  await second.untilHas('moof')
  expect(rtsp.players()).toBe(1)
  const status = await call('GET', `/v1/view/${viewId}/liveview-status`)
  expect(status.body).toEqual({ state: 'playing', viewers: 2, cameras: { taken: 1, most: 8 }, problem: null })
  first.leave()
  await until('one viewer', async () => {
    const { body } = await call('GET', `/v1/view/${viewId}/liveview-status`)
    return body.viewers === 1
  })
  expect(rtsp.players()).toBe(1)
  second.leave()
  await rtsp.untilPlayers(0)
  const after = await call('GET', `/v1/view/${viewId}/liveview-status`)
  expect(after.body).toMatchObject({ state: 'ready', viewers: 0, cameras: { taken: 0 } })
  const entries = await inSystem(server.database.runtime, (tx) =>
    tx.selectFrom('audit').select('object_id').where('action', '=', 'view.watched-live').execute(),
  )
  expect(entries).toEqual([{ object_id: viewId }])
})

it('is sent as JPEGs of key frames to whoever cannot play the stream', async () => {
  const view = await lookAndSee(await addStream(), { format: 'jpeg' })
  expect(view.response.headers['content-type']).toBe('multipart/x-mixed-replace; boundary=picture')
  await view.untilHas(Buffer.from('ffd8ff', 'hex'))
})

it('ends with the session, and when the stream or the camera is taken away', async () => {
  const { deps } = server.container
  const user = await createLoggedIn(server.database.runtime, { companyId: tenant.companyId, userType: 'MEMBER_USER' })
  const loggedIn = await lookAndSee(await addStream(), { cookie: user.cookie })
  await server.app.inject({
    method: 'POST',
    url: '/api/auth/logout',
    headers: { cookie: user.cookie, 'x-requested-with': 'winnow' },
  })
  await deps.hub.check()
  await loggedIn.untilOver()
  loggedIn.still()
  await rtsp.untilPlayers(0)

  const changes = [
    (id: string) => call('DELETE', `/v1/view/${id}/stream`),
    (id: string) => call('DELETE', `/view/${id}`),
    (id: string) => call('PUT', `/v1/view/${id}/stream`, { url: `${rtsp.url}2` }),
  ]
  for (const change of changes) {
    const viewId = await addStream()
    const view = await lookAndSee(viewId)
    await deps.liveViews.check()
    expect(rtsp.players()).toBe(1)
    expect((await change(viewId)).status).toBe(200)
    await deps.liveViews.check()
    await view.untilOver()
    view.still()
    await rtsp.untilPlayers(0)
  }
})

it('ends when the feature of the company is taken away, and is refused from then on · GATING-001', async () => {
  const viewId = await addStream()
  const view = await lookAndSee(viewId)
  await unlock(false)
  try {
    await server.container.deps.liveViews.check()
    await view.untilOver()
    expect(await (await look(viewId)).json()).toMatchObject({ code: 'PRODUCT_LOCKED' })
  } finally {
    await unlock(true)
  }
})

it('ends when the right to the camera is taken away', async () => {
  const { deps } = server.container
  const db = server.database.runtime
  const user = await createLoggedIn(db, { companyId: tenant.companyId, userType: 'EXTERNAL_USER' })
  const viewId = await addStream()
  expect((await look(viewId, { cookie: user.cookie })).response.statusCode).toBe(404)
  const grant = { user_id: user.userId, company_id: tenant.companyId, node_type: 'view', node_id: viewId }
  await inSystem(db, (tx) => tx.insertInto('user_grant').values(grant).execute())
  const view = await lookAndSee(viewId, { cookie: user.cookie })
  await inSystem(db, (tx) => tx.deleteFrom('user_grant').where('user_id', '=', user.userId).execute())
  await deps.hub.check()
  await view.untilOver()
})

it('is refused beyond the number of cameras that a company may look at', async () => {
  const ids = await Promise.all(Array.from({ length: LIVE_VIEW.cameras + 1 }, () => addStream()))
  const last = ids.pop() ?? ''
  const users = await Promise.all(
    [1, 2].map(() => createLoggedIn(server.database.runtime, { companyId: tenant.companyId, userType: 'MEMBER_USER' })),
  )
  for (const [index, id] of ids.entries())
    void look(id, { cookie: users[index % 2]?.cookie ?? '' }).catch(() => undefined)
  await rtsp.untilPlayers(LIVE_VIEW.cameras)
  const refused = await look(last)
  expect(refused.response.statusCode).toBe(429)
  expect(await refused.json()).toMatchObject({ code: 'RATE_LIMITED' })
})

it('says why there is no picture', async () => {
  const viewId = await addStream('rtsp://10.1.2.3/sub')
  const view = await look(viewId)
  expect(view.response.statusCode).toBe(503)
  expect(await view.json()).toMatchObject({ code: 'UNAVAILABLE' })
  const { body } = await call('GET', `/v1/view/${viewId}/liveview-status`)
  expect(body).toMatchObject({
    state: 'failed',
    problem: { code: 'refused', setting: 'WINNOW_ALLOWED_NETWORKS_CAMERAS=10.1.2.3' },
  })
})

it('ends the connection of somebody who leaves before the first picture', async () => {
  const viewId = await addStream()
  const outgoing = look(viewId)
  outgoing.catch(() => undefined)
  await rtsp.untilPlayers(1)
  for (const close of opened.splice(0)) close()
  await rtsp.untilPlayers(0)
  const { body } = await call('GET', `/v1/view/${viewId}/liveview-status`)
  expect(body).toMatchObject({ state: 'ready', viewers: 0, cameras: { taken: 0 } })
})

it('is not there for a camera without a stream', async () => {
  const { viewId } = await createCamera(server.database.runtime, tenant.companyId, {
    projectId: tenant.projectId,
    siteId,
  })
  expect((await look(viewId)).response.statusCode).toBe(404)
  expect((await call('GET', `/v1/view/${viewId}/liveview-status`)).body).toMatchObject({ state: 'none' })
})
