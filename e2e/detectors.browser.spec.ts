import { labelAlarm } from '@winnow/contract'
import { rednessManifest, rednessModel } from '@winnow/vision/testing'
import { renderScene } from '@winnow/testkit'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { logIn } from './src/harness/api-client.ts'
import { enterAs, openPage } from './src/harness/browser.ts'
import { createJourneyCamera, decidedAlarms, mailPictures } from './src/harness/camera.ts'
import { startDemo, type Demo } from './src/harness/demo.ts'
import { faultsOf } from './src/harness/faults.ts'

let demo: Demo
beforeAll(async () => {
  demo = await startDemo()
})
afterAll(() => demo?.close())

const MODEL = rednessModel()
const file = (name: string, content: Uint8Array | string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
})
const packFiles = [file('pack.json', JSON.stringify(rednessManifest(MODEL))), file('net.onnx', MODEL)]
/** An empty yard in red light: the test detector detects a guard in red, and the built-in one detects nobody. */
const redYard = async (): Promise<Buffer> => {
  const [frame] = await renderScene({ kind: 'empty', seed: 2, camera: 2, frames: 1 })
  if (!frame) throw new Error('nothing was drawn')
  const red = { create: { width: 16, height: 16, channels: 3 as const, background: '#ff0000' } }
  return sharp(frame.jpeg)
    .composite([{ input: red, tile: true, blend: 'screen' }])
    .jpeg()
    .toBuffer()
}

const drop = (page: Page, files: typeof packFiles) => page.locator('input[type=file]').setInputFiles(files)

it('a super user gets an error for an invalid detector, uploads a valid one, and alarms are analysed with the valid one without a restart', async () => {
  const { product, browser } = demo
  const api = await logIn(product.url, demo.account('super'))
  /** Sends a red yard from a new camera, and returns the decided alarm. */
  const judged = async (journey: string) => {
    const { viewId } = await createJourneyCamera(api, journey)
    await mailPictures({ api, product }, viewId, [{ jpeg: await redYard() }])
    const [alarm] = await decidedAlarms(api, viewId, 1)
    return alarm
  }
  const before = await judged('Before')
  expect(before?.verdict).not.toBe('true')

  const { page, problems, close } = await openPage(browser, product)
  await enterAs(page, demo.account('super'), '/provider/detectors')
  const inUse = page.getByRole('region', { name: 'Detectors in use' })
  await inUse.getByText('1 of 1 machine').waitFor()
  await page.getByText('69.4 % (77 of 111)').first().waitFor()
  await page.getByText('94.6 % (105 of 111)').first().waitFor()
  expect(await faultsOf(page)).toEqual([])

  await drop(page, [
    file('pack.json', JSON.stringify(rednessManifest(MODEL, { labels: ['guard'] }))),
    file('net.onnx', MODEL),
  ])
  await page.getByText('speaks of class 1, and 1 have labels').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Dismiss' }).click()

  await drop(page, packFiles)
  await page.getByText('kept at hand').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Use Red things' }).click()
  await inUse
    .getByRole('row', { name: /Red things/ })
    .getByText('1 of 1 machine')
    .waitFor()
  const after = await judged('After')
  expect(after?.verdict).toBe('true')

  await api.call(labelAlarm, { params: { id: after?.id ?? '' }, body: { groundTruth: true } })
  await page.reload()
  // Chooses the built-in detector, since others would have to be downloaded.
  await page.getByRole('combobox', { name: 'Compare what is in use with' }).click()
  await page.getByRole('option', { name: 'the built-in detector alone' }).click()
  await page.getByRole('button', { name: 'Compare' }).click()
  const result = page.getByRole('region', { name: 'Result' })
  await result.getByText('100.0 % (1 of 1)').waitFor()
  await result.getByText('Too few labelled alarms to rely on').waitFor()
  expect(await faultsOf(page)).toEqual([])

  await page.getByRole('button', { name: 'Remove Red things' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await inUse
    .getByRole('row', { name: /Built-in detector/ })
    .getByText('1 of 1 machine')
    .waitFor()
  await page.goto('/cams/dashboard')
  await page.getByText('the recommended detectors filtered 94.6 %').waitFor()
  expect(await faultsOf(page)).toEqual([])
  expect(problems).toEqual([])
  await close()
})
