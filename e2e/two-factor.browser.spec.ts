import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { logInAs, openPage } from './src/harness/browser.ts'
import { startDemo, type Demo } from './src/harness/demo.ts'
import { faultsOf } from './src/harness/faults.ts'
import type { Account } from './src/harness/product.ts'

let demo: Demo

beforeAll(async () => {
  demo = await startDemo()
})
afterAll(() => demo?.close())

/** The code that an authenticator app shows; of the next step already, where the present one is used. */
const codeOf = (secret: string, stepsAhead = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + stepsAhead * 30_000 })

/** What a person types into their app who cannot scan. */
async function keyOf(page: Page): Promise<string> {
  const key = await page.getByLabel('Key for your authenticator app').textContent()
  return (key ?? '').replaceAll(' ', '')
}

/** Sends e-mail and password, and waits for what comes after. */
async function enter(page: Page, account: Account, next: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel(/email/i).first().fill(account.email)
  await page.keyboard.press('Enter')
  await page.locator('input[type=password]').fill(account.password)
  await page.keyboard.press('Enter')
  await page.waitForURL(`**${next}`)
}

async function leave(page: Page): Promise<void> {
  await page.goto('/logout')
  await page.waitForURL('**/login')
}

/** A refused code is answered with 400, which a browser logs by itself. */
const unexpected = (problems: readonly string[]): string[] =>
  problems.filter((problem) => !/status of 400/.test(problem))

it('an administrator requires two-factor; a user must set it up, gets in once with a backup code, and then by the app · 2FA-016 2FA-019 2FA-013 2FA-014 LOGIN-020 LOGIN-021', async () => {
  const admin = demo.account('admin')
  const operator = demo.account('operator')

  const chief = await openPage(demo.browser, demo.product)
  await logInAs(chief.page, admin)
  await chief.page.goto('/cams/settings/2fa')
  await chief.page.getByRole('button', { name: 'Set up', exact: true }).click()
  await chief.page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  expect(await faultsOf(chief.page)).toEqual([])
  await chief.page.getByLabel('Code', { exact: true }).fill(codeOf(await keyOf(chief.page)))
  await chief.page.keyboard.press('Enter')
  await chief.page.getByText('Successfully enabled').waitFor()
  await chief.page.getByRole('button', { name: 'Done' }).click()
  await chief.page.getByText('On since').waitFor()
  await chief.page.getByLabel('Required for everyone').check()
  await chief.page.getByRole('button', { name: 'Save' }).click()
  await chief.page.getByRole('button', { name: 'Require it' }).click()
  await chief.page.getByText('Two-factor settings saved').waitFor()
  expect(await faultsOf(chief.page)).toEqual([])

  // In a narrow light window, as on a phone.
  const { page, problems, close } = await openPage(demo.browser, demo.product, { dark: false, width: 390 })
  await enter(page, operator, '/setup-2fa')
  expect(await page.getByRole('button', { name: 'Skip' }).count()).toBe(0)
  const secret = await keyOf(page)
  await page.reload()
  // The same secret as before: whoever has scanned it need not do so again.
  expect(await keyOf(page)).toBe(secret)
  expect(await faultsOf(page)).toEqual([])
  // The session is opened by the set-up alone.
  expect((await page.request.get(`${demo.product.url}/api/auth/user`)).status()).toBe(401)
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Successfully enabled' }).waitFor()
  const codes = await page.getByRole('list', { name: 'Emergency backup codes' }).getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Done' }).click()
  await page.waitForURL(/\/cams\//)

  const [code = ''] = codes
  await leave(page)
  await enter(page, operator, '/verify-2fa')
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('link', { name: 'Use a backup code' }).click()
  await page.waitForURL('**/verify-backup')
  expect(await faultsOf(page)).toEqual([])
  await page.getByLabel('Backup code').fill(code)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/cams\//)

  await leave(page)
  await enter(page, operator, '/verify-2fa')
  await page.goto('/verify-backup')
  await page.getByLabel('Backup code').fill(code)
  await page.keyboard.press('Enter')
  await page.getByText('Incorrect verification code').waitFor()
  await page.getByRole('link', { name: 'Use the authenticator app' }).click()
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1))
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/cams\//)
  expect(unexpected(problems)).toEqual([])
  expect(chief.problems).toEqual([])
  await close()
  await chief.close()
})
