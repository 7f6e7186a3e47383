// From the login to users and companies without a mouse: where the focus is can be seen, and a dialog gives it back.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPage } from './src/harness/browser.ts'
import { startDemo, type Demo } from './src/harness/demo.ts'
import { focusOn, tabTo } from './src/harness/focus.ts'
import type { Account } from './src/harness/product.ts'

let demo: Demo

beforeAll(async () => {
  demo = await startDemo()
})
afterAll(() => demo?.close())

/** Whether what has the focus looks different from how it looks without it. */
const SHOWN = `() => {
  const looks = () => {
    const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(element)
    return [outlineStyle, outlineWidth, boxShadow, borderColor].join()
  }
  const element = document.activeElement
  if (element === null || element === document.body) return false
  const focused = looks()
  element.blur()
  const left = looks()
  element.focus({ focusVisible: true })
  return focused !== left
}`

/** Goes there by Tab, where one must see to have come. */
async function goTo(page: Page, name: string | RegExp, role: 'button' | 'link' | 'textbox' = 'button'): Promise<void> {
  const place = page.getByRole(role, { name, ...(typeof name === 'string' ? { exact: true } : {}) }).first()
  await tabTo(page, place)
  expect(await page.evaluate(`(${SHOWN})()`), `the focus on ${String(name)} is seen`).toBe(true)
}

async function logInByKeys(page: Page, account: Account): Promise<void> {
  await page.goto('/login')
  await focusOn(page.getByLabel('Email'))
  await page.keyboard.type(account.email)
  await page.keyboard.press('Enter')
  await focusOn(page.getByRole('textbox', { name: 'Password' }))
  await page.keyboard.type(account.password)
  await page.keyboard.press('Enter')
}

it('a user is invited, looked at, and not deleted after all, by keyboard', async () => {
  const { page, problems, close } = await openPage(demo.browser, demo.product)
  await logInByKeys(page, demo.account('admin'))
  await page.waitForURL(/\/cams\//)
  await goTo(page, 'Manage users', 'link')
  await page.keyboard.press('Enter')

  await goTo(page, 'Invite user')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Invite a user' })
  await focusOn(dialog.getByRole('textbox', { name: 'Name' }))
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await focusOn(page.getByRole('button', { name: 'Invite user' }))

  await page.keyboard.press('Enter')
  await focusOn(dialog.getByRole('textbox', { name: 'Name' }))
  await page.keyboard.type('Kay Board')
  await page.keyboard.press('Tab')
  await page.keyboard.type('kay@guards.example')
  await page.keyboard.press('Enter')
  // No mail leaves this house, so the link is handed over; its dialog took the place of the first.
  await page.getByLabel('Link of the invitation').waitFor()
  await focusOn(page.getByRole('button', { name: 'Done' }))
  await page.keyboard.press('Enter')
  await focusOn(page.getByRole('button', { name: 'Invite user' }))

  await goTo(page, 'Edit Kay Board')
  await page.keyboard.press('Enter')
  const user = page.getByRole('dialog', { name: 'Kay Board', exact: true })
  await focusOn(user.getByRole('textbox', { name: 'Name' }))
  await goTo(page, 'Delete')
  await page.keyboard.press('Enter')
  const sure = page.getByRole('dialog', { name: /^Delete/ })
  await focusOn(sure.getByRole('button', { name: 'Cancel' }))
  await page.keyboard.press('Escape')
  await sure.waitFor({ state: 'detached' })
  await focusOn(user.getByRole('button', { name: 'Delete' }))
  await page.keyboard.press('Escape')
  await user.waitFor({ state: 'detached' })
  await focusOn(page.getByRole('button', { name: 'Edit Kay Board' }))
  expect(problems).toEqual([])
  await close()
})

it('a company is made by keyboard', async () => {
  const { page, problems, close } = await openPage(demo.browser, demo.product)
  await logInByKeys(page, demo.account('super'))
  await page.waitForURL(/\/provider\/companies/)
  await goTo(page, 'New company')
  await page.keyboard.press('Enter')
  await focusOn(page.getByRole('dialog', { name: 'New company' }).getByRole('textbox', { name: 'Name' }))
  await page.keyboard.type('Keyboard Guards')
  await page.keyboard.press('Enter')
  // It stays open for the first administrator, and for all else there is to say of it.
  const made = page.getByRole('dialog', { name: 'Keyboard Guards' })
  await focusOn(made.getByRole('textbox', { name: 'Name' }))
  await page.keyboard.press('Escape')
  await made.waitFor({ state: 'detached' })
  await focusOn(page.getByRole('button', { name: 'New company' }))
  await page.getByRole('button', { name: /Keyboard Guards/ }).waitFor()
  expect(problems).toEqual([])
  await close()
})
