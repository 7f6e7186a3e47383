// Tests the tree of clients, sites and cameras with what is done in it: the keyboard, groups, an action on many cameras that
// partly fails, masks, and a pause. Each screen that opens on the way has no accessibility faults.
import {
  activateCameras,
  createProject,
  createSite,
  createView,
  deactivateCameras,
  getConsent,
  getCurrentUser,
  getSite,
  getVideofied,
  getView,
  listViewSignals,
  setViewMasks,
} from '@winnow/contract'
import { dialFrontel, dialTcp, diallerFrame, frontelStatus, renderScene } from '@winnow/testkit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { logIn, type ApiClient } from './src/harness/api-client.ts'
import { enterAs, openPage, type ConsolePage } from './src/harness/browser.ts'
import { decidedAlarms, mailPictures } from './src/harness/camera.ts'
import { startDemo, type Demo } from './src/harness/demo.ts'
import { faultsOf } from './src/harness/faults.ts'
import { focusOn } from './src/harness/focus.ts'

let demo: Demo
let api: ApiClient
let opened: ConsolePage
/** Ids of the sites of the client Quarry, of the cameras of the first site, and of the camera of the second site. */
let ids: { pit: string; crusher: string; gate: string; fence: string; crusherGate: string }

beforeAll(async () => {
  const panels = { WINNOW_DC09: 'on', WINNOW_DC09_PORT: '0', WINNOW_FRONTEL: 'on', WINNOW_FRONTEL_PORT: '0' }
  demo = await startDemo(panels)
  const admin = demo.account('admin')
  api = await logIn(demo.product.url, admin)
  const { companyId } = await api.call(getCurrentUser)
  const { id: client } = await api.call(createProject, { params: { id: companyId }, body: { name: 'Quarry' } })
  const site = async (name: string) => (await api.call(createSite, { params: { id: client }, body: { name } })).id
  const camera = async (id: string, name: string) => (await api.call(createView, { params: { id }, body: { name } })).id
  const [pit, crusher] = [await site('Pit'), await site('Crusher')]
  const [gate, fence] = [await camera(pit, 'Gate'), await camera(pit, 'Fence')]
  ids = { pit, crusher, gate, fence, crusherGate: await camera(crusher, 'Gate') }
  const scene = await renderScene({ kind: 'empty', seed: 5, camera: 21, frames: 1, width: 640, height: 360 })
  await mailPictures({ api, product: demo.product }, gate, scene)
  opened = await openPage(demo.browser, demo.product)
  await enterAs(opened.page, admin)
})

afterAll(async () => {
  await opened?.close()
  await demo?.close()
})

const node = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true })
/** Waits until the keys of the tree act on this node. */
const isActive = (page: Page, name: string) => node(page, name).and(page.locator('[data-active]')).waitFor()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

