// Tests over the whole product that a camera with Investigate and Detect Pro V2 keeps who its pictures show, that they are found by class and
// place in the picture, and that what was found leads to its alarm, with the path of the one. Each screen has no accessibility faults.
import { activateCameras, getCurrentUser, provisionCompany, updateView } from '@winnow/contract'
import { renderScene } from '@winnow/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { logIn } from './src/harness/api-client.ts'
import { enterAs, openPage, type ConsolePage } from './src/harness/browser.ts'
import { createJourneyCamera, decidedAlarms, mailPictures } from './src/harness/camera.ts'
import { startDemo, type Demo } from './src/harness/demo.ts'
import { faultsOf } from './src/harness/faults.ts'

let demo: Demo
let opened: ConsolePage
let viewId: string

beforeAll(async () => {
  demo = await startDemo({ WINNOW_DEADLINE_SECONDS: '120' })
  const provider = await logIn(demo.product.url, demo.account('super'))
  const api = await logIn(demo.product.url, demo.account('admin'))
  const { companyId } = await api.call(getCurrentUser)
  const unlocks = { isAdvancedAlarmUnlocked: true, isForensicUnlocked: true }
  await provider.call(provisionCompany, { params: { id: companyId }, body: { unlocks } })
  viewId = (await createJourneyCamera(api, 'Gate')).viewId
  await api.call(updateView, { params: { id: viewId }, body: { mergeWindowSeconds: 0 } })
  for (const productId of ['investigate', 'detect_pro_v2'] as const)
    await api.call(activateCameras, { body: { viewIds: [viewId], productId } })
  const walk = {
    kind: 'person-walking',
    seed: 5,
    camera: 21,
    frames: 4,
    intervalMs: 700,
    width: 960,
    height: 540,
  } as const
  await mailPictures({ api, product: demo.product }, viewId, await renderScene(walk))
  await decidedAlarms(api, viewId, 1)
  opened = await openPage(demo.browser, demo.product)
  await enterAs(opened.page, demo.account('admin'))
})

afterAll(async () => {
  await opened?.close()
  await demo?.close()
})

it('who a picture showed is found and leads to the alarm with the path · PERMISSIONS-014', async () => {
  const { page, problems } = opened
  await page.getByRole('link', { name: 'Investigate' }).click()
  const person = page.getByRole('link', { name: /^Person/ }).first()
  await person.waitFor()
  const picture = person.locator('img')
  await expect.poll(() => picture.evaluate((image) => Number(Reflect.get(image, 'naturalWidth')))).toBeGreaterThan(10)
  expect(await faultsOf(page)).toEqual([])
  await page.goto(`/cams/forensic?camera=${viewId}`)
  await page.getByRole('button', { name: 'Part of the picture' }).click()
  await page.getByRole('dialog', { name: 'Part of the picture' }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.goto('/cams/forensic?object=animal')
  await page.getByText('Nothing was found').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.goto('/cams/forensic?object=person')
  await page
    .getByRole('link', { name: /^Person/ })
    .first()
    .click()
  await page
    .getByText(/Person: seen for/)
    .first()
    .waitFor()
  await expect.poll(() => page.locator('svg polyline').count()).toBeGreaterThan(0)
  expect(await faultsOf(page)).toEqual([])
  expect(problems).toEqual([])
})
