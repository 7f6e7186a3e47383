// A camera whose stream is read by RTSP over the whole product: entered in the console, its live picture, its first alarm with a verdict, and
// what the console says when the camera is gone. The screens on the way have no accessibility faults.
import { getCurrentUser, getViewLiveviewStatus, provisionCompany } from '@winnow/contract'
import { renderScene, type RtspCamera, startRtspCamera } from '@winnow/testkit'
import { encodeClip } from '@winnow/vision/testing/clip'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiClient, logIn } from './src/harness/api-client.ts'
import { enterAs, openPage } from './src/harness/browser.ts'
import { createJourneyCamera, decidedAlarms } from './src/harness/camera.ts'
import { type Demo, startDemo } from './src/harness/demo.ts'
import { faultsOf } from './src/harness/faults.ts'

const SIZE = { width: 640, height: 360 }
let demo: Demo
let api: ApiClient
let camera: RtspCamera
/** What the camera shows now. */
let shown: Uint8Array
let showing: NodeJS.Timeout

/** A drawn picture as a key frame. */
async function keyFrame(kind: 'empty' | 'person-walking'): Promise<Uint8Array> {
  const [frame] = await renderScene({ kind, seed: 5, camera: 21, frames: 1, ...SIZE })
  if (!frame) throw new Error('nothing was drawn')
  const data = await sharp(frame.jpeg).removeAlpha().raw().toBuffer()
  return encodeClip({ extension: 'h264', codec: 'h264', ...SIZE, framesPerSecond: 1, levels: [{ ...SIZE, data }] })
}

beforeAll(async () => {
  camera = await startRtspCamera({ login: { user: 'admin', password: 'sesam' } })
  shown = await keyFrame('empty')
  showing = setInterval(() => camera.show(shown, { ticks: 45_000 }), 500)
  demo = await startDemo({ WINNOW_ALLOWED_NETWORKS_CAMERAS: '127.0.0.1', WINNOW_DEADLINE_SECONDS: '120' })
  api = await logIn(demo.product.url, demo.account('admin'))
  const provider = await logIn(demo.product.url, demo.account('super'))
  const { companyId } = await api.call(getCurrentUser)
  await provider.call(provisionCompany, { params: { id: companyId }, body: { unlocks: { isRtspEnabled: true } } })
})
afterAll(async () => {
  clearInterval(showing)
  await demo?.close()
  await camera?.close()
})

/** The live picture plays, and the camera is called for it once, until the last of two viewers has gone. */
async function watchLive(page: Page, viewId: string): Promise<void> {
  expect(camera.players()).toBe(1)
  await page.getByRole('button', { name: 'Show live view' }).click()
  await page.getByText('Live', { exact: true }).waitFor()
  const video = page.getByLabel('Live view of Yard')
  const stateOf = () =>
    video.evaluate((element) => {
      const { currentTime: at, videoWidth: width } = element as unknown as { currentTime: number; videoWidth: number }
      return { at, width }
    })
  const first = await stateOf()
  await expect.poll(async () => (await stateOf()).at, { timeout: 30_000 }).toBeGreaterThan(first.at + 0.5)
  expect(await stateOf()).toMatchObject({ width: SIZE.width })
  expect(await faultsOf(page)).toEqual([])

  const leaving = new AbortController()
  const headers = { cookie: api.cookie, 'x-requested-with': 'fetch' }
  const url = `${demo.product.url}/api/v1/view/${viewId}/liveview`
  const other = await fetch(url, { method: 'POST', headers, signal: leaving.signal })
  expect(other.headers.get('content-type')).toMatch(/^video\/mp4/)
  await other.body?.getReader().read()
  expect(camera.players()).toBe(2)
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await page.getByRole('button', { name: 'Show live view' }).waitFor()
  const status = () => api.call(getViewLiveviewStatus, { params: { id: viewId } })
  await expect.poll(status, { timeout: 30_000 }).toMatchObject({ state: 'playing', viewers: 1 })
  leaving.abort()
  await camera.untilPlayers(1)
}

it('a stream is entered, plays live, makes its first alarm, and says when it is gone · CAMERAS-010', async () => {
  const { viewId } = await createJourneyCamera(api, 'Yard')
  const { page, problems, close } = await openPage(demo.browser, demo.product)
  await enterAs(page, demo.account('admin'), `/cams/clients/u?cam=${viewId}&tab=connect`)
  await page.getByText('RTSP', { exact: true }).click()
  await page.getByLabel('Address of the stream').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByLabel('Address of the stream').fill(camera.url.replace('//', '//admin:sesam@'))
  await page.keyboard.press('Enter')
  await page.getByText('Working: key frames arrive').waitFor()
  expect(await faultsOf(page)).toEqual([])

  await watchLive(page, viewId)

  shown = await keyFrame('person-walking')
  const [alarm] = await decidedAlarms(api, viewId, 1)
  expect(alarm).toMatchObject({ verdict: 'true' })

  await camera.close()
  await page.getByText('Interrupted, connecting again …').waitFor()
  await page.getByText(/does not answer|has ended the connection/).waitFor()
  expect(await faultsOf(page)).toEqual([])
  expect(problems).toEqual([])
  await close()
})
