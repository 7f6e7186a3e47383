// Tests an operator's screen during and after a network failure, in a real browser: pictures, labels and the banner.
import { API_BASE, getAlarm, updateView } from '@winnow/contract'
import { renderScene } from '@winnow/testkit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { logIn, type ApiClient } from './src/harness/api-client.ts'
import { enterAs, openPage, type ConsolePage } from './src/harness/browser.ts'
import { createJourneyCamera, decidedAlarms, mailPictures } from './src/harness/camera.ts'
import { startDemo, type Demo } from './src/harness/demo.ts'
import { faultsOf } from './src/harness/faults.ts'

/** The number of alarms. The last one is beyond the prefetch range of the first one. */
const ALARMS = 6

let demo: Demo
let api: ApiClient
let viewId: string
/** The ids of the alarms, the newest first, as in the list. */
let alarmIds: string[]
let shown: ConsolePage | undefined
let page: Page

beforeAll(async () => {
  demo = await startDemo({ WINNOW_DEADLINE_SECONDS: '120' })
  api = await logIn(demo.product.url, demo.account('admin'))
  viewId = (await createJourneyCamera(api, 'Gap')).viewId
  await api.call(updateView, { params: { id: viewId }, body: { mergeWindowSeconds: 0 } })
  for (let seed = 0; seed < ALARMS; seed++) {
    // The alarms between them are skipped. Analysing pictures takes most of this test's time.
    const frames = seed === 0 || seed === ALARMS - 1 ? 2 : 1
    const scene = {
      kind: 'person-walking',
      seed,
      camera: 21,
      frames,
      intervalMs: 700,
      width: 640,
      height: 360,
    } as const
    await mailPictures({ api, product: demo.product }, viewId, await renderScene(scene))
  }
  alarmIds = (await decidedAlarms(api, viewId, ALARMS)).map(({ id }) => id)
})

afterAll(() => demo?.close())

beforeEach(() => {
  return async () => shown?.close()
})

const alarmAt = (place: number): string => alarmIds[place] ?? 'none'

/** Opens an alarm of the list and waits until its picture and its boxes are shown. */
async function open(place: number): Promise<void> {
  shown = await openPage(demo.browser, demo.product)
  page = shown.page
  await enterAs(page, demo.account('operator'), `/cams/alarms/${alarmAt(place)}?camera=${viewId}`)
  await page.getByRole('heading', { name: 'Gap camera' }).waitFor()
  await untilPictures()
  await boxes().first().waitFor()
}

const banner = () => page.getByText('What you see may be out of date')
const boxes = () => page.locator('main g[data-class]')

/** A condition in the page: all pictures of the alarm, large and small, are decoded, and none shows an error. */
const PICTURES = `(() => {
  const images = [...document.querySelectorAll('main img')]
  return images.length >= 3 && images.every(({ complete, naturalWidth }) => complete && naturalWidth > 0) &&
    !document.body.textContent.includes('Error whilst fetching object')
})()`
async function untilPictures(): Promise<void> {
  await expect.poll(() => page.evaluate(PICTURES), { interval: 50 }).toBe(true)
}

const labelOf = async (place: number) => (await api.call(getAlarm, { params: { id: alarmAt(place) } })).groundTruth

it('without a network, a label is stored here and marked as unsent, and missing data shows an error; afterwards all is loaded automatically', async () => {
  await open(0)
  await page.context().setOffline(true)
  await banner().waitFor()
  await page.keyboard.press('KeyT')
  await page.getByText('Saved here, will be sent').waitFor()
  expect(await page.getByText('Marked true').count()).toBe(0)
  expect(await labelOf(0)).toBeNull()

  // Goes further down than the prefetch range.
  for (let step = 1; step < ALARMS; step++) await page.keyboard.press('ArrowDown')
  await page.waitForURL(new RegExp(alarmAt(ALARMS - 1)))
  await page.getByText('It is fetched by itself when the connection is back.').first().waitFor()
  expect(await boxes().count()).toBe(0)
  expect(await page.getByTestId('service-status').getAttribute('data-status')).toBe('unknown')
  expect(await faultsOf(page)).toEqual([])

  await page.context().setOffline(false)
  await banner().waitFor({ state: 'detached', timeout: 2000 })
  await untilPictures()
  await expect.poll(() => labelOf(0), { interval: 100 }).toBe(true)
  await page.getByText('Saved here, will be sent').waitFor({ state: 'detached' })
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
})

it('while the server answers with errors, a label is not confirmed; once the server works again, everything is sent automatically', async () => {
  await open(0)
  const before = await labelOf(0)
  const broken = { code: 'INTERNAL', message: 'broken', requestId: 'gap' }
  const toOurApi = (url: URL) => url.pathname.startsWith(API_BASE)
  await page.route(toOurApi, (route) => route.fulfill({ status: 500, json: broken }))
  await page.keyboard.press('KeyF')
  await page.getByText('Saved here: the server met an error, it is tried again').waitFor()
  expect(await page.getByText('Marked false').count()).toBe(0)
  expect(await labelOf(0)).toBe(before)
  for (let step = 1; step < ALARMS; step++) await page.keyboard.press('ArrowDown')
  await page.getByText('The server met an unexpected error').waitFor()
  expect(await boxes().count()).toBe(0)
  // The server does answer, so this is not a network failure.
  expect(await banner().count()).toBe(0)

  // The notification is gone after some seconds, perhaps before the pictures are there.
  const marked = page.getByText('Marked false').waitFor()
  await Promise.all([marked, page.unroute(toOurApi).then(untilPictures)])
  expect(await labelOf(0)).toBe(false)
})
