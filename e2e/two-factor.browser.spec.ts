import { readFile } from 'node:fs/promises'
import { generateOtp } from '@winnow/contract'
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { enterAs, openPage } from './src/harness/browser.ts'
import { startDemo, type Demo } from './src/harness/demo.ts'
import { faultsOf } from './src/harness/faults.ts'
import type { Account } from './src/harness/product.ts'

let demo: Demo

beforeAll(async () => {
  demo = await startDemo()
})
afterAll(() => demo?.close())

/** The current code of an authenticator app, or the code of a later time step if the current one was already used. */
const codeOf = (secret: string, stepsAhead = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + stepsAhead * 30_000 })

/** The text that a person types into the app without scanning. */
async function keyOf(page: Page): Promise<string> {
  const key = await page.getByLabel('Key for your authenticator app').textContent()
  return (key ?? '').replaceAll(' ', '')
}

/** Sends e-mail and password, and waits for the next screen. */
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

/** Requests new backup codes in the open dialog. */
async function renewCodes(page: Page, { password }: Account): Promise<void> {
  await page.getByLabel('Your password').fill(password)
  await page.keyboard.press('Enter')
  const codes = page.getByRole('list', { name: 'Emergency backup codes' }).getByRole('listitem')
  await codes.first().waitFor()
  expect(await codes.count()).toBe(10)
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Done' }).click()
}

/** A refused code is answered with 400, which the browser logs. */
const unexpected = (problems: readonly string[]): string[] =>
  problems.filter((problem) => !/status of 400/.test(problem))

it('an administrator asks for two-factor; a user postpones it, and sees how many skips are left · 2FA-002 2FA-003 2FA-007 2FA-008 2FA-018 2FA-020 2FA-021', async () => {
  const chief = await openPage(demo.browser, demo.product)
  await enterAs(chief.page, demo.account('admin'), '/cams/settings/2fa')
  const save = async (mode: string, skips?: string) => {
    await chief.page.getByLabel(mode).check()
    if (skips !== undefined) await chief.page.getByLabel('How often it may be skipped').fill(skips)
    await chief.page.getByRole('button', { name: 'Save' }).click()
    await chief.page.getByText('Two-factor settings saved').first().waitFor()
  }
  await save('Ask at login, may be skipped a few times', '2')
  expect(await faultsOf(chief.page)).toEqual([])

  const { page, problems, close } = await openPage(demo.browser, demo.product)
  const picture = Promise.withResolvers<void>()
  await page.route(`**${generateOtp.path}`, (route) => picture.promise.then(() => route.continue()))
  for (const [left, then] of [
    ['2 skips left', 'You can skip 1 more time.'],
    ['1 skip left', 'This was the last time you could skip.'],
  ] as const) {
    await enter(page, demo.account('operator'), '/setup-2fa')
    await page.getByText(left).waitFor()
    const skip = page.getByRole('button', { name: 'Skip' })
    // A fast user does not wait for the picture, whose arrival must not move the button.
    const place = await skip.boundingBox()
    picture.resolve()
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    expect(await skip.boundingBox()).toEqual(place)
    await skip.click()
    await page.getByText(then).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Done' }).click()
    await page.waitForURL(/\/cams\/dashboard$/)
    await leave(page)
  }
  await enter(page, demo.account('operator'), '/setup-2fa')
  await page.getByRole('button', { name: 'Logout' }).waitFor()
  expect(await page.getByRole('button', { name: 'Skip' }).count()).toBe(0)
  await save('Everyone decides for themselves')
  expect([...problems, ...chief.problems]).toEqual([])
  await Promise.all([close(), chief.close()])
})

it('an administrator requires two-factor; a user must set it up, logs in once with a backup code, and then with the app · 2FA-016 2FA-019 2FA-009 2FA-010 2FA-011 2FA-013 2FA-014 LOGIN-020 LOGIN-021', async () => {
  const admin = demo.account('admin')
  const operator = demo.account('operator')

  const chief = await openPage(demo.browser, demo.product)
  await enterAs(chief.page, admin, '/cams/settings/2fa')
  await chief.page.getByRole('button', { name: 'Set up', exact: true }).click()
  await chief.page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  expect(await faultsOf(chief.page)).toEqual([])
  await chief.page.getByLabel('Code', { exact: true }).fill(codeOf(await keyOf(chief.page)))
  await chief.page.getByText('Successfully enabled').waitFor()
  await chief.page.getByRole('button', { name: 'Done' }).click()
  await chief.page.getByText('On since').waitFor()
  for (const [button, title] of [
    ['Set up on another device', 'Set up on another device'],
    ['Switch off', 'Switch two-factor authentication off?'],
    ['New backup codes', 'New backup codes'],
  ] as const) {
    await chief.page.getByRole('button', { name: button, exact: true }).click()
    const dialog = chief.page.getByRole('dialog', { name: title })
    await dialog.getByLabel('Your password').waitFor()
    expect(await faultsOf(chief.page)).toEqual([])
    if (button !== 'New backup codes') await chief.page.keyboard.press('Escape')
    else await renewCodes(chief.page, admin)
    await dialog.waitFor({ state: 'detached' })
  }
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
  // The same secret as before, so that nobody has to scan it again.
  expect(await keyOf(page)).toBe(secret)
  expect(await faultsOf(page)).toEqual([])
  // Only the set-up opens the session.
  expect((await page.request.get(`${demo.product.url}/api/auth/user`)).status()).toBe(401)
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret))
  await page.getByRole('heading', { name: 'Successfully enabled' }).waitFor()
  const codes = await page.getByRole('list', { name: 'Emergency backup codes' }).getByRole('listitem').allTextContents()
  expect(codes).toHaveLength(10)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const file = await downloading
  expect(file.suggestedFilename()).toMatch(/backup codes\.txt$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain(operator.email)
  expect(text.split('\n').filter((line) => /^\d{3} \d{3}$/.test(line))).toEqual(codes)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy' }).click()
  await page.getByRole('button', { name: 'Copied!' }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(codes.join('\n'))
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
  await page.waitForURL(/\/cams\//)

  await leave(page)
  await enter(page, operator, '/verify-2fa')
  await page.goto('/verify-backup')
  await page.getByLabel('Backup code').fill(code)
  await page.getByText('Incorrect verification code').waitFor()
  await page.getByRole('link', { name: 'Use the authenticator app' }).click()
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1))
  await page.waitForURL(/\/cams\//)
  expect(unexpected(problems)).toEqual([])
  expect(chief.problems).toEqual([])
  await close()
  await chief.close()
})
