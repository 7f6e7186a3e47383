// Tests the tree of clients, sites and cameras with what is done in it: the keyboard, groups, and an action on many cameras
// that partly fails. Each screen that opens on the way has no accessibility faults.
import { createProject, createSite, createView, getCurrentUser, getSite, getView } from '@winnow/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { logIn, type ApiClient } from './src/harness/api-client.ts'
import { enterAs, openPage, type ConsolePage } from './src/harness/browser.ts'
import { startDemo, type Demo } from './src/harness/demo.ts'
import { faultsOf } from './src/harness/faults.ts'
import { focusOn } from './src/harness/focus.ts'

let demo: Demo
let api: ApiClient
let opened: ConsolePage
/** Ids of the sites of the client Quarry, and of the cameras of the first site. */
let ids: { pit: string; crusher: string; gate: string; fence: string }

beforeAll(async () => {
  demo = await startDemo()
  const admin = demo.account('admin')
  api = await logIn(demo.product.url, admin)
  const { companyId } = await api.call(getCurrentUser)
  const { id: client } = await api.call(createProject, { params: { id: companyId }, body: { name: 'Quarry' } })
  const site = async (name: string) => (await api.call(createSite, { params: { id: client }, body: { name } })).id
  const camera = async (id: string, name: string) => (await api.call(createView, { params: { id }, body: { name } })).id
  const [pit, crusher] = [await site('Pit'), await site('Crusher')]
  const [gate, fence] = [await camera(pit, 'Gate'), await camera(pit, 'Fence')]
  await camera(crusher, 'Gate')
  ids = { pit, crusher, gate, fence }
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
  await assign.getByRole('checkbox', { name: 'Stone' }).check()
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
