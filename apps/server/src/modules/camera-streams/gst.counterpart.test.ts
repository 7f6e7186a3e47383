// A camera's stream from GStreamer's RTSP server, from the drawn clip to the verdict: nothing of the way is a stand-in.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { renderScene } from '@winnow/testkit'
import { createWatcher } from '@winnow/vision'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createCamera, createTenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { until } from '../../../test/until.ts'
import { inSystem } from '../../platform/db/transaction.ts'
import { keepConnectors } from '../connect/index.ts'
import { createLiveViews } from './live-views.ts'
import { createStreamConnector } from './stream-connector.ts'

const RATE = 5
const program = fileURLToPath(new URL('../../../../../packages/intake/src/testing/gst-h264-server.py', import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), 'winnow-stream-'))
let server: TestServer
let gst: ChildProcess
let port: number

/** A yard for two seconds, then somebody walks through it for two. */
async function drawClip(): Promise<number> {
  const scene = { seed: 3, camera: 5, intervalMs: 1_000 / RATE, width: 640, height: 360 }
  const empty = await renderScene({ ...scene, kind: 'empty', frames: 2 * RATE })
  const walked = await renderScene({ ...scene, kind: 'person-walking', frames: 2 * RATE })
  const all = [...empty, ...walked]
  for (const [index, { jpeg }] of all.entries())
    writeFileSync(path.join(folder, `${String(index).padStart(3, '0')}.jpg`), jpeg)
  return all.length
}

beforeAll(async () => {
  server = await startTestServer({ settings: { WINNOW_ALLOWED_NETWORKS_CAMERAS: '127.0.0.1' } })
  const count = await drawClip()
  gst = spawn('/usr/bin/python3', [program, folder, String(count), String(RATE), String(RATE)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (!gst.stdout) throw new Error('the server of gir1.2-gst-rtsp-server-1.0 did not start')
  for await (const line of createInterface({ input: gst.stdout })) {
    port = Number(line)
    break
  }
})
afterAll(async () => {
  gst.kill('SIGKILL')
  await server.close()
  rmSync(folder, { recursive: true })
})

it('makes an alarm of somebody who walks into a stream, with the empty yard before · CAMERAS-010', async () => {
  const tenant = await createTenant(server.database.runtime)
  const { viewId } = await createCamera(server.database.runtime, tenant.companyId)
  await inSystem(server.database.runtime, (tx) =>
    tx
      .updateTable('company')
      .set({ unlocks: JSON.stringify({ isRtspEnabled: true }) })
      .where('id', '=', tenant.companyId)
      .execute(),
  )
  const stream = { url: `rtsp://127.0.0.1:${port}/sub`, username: 'admin', password: 'sesam' }
  expect((await callApi(server, tenant.admin, 'PUT', `/v1/view/${viewId}/stream`, stream)).status).toBe(200)
  const { deps } = server.container
  const watcher = createWatcher()
  const keeper = keepConnectors(deps, [createStreamConnector({ preparedDb: deps.preparedDb, watcher })])
  try {
    const alarm = await until('the alarm', async () => {
      await keeper.look()
      return inSystem(server.database.runtime, (tx) =>
        tx.selectFrom('alarm').select(['id', 'source']).where('view_id', '=', viewId).executeTakeFirst(),
      )
    })
    expect(alarm.source).toBe('rtsp')
    const frames = await inSystem(server.database.runtime, (tx) =>
      tx.selectFrom('frame').select(['position', 'original_type']).where('alarm_id', '=', alarm.id).execute(),
    )
    expect(frames.length).toBeGreaterThanOrEqual(2)
    expect(frames.every(({ original_type: type }) => type === 'image/jpeg')).toBe(true)
    await keeper.look()
    const { body } = await callApi(server, tenant.admin, 'GET', `/v1/view/${viewId}/rtsp-status`)
    expect(body).toMatchObject({ state: 'working', problem: null })
  } finally {
    await keeper.stop()
    watcher.close()
  }
})

it('passes every picture of the stream on as an MP4, while somebody looks', async () => {
  const { deps } = server.container
  const liveViews = createLiveViews({
    ...deps,
    watcher: { show: () => Promise.reject(new Error('nothing is decoded')) },
    ticker: { every: () => () => undefined },
    findPlaces: () => Promise.resolve(new Map()),
  })
  const got: ('head' | 'key' | 'other')[] = []
  const enough = Promise.withResolvers<void>()
  let codec = ''
  const leave = liveViews.look({
    viewId: 'view',
    companyId: 'company',
    siteId: 'site',
    connectionId: 'connection',
    version: 1,
    sessionId: 'login',
    stream: { url: `rtsp://127.0.0.1:${port}/sub`, username: 'admin', password: 'sesam' },
    viewer: {
      format: 'mp4',
      head(_bytes, name) {
        codec = name
        got.push('head')
      },
      picture(_bytes, isKey) {
        got.push(isKey ? 'key' : 'other')
        if (got.length > 2 * RATE) enough.resolve()
      },
    },
    onEnd: (error) => enough.reject(error ?? new Error('it has ended')),
  })
  await enough.promise
  if (leave !== 'full') leave()
  expect(codec).toMatch(/^avc1\.[0-9a-f]{6}$/)
  expect(got.slice(0, 3)).toEqual(['head', 'key', 'other'])
  expect(got.filter((one) => one === 'key').length).toBeGreaterThanOrEqual(2)
})
