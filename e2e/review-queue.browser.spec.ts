// Two operators work in the review queue at once, in two browsers: no alarm is given to both, one hands over to the other, and an alarm
// returns to the queue when its operator leaves. The wall shows the same camera.
import { updateView } from '@winnow/contract'
import { renderScene } from '@winnow/testkit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { logIn } from './src/harness/api-client.ts'
import { enterAs, openPage } from './src/harness/browser.ts'
import { createJourneyCamera, decidedAlarms, mailPictures } from './src/harness/camera.ts'
import { startDemo, type Demo } from './src/harness/demo.ts'
import { faultsOf } from './src/harness/faults.ts'

const CAMERAS = ['North', 'South', 'East', 'West']
let demo: Demo
beforeAll(async () => {
  demo = await startDemo()
  const api = await logIn(demo.product.url, demo.account('admin'))
  const scene = await renderScene({ kind: 'person-walking', seed: 7, camera: 3, frames: 2, width: 640, height: 360 })
  for (const name of CAMERAS) {
    const { viewId } = await createJourneyCamera(api, name)
    await api.call(updateView, { params: { id: viewId }, body: { mergeWindowSeconds: 0 } })
    await mailPictures({ api, product: demo.product }, viewId, scene)
    await decidedAlarms(api, viewId, 1)
  }
})
afterAll(() => demo?.close())

const heading = (page: Page) =>
  page.getByRole('complementary', { name: 'About this alarm' }).getByRole('heading', { level: 2 })
const shows = async (page: Page, name: string) =>
  await expect.poll(() => heading(page).first().textContent(), { timeout: 20_000 }).toBe(`${name} camera`)
const picture = (page: Page) =>
  page
    .getByRole('img', { name: /^Picture/ })
    .first()
    .waitFor()

it('two operators get different alarms, hand over, and give back what they leave', async () => {
  const ana = await openPage(demo.browser, demo.product)
  const ben = await openPage(demo.browser, demo.product, { dark: false, width: 390 })
  await enterAs(ana.page, demo.account('admin'), '/cams/alarms/queue')
  await shows(ana.page, 'North')
  await picture(ana.page)
  await enterAs(ben.page, demo.account('operator'), '/cams/alarms/queue')
  await shows(ben.page, 'South')
  // On the phone, the numbers of the queue are one line that opens to who holds what.
  await ben.page.getByText(/^Waiting \d/).click()
  const folded = ben.page.getByRole('complementary', { name: 'State of the queue' })
  await folded.getByText('North camera · North site').waitFor()
  expect([await faultsOf(ana.page), await faultsOf(ben.page)]).toEqual([[], []])

  // A label leads to the next alarm that is not with the other operator.
  await ana.page.keyboard.press('f')
  await shows(ana.page, 'East')
  await ana.page
    .getByRole('complementary', { name: 'State of the queue' })
    .getByText('South camera · South site')
    .waitFor()

  // The colleague gets what was handed over, with the note, after the alarm at hand.
  await ana.page.keyboard.press('h')
  const dialog = ana.page.getByRole('dialog', { name: 'Hand this alarm over' })
  await dialog.getByRole('combobox', { name: 'To' }).click()
  await ana.page.getByRole('option').last().click()
  await dialog.getByRole('textbox', { name: /^Note/ }).fill('Your gate')
  await dialog.getByRole('button', { name: 'Hand over' }).click()
  await shows(ana.page, 'West')
  await ben.page.getByRole('button', { name: 'True', exact: true }).last().click()
  await shows(ben.page, 'East')
  await ben.page.getByText(/Your gate/).waitFor()

  // Whoever closes the tab gives the alarm back at once: the one who handed it over can take it up again.
  await ben.page.close({ runBeforeUnload: true })
  await ana.page.keyboard.press('t')
  await ana.page.getByRole('heading', { name: 'No alarm waits' }).waitFor()
  await ana.page.getByRole('button', { name: 'Take them up now' }).click()
  await shows(ana.page, 'East')
  expect(ana.problems).toEqual([])
  await Promise.all([ana.close(), ben.close()])
})

it('the wall shows the last alarm of each camera, says when it is offline, and opens an alarm by key', async () => {
  const { page, problems, close } = await openPage(demo.browser, demo.product, { width: 1920 })
  await enterAs(page, demo.account('admin'), '/cams/alarms/wall')
  const tiles = page.getByRole('list', { name: /^Last alarm of each camera/ }).getByRole('link')
  await expect.poll(() => tiles.count(), { timeout: 20_000 }).toBe(CAMERAS.length)
  await expect.poll(() => tiles.locator('img').count(), { timeout: 20_000 }).toBe(CAMERAS.length)
  expect(await faultsOf(page)).toEqual([])
  await page.context().setOffline(true)
  await page.getByText(/^Offline: the wall is not up to date|^Reconnecting/).waitFor()
  await page.context().setOffline(false)
  await page.getByText('Live', { exact: true }).waitFor()
  await tiles.first().focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/cams\/alarms\/[0-9a-f-]{36}/)
  expect(problems.filter((problem) => !/ERR_INTERNET_DISCONNECTED|Failed to fetch/.test(problem))).toEqual([])
  await close()
})
