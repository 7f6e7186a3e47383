// Tests the alarm list during input: while live alarms arrive, a row stays in place if it is under the mouse, was selected
// by key, or is touched. The list is shorter than its window, as at a quiet site, so scrolling cannot keep a row in place.
import { updateView } from '@winnow/contract'
import { renderScene } from '@winnow/testkit'
import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { logIn, type ApiClient } from './src/harness/api-client.ts'
import { enterAs, openPage } from './src/harness/browser.ts'
import { createJourneyCamera, decidedAlarms, mailPictures } from './src/harness/camera.ts'
import { startDemo, type Demo } from './src/harness/demo.ts'

let demo: Demo
let api: ApiClient
let viewId: string
let scene: Awaited<ReturnType<typeof renderScene>>

beforeAll(async () => {
  demo = await startDemo()
  api = await logIn(demo.product.url, demo.account('admin'))
  ;({ viewId } = await createJourneyCamera(api, 'Hands'))
  await api.call(updateView, { params: { id: viewId }, body: { mergeWindowSeconds: 0 } })
  scene = await renderScene({ kind: 'empty', seed: 5, camera: 21, frames: 1, width: 320, height: 180 })
  await arrive(3)
  await decidedAlarms(api, viewId, 3)
})

afterAll(async () => {
  await demo?.close()
})

/** Sends this number of alarms. */
async function arrive(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await mailPictures({ api, product: demo.product }, viewId, scene)
}

const rowsOf = (page: Page) => page.getByRole('listbox', { name: 'Alarms, newest first' }).getByRole('option')
const rowAt = (page: Page, x: number, y: number) =>
  page.evaluate<string | undefined>(`document.elementFromPoint(${x}, ${y})?.closest('[role=option]')?.id`)
const hasRows = (page: Page, count: number) =>
  rowsOf(page)
    .nth(count - 1)
    .waitFor()
const isNew = (page: Page, count: number) => page.getByRole('button', { name: `${count} new`, exact: true }).waitFor()

/** Opens the camera's list with a clock that can be advanced. */
async function openList(touch = false) {
  const opened = await openPage(demo.browser, demo.product, touch ? { touch, width: 390 } : {})
  await opened.page.clock.install()
  await enterAs(opened.page, demo.account('operator'), `/cams/alarms?camera=${viewId}`)
  await rowsOf(opened.page).first().waitFor()
  return { ...opened, count: await rowsOf(opened.page).count() }
}

/** The centre of a row, and the row's alarm. */
async function place(page: Page, index: number) {
  const row = rowsOf(page).nth(index)
  const box = await row.boundingBox()
  if (box === null) throw new Error(`no row ${index}`)
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, id: await row.getAttribute('id') }
}

async function widthOfPicture(page: Page): Promise<number> {
  const box = await page.getByRole('img', { name: /^Picture \d of/ }).boundingBox()
  return box?.width ?? 0
}

it('the row under the mouse stays in place; new alarms are counted, added by key, or added automatically some seconds after the mouse left', async () => {
  const { page, problems, close, count } = await openList()
  const { x, y, id } = await place(page, 1)
  await page.mouse.move(x, y)
  await arrive(2)
  await isNew(page, 2)
  expect(await rowAt(page, x, y)).toBe(id)
  expect(await rowsOf(page).count()).toBe(count)

  await page.keyboard.press('.')
  await hasRows(page, count + 2)
  expect(await page.getByRole('button', { name: /new$/ }).count()).toBe(0)

  await arrive(1)
  await isNew(page, 1)
  // The mouse alone changes nothing: the list goes on some seconds after it left.
  const under = await rowAt(page, x, y)
  await page.mouse.move(x + 700, y)
  await isNew(page, 1)
  expect(await rowAt(page, x, y)).toBe(under)
  await page.clock.fastForward(8000)
  await hasRows(page, count + 3)
  await arrive(1)
  await hasRows(page, count + 4)

  // Keys are shown, since devices with a mouse have a keyboard. The picture fills the space beside the list, whether or not
  // the facts are shown. The offer of notifications, which takes a strip of the page, is closed first.
  await page.locator('kbd').filter({ visible: true }).first().waitFor()
  const offer = page.locator('[data-position=below]')
  await offer.getByRole('button', { name: 'Close' }).click()
  await offer.waitFor({ state: 'detached' })
  expect(await widthOfPicture(page)).toBeGreaterThan(1000)
  await page.keyboard.press('i')
  await page.getByRole('button', { name: 'Show the facts' }).waitFor()
  expect(await widthOfPicture(page)).toBeGreaterThan(1000)
  expect(problems).toEqual([])
  await close()
})

it('the row that was selected by key stays in place, and new alarms are added automatically some seconds later · HOTKEYS-001', async () => {
  const { page, problems, close, count } = await openList()
  await page.keyboard.press('ArrowDown')
  const { x, y, id } = await place(page, 1)
  expect(await rowsOf(page).nth(1).getAttribute('aria-selected')).toBe('true')
  await arrive(1)
  await isNew(page, 1)
  expect(await rowAt(page, x, y)).toBe(id)
  await page.clock.fastForward(8000)
  await hasRows(page, count + 1)
  expect(await page.locator('[id^=alarm-][aria-selected=true]').getAttribute('id')).toBe(id)
  expect(problems).toEqual([])
  await close()
})

it('the row under a finger stays in place until some seconds after the touch', async () => {
  const { page, problems, close, count } = await openList(true)
  const { x, y, id } = await place(page, 1)
  const touch = await page.context().newCDPSession(page)
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  await arrive(1)
  await isNew(page, 1)
  expect(await rowAt(page, x, y)).toBe(id)
  // A short drag opens nothing.
  await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: y + 30 }] })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await arrive(1)
  await isNew(page, 2)
  expect(await rowAt(page, x, y)).toBe(id)
  await page.clock.fastForward(8000)
  await hasRows(page, count + 2)

  // The user goes to another alarm by a swipe or a button. No keys are shown, since the device has no keyboard.
  const [newer, older] = [await place(page, 0), await place(page, 1)]
  await page.touchscreen.tap(newer.x, newer.y)
  await page.getByRole('img', { name: /^Picture 1 of/ }).waitFor()
  expect(await page.locator('kbd').filter({ visible: true }).count()).toBe(0)
  await swipeLeft(page, touch)
  await page.waitForURL(new RegExp(older.id?.slice('alarm-'.length) ?? 'none'))
  await page.getByRole('button', { name: 'Next alarm' }).tap()
  await page.waitForURL(new RegExp(newer.id?.slice('alarm-'.length) ?? 'none'))
  expect(problems).toEqual([])
  await close()
})

/**
 * Swipes over the picture with a pause before the release. After a fast swipe the browser ignores a tap as the end of
 * its momentum.
 */
async function swipeLeft(page: Page, touch: CDPSession): Promise<void> {
  const box = await page.getByRole('img', { name: /^Picture \d of/ }).boundingBox()
  if (box === null) throw new Error('no picture')
  const y = box.y + box.height / 2
  const began = Date.now() / 1000 - 0.5
  for (const [step, x] of [300, 250, 200, 150, 100, 100].entries())
    await touch.send('Input.dispatchTouchEvent', {
      type: step === 0 ? 'touchStart' : 'touchMove',
      touchPoints: [{ x: box.x + x, y }],
      timestamp: began + step * 0.08,
    })
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: began + 0.5 })
}