it('the tree is used by keyboard: typed letters, arrows, the menu key and F2', async () => {
  const { page, problems } = opened
  await page.goto('/cams/clients')
  await node(page, 'Quarry').waitFor()
  const tree = page.getByRole('tree')
  await tree.focus()
  await page.keyboard.type('qua')
  await isActive(page, 'Quarry')
  await page.keyboard.press('ArrowRight')
  await node(page, 'Pit').waitFor()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await isActive(page, 'Pit')
  await page.keyboard.press('ContextMenu')
  await focusOn(page.getByRole('menuitem', { name: 'Add a camera' }))
  await page.getByRole('menu', { name: /Pit/ }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await focusOn(page.getByRole('menuitem', { name: 'Add cameras of a recorder' }))
  await page.keyboard.press('ArrowDown')
  await focusOn(page.getByRole('menuitem', { name: /Rename/ }))
  await page.keyboard.press('Enter')
  const field = page.getByRole('textbox', { name: 'New name of Pit' })
  await focusOn(field)
  await page.keyboard.press('Escape')
  await focusOn(tree)
  await page.keyboard.press('F2')
  await focusOn(field)
  await page.keyboard.type('Deep pit')
  await page.keyboard.press('Enter')
  await node(page, 'Deep pit').waitFor()
  await focusOn(tree)
  await expect.poll(async () => (await api.call(getSite, { params: { id: ids.pit } })).name).toBe('Deep pit')
  expect(problems).toEqual([])
})

it('a group is made, filled in the menu of a client, used as a filter, renamed and deleted', async () => {
  const { page, problems } = opened
  await page.goto('/cams/clients')
  await node(page, 'Quarry').waitFor()
  await button(page, 'Filter').click()
  await button(page, 'Manage groups').click()
  const dialog = page.getByRole('dialog', { name: 'Groups' })
  await dialog.getByRole('textbox', { name: 'New group' }).fill('Stone')
  await page.keyboard.press('Enter')
  await dialog.getByText('0 clients').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await focusOn(button(page, 'Filter'))

  await node(page, 'Quarry').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Assign to group' }).click()
  const assign = page.getByRole('dialog', { name: 'Groups of Quarry' })
  await assign.getByRole('checkbox', { name: 'Stone' }).click()
  await expect.poll(() => assign.getByRole('checkbox', { name: 'Stone' }).isChecked()).toBe(true)
  await page.keyboard.press('Escape')
  await assign.waitFor({ state: 'detached' })

  await button(page, 'Filter').click()
  await page
    .getByRole('textbox', { name: 'Group' })
    .or(page.getByRole('combobox', { name: 'Group' }))
    .first()
    .click()
  await page.getByRole('option', { name: 'Stone' }).click()
  await page.getByText('1 client found').waitFor()
  expect(new URL(page.url()).searchParams.get('group')).not.toBeNull()
  await button(page, 'Manage groups').click()
  await dialog.getByRole('button', { name: 'Rename Stone' }).click()
  await page.keyboard.press('Escape')
  // Escape has ended the renaming, and the dialog is still open.
  await focusOn(dialog.getByRole('button', { name: 'Rename Stone' }))
  await page.keyboard.press('Enter')
  await page.keyboard.type('Rock')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Delete Rock' }).click()
  await page.getByRole('dialog', { name: 'Delete the group Rock?' }).getByRole('button', { name: 'Delete' }).click()
  await dialog.getByText('No groups yet').waitFor()
  expect(problems).toEqual([])
})

it('an action on many cameras reports those that failed, each with a link', async () => {
  const { page, problems } = opened
  await page.goto(`/cams/clients/u?site=${ids.pit}`)
  await page.getByRole('treeitem', { name: /pit$/i }).click({ modifiers: ['Control'] })
  const bar = page.getByRole('region', { name: 'Selected cameras' })
  await bar.getByText('2 cameras').waitFor()
  await bar.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Move to another site' }).click()
  const move = page.getByRole('dialog', { name: 'Move to another site' })
  await page.keyboard.type('Crusher')
  await page.getByRole('option', { name: 'Quarry / Crusher' }).click()
  await move.getByRole('button', { name: 'Start' }).click()
  const card = page.getByRole('region', { name: 'Move cameras' })
  await card.getByText('Done, with failures').waitFor()
  await card.getByText('1 failed').waitFor()
  await card.getByRole('button', { name: 'Show details' }).click()
  const errors = page.getByRole('dialog', { name: 'Job errors' })
  await errors.getByText('The site has a camera of this name already').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await errors.getByRole('link', { name: 'Gate' }).click()
  await page.getByRole('heading', { name: 'Gate', exact: true }).waitFor()
  expect(new URL(page.url()).searchParams.get('cam')).toBe(ids.gate)
  const { siteId } = await api.call(getView, { params: { id: ids.fence } })
  expect(siteId).toBe(ids.crusher)
  await card.getByRole('button', { name: 'Close' }).click()
  expect(problems).toEqual([])
})

it('switching on a product that costs asks for the consent of the company, and goes on once it is given · CONSENT-006', async () => {
  const { page, problems } = opened
  const body = { viewIds: [ids.gate], productId: 'detect' as const }
  await api.call(deactivateCameras, { body })
  const { companyId } = await api.call(getCurrentUser)
  const params = { id: companyId, consentCode: 'activate-cameras' as const }
  expect((await api.call(getConsent, { params })).isAgreed).toBe(false)
  // What costs is said by billing, which is not there: the first answer is that of a company which has to pay. All others are the server's.
  let asked = 0
  await page.route(`**/api${activateCameras.path}`, async (route) => {
    asked += 1
    const refusal = { code: 'CONSENT_NEEDED', message: 'Agree first', requestId: 'r', consentCode: 'activate-cameras' }
    if (asked > 1) await route.continue()
    else await route.fulfill({ status: 409, json: refusal })
  })
  await page.goto(`/cams/clients/u?cam=${ids.gate}`)
  await page.getByRole('tab', { name: 'Settings' }).click()
  await page.getByRole('switch', { name: /^Detect(?! Pro)/ }).press('Space')
  const dialog = page.getByRole('dialog', { name: 'Agree to the activation of cameras' })
  await dialog.waitFor()
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('region').press('End')
  await dialog.getByRole('button', { name: 'Agree', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(async () => (await api.call(getView, { params: { id: ids.gate } })).products).toEqual(['detect'])
  await page.getByRole('switch', { name: /^Detect(?! Pro)/, checked: true }).waitFor()
  expect(asked).toBe(2)
  expect((await api.call(getConsent, { params })).isAgreed).toBe(true)
  await page.unroute(`**/api${activateCameras.path}`)
  expect(problems.filter((problem) => !problem.includes('409'))).toEqual([])
  problems.length = 0
})

it('masks are drawn with the mouse, copied to another camera, and restored from the history · MASKS-001', async () => {
  const { page, problems } = opened
  const maskOf = async (id: string) => (await api.call(getView, { params: { id } })).mask
  await decidedAlarms(api, ids.gate, 1)
  await api.call(setViewMasks, { params: { id: ids.gate }, body: { mask: [] } })
  await page.goto(`/cams/clients/u?cam=${ids.gate}&tab=masks`)
  await button(page, 'Draw an area').click()
  const box = await page.getByRole('application').boundingBox()
  if (box === null) throw new Error('there is no picture to draw on')
  const at = (x: number, y: number) => page.mouse.click(box.x + box.width * x, box.y + box.height * y)
  await at(0.2, 0.2)
  await at(0.4, 0.2)
  await button(page, 'Close the area').click()
  // Two corners are no area.
  expect(await button(page, /^Area 1/).count()).toBe(0)
  await at(0.3, 0.5)
  await page.keyboard.press('Enter')
  await button(page, 'Area 1, 3 points').waitFor()
  await button(page, 'Save masks').click()
  await expect.poll(async () => (await maskOf(ids.gate)).length).toBe(1)
  const first = await maskOf(ids.gate)

  await button(page, 'Copy to other cameras').click()
  const copy = page.getByRole('dialog', { name: 'Copy the masks of Gate' })
  await copy.getByRole('searchbox').fill('Fence')
  await copy.getByRole('checkbox', { name: 'Fence', exact: true }).click()
  expect(await faultsOf(page)).toEqual([])
  await copy.getByRole('button', { name: 'Copy to 1 camera' }).click()
  await copy.waitFor({ state: 'detached' })
  expect(await maskOf(ids.fence)).toEqual(first)

  await button(page, 'Area 1, 3 points').click()
  await button(page, 'Delete the chosen area').click()
  await button(page, 'Save masks').click()
  await expect.poll(() => maskOf(ids.gate)).toEqual([])
  await button(page, 'Mask history').click()
  const history = page.getByRole('dialog', { name: 'Masks of Gate over time' })
  await history.getByText('1 before, now 0 areas').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await history.getByRole('button', { name: 'Restore' }).first().click()
  await button(page, 'Area 1, 3 points').waitFor()
  await button(page, 'Save masks').click()
  await expect.poll(() => maskOf(ids.gate)).toEqual(first)
  expect(problems).toEqual([])
})

it('a site is paused until a local time; the banner counts down, is on its cameras too, and goes when the pause ends', async () => {
  const { page, problems, close } = await openPage(demo.browser, demo.product)
  await page.clock.install()
  await enterAs(page, demo.account('admin'), `/cams/clients/u?site=${ids.crusher}`)
  await button(page, 'Pause…').click()
  const dialog = page.getByRole('dialog', { name: 'Pause site Crusher' })
  await focusOn(dialog.getByRole('radio', { name: 'For a day' }))
  await dialog.getByRole('radio', { name: 'Until a time' }).check()
  await dialog.getByRole('textbox', { name: /Reason/ }).fill('Blasting')
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Pause' }).click()
  const banner = page.getByText(/^Paused until .* (GMT|UTC|CET|BST)/)
  await banner.waitFor()
  await page.getByText('Blasting').waitFor()
  const { pause } = await api.call(getSite, { params: { id: ids.crusher } })
  expect(pause?.reason).toBe('Blasting')
  await page.goto(`/cams/clients/u?cam=${ids.crusherGate}`)
  const ofSite = page.getByText(/^Its site is paused until/)
  await ofSite.waitFor()
  await page.clock.fastForward('01:01:00')
  await ofSite.waitFor({ state: 'detached' })
  expect(problems).toEqual([])
  await close()
})

it('a panel is set up with a key, sends its first alarm, and the page says why another is not taken', async () => {
  const { page, problems } = opened
  const account = '5EA1'
  const send = async (key: Buffer, sequence: number) => {
    const dialler = await dialTcp(demo.product.dc09)
    const event = { id: 'SIA-DCS', sequence, content: 'Nri1/BA7', at: new Date() }
    await dialler.send(diallerFrame({ account, key }, event))
    dialler.close()
  }
  const { id: yard } = await api.call(createView, { params: { id: ids.pit }, body: { name: 'Yard', channel: '7' } })
  const signals = () => api.call(listViewSignals, { params: { id: yard }, query: {} })
  await page.goto(`/cams/clients/u?site=${ids.pit}&tab=panel`)
  await page.getByText('No panel', { exact: true }).waitFor()
  await page.getByRole('textbox', { name: 'Account' }).fill(account)
  await button(page, 'Save').click()
  const dialog = page.getByRole('dialog', { name: 'Key of the panel' })
  const key = Buffer.from((await dialog.getByLabel('Key').textContent()) ?? '', 'hex')
  expect(key).toHaveLength(16)
  await dialog.getByRole('button', { name: 'I have stored it' }).click()
  await page.getByText('Never connected', { exact: true }).waitFor()

  await send(key, 1)
  await page.reload()
  await page.getByText('Working', { exact: true }).waitFor()
  expect(await signals()).toMatchObject([{ source: 'dc09' }])
  await expect.poll(async () => (await signals())[0]?.alarmState).toBe('unverified')

  await send(Buffer.alloc(16, 1), 2)
  await page.reload()
  await page.getByText('It encrypts with another key', { exact: false }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  expect(problems).toEqual([])
})

it('a Videofied panel is added, reports its first alarm, and the settings say why another call was not served · INTEGRATIONS-001', async () => {
  const { page, problems } = opened
  const serial = 'E760491513080214'
  const dial = (options: { version?: string; hangsUp?: boolean } = {}) =>
    dialFrontel(demo.product.frontel, { serial, ...options })
  const { companyId } = await api.call(getCurrentUser)
  const { id: client } = await api.call(createProject, { params: { id: companyId }, body: { name: 'Harbour' } })
  const { id: wharf } = await api.call(createSite, { params: { id: client }, body: { name: 'Wharf' } })
  const { id: dock } = await api.call(createView, { params: { id: wharf }, body: { name: 'Dock', channel: '8' } })
  const signals = () => api.call(listViewSignals, { params: { id: dock }, query: {} })
  await page.goto('/cams/settings/videofied')
  await page.getByText('No panel yet', { exact: true }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  await button(page, 'Add panel').click()
  const dialog = page.getByRole('dialog', { name: 'Add panel' })
  await dialog.getByRole('combobox', { name: /^Site/ }).fill('Wharf')
  await page.getByRole('option', { name: /Wharf$/ }).click()
  await dialog.getByRole('textbox', { name: /^Serial number/ }).fill(serial.toLowerCase())
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Create' }).click()
  await page.getByText('Never connected', { exact: true }).waitFor()

  const panel = await dial()
  expect(await panel.sendFile('FILE,armsta1', frontelStatus(serial, { 8: 'DOCK', 9: 'HALL' }))).toBe('FILE_ACK')
  expect(await panel.report('1,8,2')).toBe('ACK')
  expect(await panel.sendFile('FILE,1', Buffer.from('a clip in a closed format'))).toBe('FILE_ACK')
  panel.close()
  await page.reload()
  await page.getByText('Working', { exact: true }).waitFor()
  await page.getByText('Last event: Intrusion (1)', { exact: false }).waitFor()
  await page.getByText('8 DOCK → Dock', { exact: false }).waitFor()
  await expect
    .poll(async () => (await signals()).map(({ alarmState }) => alarmState))
    .toEqual(['unverified', 'unverified'])
  expect(await faultsOf(page)).toEqual([])

  await dial({ version: '3', hangsUp: true })
  const problem = async () => (await api.call(getVideofied, { params: { id: companyId } })).panels[0]?.problem?.code
  await expect.poll(problem).toBe('version')
  await page.reload()
  await page.getByText('Not served', { exact: true }).waitFor()
  await page.getByText('It speaks another version of the protocol', { exact: false }).waitFor()
  expect(await faultsOf(page)).toEqual([])
  expect(problems).toEqual([])
})
