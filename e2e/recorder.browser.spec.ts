// The cameras of a recorder over the whole product: a recorder is looked at, its cameras are added by keyboard, their progress and cards are
// shown, and an event of one channel is an alarm of its camera. The screens on the way have no accessibility faults.
import { createProject, createSite, getCurrentUser, listTreeViews } from '@winnow/contract'
import { type HikvisionDevice, renderScene, startHikvisionDevice } from '@winnow/testkit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ApiClient, logIn } from './src/harness/api-client.ts'
import { type ConsolePage, enterAs, openPage } from './src/harness/browser.ts'
import { decidedAlarms } from './src/harness/camera.ts'
import { type Demo, startDemo } from './src/harness/demo.ts'
import { faultsOf } from './src/harness/faults.ts'
import { focusOn, tabTo } from './src/harness/focus.ts'

const NETWORK = [
  { id: 1, name: 'North gate' },
  { id: 2, name: 'Slipway' },
  { id: 3, name: 'Store', online: false },
]

let demo: Demo
let api: ApiClient
let siteId: string
let device: HikvisionDevice
let opened: ConsolePage

beforeAll(async () => {
  demo = await startDemo({ WINNOW_ALLOWED_NETWORKS_CAMERAS: '127.0.0.0/8' })
  api = await logIn(demo.product.url, demo.account('admin'))
  const { companyId } = await api.call(getCurrentUser)
  const project = await api.call(createProject, { params: { id: companyId }, body: { name: 'Quay client' } })
  const body = { name: 'Quay', timezone: 'Europe/Madrid' }
  siteId = (await api.call(createSite, { params: { id: project.id }, body })).id
  const frames = await renderScene({ kind: 'person-walking', seed: 3, camera: 5, frames: 3 })
  let shown = 0
  device = await startHikvisionDevice({
    picture: () => frames[shown++ % frames.length]?.jpeg ?? Buffer.alloc(0),
    recorder: { name: 'Quay recorder', model: 'DS-7608NI-K2', type: 'NVR', network: NETWORK },
  })
  opened = await openPage(demo.browser, demo.product)
  await enterAs(opened.page, demo.account('admin'), `/cams/clients/u?site=${siteId}`)
})
afterAll(async () => {
  await device?.close()
  await demo?.close()
})

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Add cameras of a recorder to Quay' })

/** Opens the dialog by keyboard. The field of the host has the focus then. */
async function openDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add cameras of a recorder' }).first().focus()
  await page.keyboard.press('Enter')
  await focusOn(dialogOf(page).getByRole('textbox', { name: /^Host name or IP/ }))
}

/** Replaces what stands in the field that has the focus. */
async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+a')
  await page.keyboard.type(text)
}

/** Fills in a login by keyboard, from the field of the host on, and has the recorder asked. */
async function typeLogin(page: Page, host: string, password: string): Promise<void> {
  const dialog = dialogOf(page)
  await type(page, host)
  await tabTo(page, dialog.getByRole('textbox', { name: /^Port/ }))
  await type(page, String(device.port))
  await tabTo(page, dialog.getByRole('textbox', { name: 'User name' }))
  await type(page, 'admin')
  await tabTo(page, dialog.getByRole('textbox', { name: 'Password' }))
  await type(page, password)
  await page.keyboard.press('Enter')
}

it('a recorder at an address that is not allowed, or with another password, is told with what to do', async () => {
  const { page } = opened
  const dialog = dialogOf(page)
  await page.getByRole('tab', { name: 'Cameras' }).click()
  await page.getByText('Add a single camera, or all cameras of a recorder at once.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await openDialog(page)
  await typeLogin(page, '10.0.0.7', 'wrong')
  await dialog.getByText('WINNOW_ALLOWED_NETWORKS_CAMERAS=10.0.0.7').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('textbox', { name: /^Host name or IP/ }).focus()
  await typeLogin(page, '127.0.0.1', 'wrong')
  await dialog.getByText('User or password is wrong').waitFor()
  await dialog.getByText(/lock a user after a few wrong passwords/).waitFor()
  expect(await faultsOf(page)).toEqual([])
})

it('its cameras are added by keyboard, with their progress, and a card each that leads to them · AUTOMATION-001 AUTOMATION-002 AUTOMATION-005', async () => {
  const { page } = opened
  const dialog = dialogOf(page)
  // The login of the attempt before still stands there, and the password has the focus.
  await type(page, 'Abcd-1234')
  await page.keyboard.press('Enter')
  await focusOn(dialog.getByRole('heading', { name: 'Quay recorder' }))
  await dialog.getByText('DS-7608NI-K2 · 3 channels').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await tabTo(page, dialog.getByRole('checkbox', { name: 'Channel 1: North gate, Online' }))
  await page.keyboard.press('End')
  await focusOn(dialog.getByRole('checkbox', { name: 'Channel 3: Store, Offline' }))
  await page.keyboard.press('Space')
  await dialog.getByText('2 of 3 chosen').waitFor()
  await tabTo(page, dialog.getByRole('button', { name: 'Add 2 cameras' }))
  await page.keyboard.press('Enter')

  const notices = page.getByRole('region', { name: 'Automation' })
  const goTo = notices.getByRole('article', { name: 'Slipway' }).getByRole('button', { name: 'Go to camera' })
  await Promise.all([
    notices.getByText('2 of 2 cameras added').waitFor(),
    notices.getByRole('article', { name: 'North gate' }).waitFor(),
    // A card that has the focus stays.
    goTo.focus(),
  ])
  await dialog.waitFor({ state: 'detached' })
  expect(await faultsOf(page)).toEqual([])
  const list = page.getByRole('list', { name: 'List of cameras' })
  await list.getByRole('button', { name: /^Slipway/ }).waitFor()
  await goTo.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Slipway' }).waitFor()
})

it('an event of a channel is an alarm of its camera, and what the site has is not offered again', async () => {
  const { page, problems } = opened
  const dialog = dialogOf(page)
  // The recorder is called once for all of its cameras.
  await expect.poll(() => device.streams(), { timeout: 60_000 }).toBe(1)
  device.send({ eventType: 'VMD', channelId: 2, dateTime: new Date().toISOString() })
  const { rows } = await api.call(listTreeViews, { params: { id: siteId } })
  const idOf = (name: string) => rows.find((view) => view.name === name)?.id ?? ''
  const [alarm] = await decidedAlarms(api, idOf('Slipway'), 1)
  expect(alarm).toMatchObject({ frameCount: 3 })
  expect(await decidedAlarms(api, idOf('North gate'), 0)).toEqual([])

  await page.goto(`/cams/clients/u?site=${siteId}`)
  await openDialog(page)
  await typeLogin(page, '127.0.0.1', 'Abcd-1234')
  await dialog.getByText('1 of 1 chosen').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('link', { name: 'Slipway' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('heading', { name: 'Slipway' }).waitFor()
  expect(problems).toEqual([])
})
