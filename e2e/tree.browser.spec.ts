// Tests groups of clients in a browser. Each screen that opens on the way has no accessibility faults.
import { createProject, getCurrentUser } from '@winnow/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { logIn } from './src/harness/api-client.ts'
import { enterAs, openPage, type ConsolePage } from './src/harness/browser.ts'
import { startDemo, type Demo } from './src/harness/demo.ts'
import { faultsOf } from './src/harness/faults.ts'
import { focusOn } from './src/harness/focus.ts'

let demo: Demo
let opened: ConsolePage

beforeAll(async () => {
  demo = await startDemo()
  const admin = demo.account('admin')
  const api = await logIn(demo.product.url, admin)
  const { companyId } = await api.call(getCurrentUser)
  await api.call(createProject, { params: { id: companyId }, body: { name: 'Quarry' } })
  opened = await openPage(demo.browser, demo.product)
  await enterAs(opened.page, admin)
})

afterAll(async () => {
  await opened?.close()
  await demo?.close()
})

const node = (page: Page, name: string) => page.getByRole('treeitem', { name, exact: true })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

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
