// Tests that input is not lost: a note is stored in the browser, and a form asks before it is left by key, by Back or by
// reload.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { enterAs, openPage } from './src/harness/browser.ts'
import { faultsOf } from './src/harness/faults.ts'
import { focusOn } from './src/harness/focus.ts'
import { startHarbour, type Harbour } from './src/harness/harbour.ts'

let harbour: Harbour

beforeAll(async () => {
  harbour = await startHarbour()
})

afterAll(() => harbour?.demo.close())

it('an unsaved note is restored after a reload, and deleted after a logout', async () => {
  const { demo } = harbour
  const { page, problems, close } = await openPage(demo.browser, demo.product)
  await enterAs(page, demo.account('admin'), '/cams/alarms')
  const note = page.getByRole('textbox', { name: 'Add note' })
  await note.pressSequentially('Gate was open, called')
  await page.reload()
  await page.getByText('Draft restored.').waitFor()
  expect(await note.inputValue()).toBe('Gate was open, called')
  expect(await faultsOf(page)).toEqual([])

  await page.getByRole('link', { name: 'Log out' }).click()
  const question = page.getByRole('dialog', { name: 'Log out and discard what is not saved?' })
  await question.getByText('1 note was begun and not added.').waitFor()
  expect(await faultsOf(page)).toEqual([])
  await question.getByRole('button', { name: 'Discard and log out' }).click()
  await page.waitForURL('**/login')
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Gate was')
  await enterAs(page, demo.account('admin'), '/cams/alarms')
  await note.waitFor()
  expect(await note.inputValue()).toBe('')
  expect(problems).toEqual([])
  await close()
})

it('an unsaved new company causes a question on Escape, Back and reload', async () => {
  const { demo } = harbour
  const { page, problems, close } = await openPage(demo.browser, demo.product)
  await enterAs(page, demo.account('super'), '/cams/settings/theme')
  await page.goto('/provider/companies')
  await page.getByRole('button', { name: 'New company' }).click()
  const dialog = page.getByRole('dialog', { name: 'New company' })
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await name.pressSequentially('Acme')
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard what is not saved?' })
  const keep = question.getByRole('button', { name: 'Keep editing' })
  await focusOn(keep)
  expect(await faultsOf(page)).toEqual([])
  // A second Escape keeps the input, and so does Enter on the focused button.
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await focusOn(keep)
  await page.keyboard.press('Enter')
  await question.waitFor({ state: 'detached' })
  // The focus is back in the edited field.
  await expect.poll(() => page.evaluate('document.activeElement?.value')).toBe('Acme')
  await page.keyboard.type(' Ltd')
  expect(await name.inputValue()).toBe('Acme Ltd')

  const asked = page.waitForEvent('dialog')
  // `page.reload()` would wait half a minute for the page, which is not loaded since the browser asks.
  await page.evaluate('void setTimeout(() => location.reload())')
  const native = await asked
  expect(native.type()).toBe('beforeunload')
  await native.dismiss()
  expect(await name.inputValue()).toBe('Acme Ltd')

  await page.keyboard.press('Escape')
  await focusOn(keep)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'New company' }).click()
  expect(await name.inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(problems).toEqual([])
  await close()
})

it('the first click on the button of an incomplete form moves the focus to the missing field, and no error moves the button away before', async () => {
  const { demo } = harbour
  const { page, problems, close } = await openPage(demo.browser, demo.product)
  await enterAs(page, demo.account('admin'), '/cams/clients?add=project')
  const name = page.getByRole('textbox', { name: 'Name of the client' })
  await focusOn(name)
  // An error that appears below the field would move the button away from the pointer.
  await page.getByRole('button', { name: 'Create client' }).click()
  await page.getByText('Required', { exact: true }).waitFor()
  await focusOn(name)
  expect(await name.getAttribute('aria-invalid')).toBe('true')
  expect(await faultsOf(page)).toEqual([])
  expect(problems).toEqual([])
  await close()
})
