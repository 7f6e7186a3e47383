// A camera of Pelco over the whole product, with the stand-in for its cloud: its serial number is read from the QR code that the browser's
// camera sees, it is registered, mails its first alarm, and is disconnected. The screens on the way have no accessibility faults.
import { getCurrentUser, listTreeViews, provisionCompany } from '@winnow/contract'
import { renderScene } from '@winnow/testkit'
import { encodeQR } from 'qr'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiClient, logIn } from './src/harness/api-client.ts'
import { enterAs, openBrowser, openPage } from './src/harness/browser.ts'
import { createJourneyCamera, decidedAlarms, mailPictures } from './src/harness/camera.ts'
import { type Demo, startDemo } from './src/harness/demo.ts'
import { faultsOf } from './src/harness/faults.ts'

const WIDTH = 640
const HEIGHT = 480
const PIXELS = 8
const LABEL = 'https://label.example/?model=IMP221&serial=1234-5678-9011'

/** A video of one picture (YUV4MPEG2) that shows a label with this QR code. */
function videoOf(text: string): Buffer {
  const rows = encodeQR(text, 'raw', { scale: PIXELS, border: 4 })
  const luma = Buffer.alloc(WIDTH * HEIGHT, 160)
  const [left, top] = [Math.floor((WIDTH - rows.length) / 2), Math.floor((HEIGHT - rows.length) / 2)]
  rows.forEach((row, y) => row.forEach((dark, x) => luma.writeUInt8(dark ? 16 : 235, (top + y) * WIDTH + left + x)))
  const frame = Buffer.concat([Buffer.from('FRAME\n'), luma, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)])
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`), frame, frame])
}

let demo: Demo
let api: ApiClient
let folder: string
let browser: Browser

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winnow-label-'))
  const video = join(folder, 'label.y4m')
  await writeFile(video, videoOf(LABEL))
  browser = await openBrowser(['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${video}`])
  demo = await startDemo({ WINNOW_PELCO_CLOUD: 'stand-in', WINNOW_DEADLINE_SECONDS: '120' })
  api = await logIn(demo.product.url, demo.account('admin'))
  const provider = await logIn(demo.product.url, demo.account('super'))
  const { companyId } = await api.call(getCurrentUser)
  const unlocks = { isPelcoEnabled: true, isAdvancedAlarmUnlocked: true }
  await provider.call(provisionCompany, { params: { id: companyId }, body: { unlocks } })
})
afterAll(async () => {
  await browser?.close()
  await demo?.close()
  if (folder) await rm(folder, { recursive: true })
})

it('a camera of Pelco is added by its QR code, has its first alarm and verdict, and is disconnected · CAMERAS-001 CAMERAS-005 CAMERAS-008 LIVEEVENTS-001', async () => {
  const { siteId } = await createJourneyCamera(api, 'Mole')
  const { page, problems, close } = await openPage(browser, demo.product)
  await enterAs(page, demo.account('admin'), `/cams/clients?site=${siteId}&type=add`)
  await page.getByRole('combobox', { name: 'How its alarms arrive' }).click()
  await page.getByRole('option', { name: 'Pelco' }).click()
  expect(await faultsOf(page)).toEqual([])

  // A serial number that the cloud does not know.
  const serial = page.getByRole('textbox', { name: 'Serial number' })
  await serial.fill('1234-5678-9010')
  await page.getByRole('button', { name: 'Register camera' }).click()
  await page.getByText('Unable to add Pelco camera').waitFor()
  await page.getByText('The cloud of Pelco has no free camera with this serial number').waitFor()
  expect(await faultsOf(page)).toEqual([])

  // Nobody has allowed the camera yet.
  await page.getByRole('button', { name: 'Read the QR code' }).click()
  await page.getByText(/^The browser may not use the camera/).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Type the number instead' }).click()
  await page.context().grantPermissions(['camera'])
  await page.getByRole('button', { name: 'Read the QR code' }).click()
  await expect.poll(() => serial.inputValue(), { timeout: 60_000 }).toBe('123456789011')
  await page.getByRole('dialog', { name: 'Read the QR code' }).waitFor({ state: 'detached' })

  await page.getByRole('textbox', { name: 'Name of the camera' }).fill('Mole end')
  await page.getByRole('button', { name: 'Register camera' }).click()
  await page.getByText('The camera “Mole end” is registered.').waitFor()
  const registration = page.getByRole('region', { name: 'Registration at Pelco' })
  await registration.getByText('Registered', { exact: true }).waitFor()
  expect(await faultsOf(page)).toEqual([])

  const { rows } = await api.call(listTreeViews, { params: { id: siteId } })
  const viewId = rows.find(({ name }) => name === 'Mole end')?.id ?? ''
  await mailPictures(
    { api, product: demo.product },
    viewId,
    await renderScene({ kind: 'person-walking', seed: 3, camera: 5, frames: 1 }),
  )
  expect(await decidedAlarms(api, viewId, 1)).toMatchObject([{ frameCount: 1 }])
  await page.reload()
  await page.getByText('The device gets through.').waitFor()

  await registration.getByRole('button', { name: 'Disconnect' }).click()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Disconnect and delete' }).click()
  await page.getByText('1 camera was disconnected.').waitFor()
  await page.waitForURL(`**/cams/clients/u?site=${siteId}`)
  const left = await api.call(listTreeViews, { params: { id: siteId } })
  expect(left.rows.map(({ name }) => name)).toEqual(['Mole camera'])
  // The pane may load the camera once more before it hears that it is gone.
  expect(problems.filter((problem) => !problem.includes(viewId))).toEqual([])
  await close()
})
