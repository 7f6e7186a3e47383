import type { Locator, Page } from 'playwright-core'
import type { KindInForm } from './stand-ins.ts'

/** A label ends in a star where the field is required. */
const labelled = (label: string): RegExp =>
  new RegExp(`^${label.replaceAll(/[.*+?^${}()|[\]\\]/g, (char) => `\\${char}`)}( \\*)?$`)

/** The card of a receiver. */
export const cardOf = (page: Page, name: string): Locator =>
  page.locator('[data-receiver]').filter({ has: page.getByText(name, { exact: true }) })

/** Sets a receiver up by its form, and confirms a signing secret. */
export async function addReceiver(
  page: Page,
  name: string,
  { kind, texts, choices = {} }: KindInForm,
  switches: readonly string[] = [],
): Promise<void> {
  await page.getByRole('button', { name: 'Add a receiver' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Kind of receiver').selectOption({ label: kind })
  await dialog.getByLabel(labelled('Name of the receiver')).fill(name)
  for (const [label, choice] of Object.entries(choices))
    await dialog.getByLabel(labelled(label)).selectOption({ label: choice })
  for (const [label, text] of Object.entries(texts)) {
    const field = dialog.getByLabel(labelled(label))
    await field.fill(text)
    await field.blur()
  }
  for (const label of switches) await dialog.getByRole('switch', { name: label }).click({ force: true })
  await dialog.getByRole('button', { name: 'Add a receiver' }).click()
  if (kind === 'Webhook') await page.getByRole('button', { name: 'I have stored it' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await cardOf(page, name).waitFor()
}

/** Presses the test button. @returns what it says */
export async function pressTest(page: Page, name: string): Promise<string> {
  const card = cardOf(page, name)
  await card.getByRole('button', { name: 'Send a test' }).click()
  const said = card.getByText(/^The test (arrived|failed) after/)
  await said.waitFor({ timeout: 30_000 })
  return said.innerText()
}
