// Tests the steps from a new company to the first work of its administrator, and the provider's actions on the company.
import { getCurrentUser, inviteUser } from '@winnow/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptAs, logIn } from './src/harness/api-client.ts'
import { besidesEndedSession, enterAs, logInAs, openPage } from './src/harness/browser.ts'
import { startDemo, type Demo } from './src/harness/demo.ts'
import { faultsOf } from './src/harness/faults.ts'
import type { Account } from './src/harness/product.ts'

const COMPANY = 'Lighthouse Guards'
const ADA: Account = { email: 'ada@lighthouse.example', password: 'Quiet-Lighthouse-27' }
const DAY_S = 86_400

let demo: Demo

beforeAll(async () => {
  demo = await startDemo()
})
afterAll(() => demo?.close())

/** The remaining seconds of the session's cookie; undefined if the cookie is deleted when the browser closes. */
async function cookieLife(page: Page): Promise<number | undefined> {
  const cookie = (await page.context().cookies()).find(({ name }) => name.endsWith('winnow_session'))
  if (!cookie) throw new Error('there is no session')
  return cookie.expires === -1 ? undefined : cookie.expires - Date.now() / 1000
}

const expired = (page: Page) => page.getByRole('dialog', { name: 'Your session has expired' })

/** Logs in again in the dialog above the open page. */
async function logInAgain(page: Page, password: string): Promise<void> {
  await expired(page).locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
}

describe('a first customer', () => {
  it('is created with an invitation for its administrator, who accepts, reaches the requested page, and stays logged in · LANDING-003 LOGIN-002 LOGIN-007', async () => {
    const provider = await openPage(demo.browser, demo.product)
    await enterAs(provider.page, demo.account('super'))
    await provider.page.getByRole('button', { name: 'New company' }).click()
    await provider.page.getByRole('dialog', { name: 'New company' }).getByLabel('Name').fill(COMPANY)
    await provider.page.keyboard.press('Enter')
    await provider.page.getByRole('button', { name: 'Invite administrator' }).click()
    const invite = provider.page.getByRole('dialog', { name: `Invite an administrator of ${COMPANY}` })
    await invite.getByLabel('Name').fill('Ada')
    await invite.getByLabel('Email').fill(ADA.email)
    await provider.page.keyboard.press('Enter')
    const link = await invite.getByLabel('Link of the invitation').innerText()
    expect(await faultsOf(provider.page)).toEqual([])

    const ada = await openPage(demo.browser, demo.product)
    const { page } = ada
    await page.goto(link)
    await page.getByText(`“${COMPANY}” invites you`).waitFor()
    for (const field of await page.locator('input[type=password]').all()) await field.fill(ADA.password)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/cams\/dashboard$/)
    await page.goto('/logout')
    await page.waitForURL(/\/login$/)

    /** Opens a page that requires a login first. */
    const enter = async (path: string, { lands = path, keep = false } = {}) => {
      await page.goto(path)
      await page.getByLabel('Email').fill(ADA.email)
      await page.keyboard.press('Enter')
      await page.locator('input[type=password]').fill(ADA.password)
      if (keep) await page.getByLabel('Keep me logged in').check()
      await page.getByRole('button', { name: 'Log in' }).click()
      await page.waitForURL(demo.product.url + lands)
      const life = await cookieLife(page)
      await page.goto('/logout')
      await page.waitForURL(/\/login$/)
      return life
    }
    expect(await enter('/cams/account?search=ada', { keep: true })).toBeGreaterThan(29 * DAY_S)
    expect(await enter('/cams/settings/language')).toBeUndefined()
    // A link to another site opens the landing page.
    await enter('/login?redirect=https%3A%2F%2Fevil.example%2F', { lands: '/cams/dashboard' })
    expect([...provider.problems, ...ada.problems]).toEqual([])
    await Promise.all([provider.close(), ada.close()])
  })

  it('ends the session on another device, and later ends it again by a new password · SESSION-001 SESSION-002 SESSION-003', async () => {
    const desk = await openPage(demo.browser, demo.product)
    const phone = await openPage(demo.browser, demo.product, { dark: false, width: 390 })
    for (const { page } of [desk, phone]) await logInAs(page, ADA)
    await desk.page.goto('/cams/settings/sessions')
    const sessions = desk.page.getByRole('region', { name: 'Your sessions' }).locator('tbody').getByRole('row')
    await sessions.nth(1).waitFor()
    expect(await sessions.count()).toBe(2)
    await sessions.getByRole('button', { name: /^End the session/ }).click()
    const sure = desk.page.getByRole('dialog', { name: /^End the session/ })
    await sure.getByRole('button', { name: 'Cancel' }).waitFor()
    expect(await faultsOf(desk.page)).toEqual([])
    await sure.getByRole('button', { name: 'End', exact: true }).click()
    await desk.page.getByText('Session ended').waitFor()
    await desk.page.getByText('You are logged in nowhere else.').waitFor()
    await expired(phone.page).waitFor()
    await logInAgain(phone.page, ADA.password)
    await expired(phone.page).waitFor({ state: 'hidden' })

    const old = ADA.password
    ADA.password = 'Wheat&Chaff-2026'
    await desk.page.goto('/cams/settings/password')
    await desk.page.getByLabel('Old password').fill(old)
    await desk.page.getByLabel('New password').fill(ADA.password)
    await desk.page.getByLabel('Confirm').fill(ADA.password)
    await desk.page.keyboard.press('Enter')
    await desk.page.getByText('Password changed. All other logins have ended.').waitFor()
    await expired(phone.page).waitFor()
    await logInAgain(phone.page, old)
    await expired(phone.page).getByText('Incorrect email or password').waitFor()
    await logInAgain(phone.page, ADA.password)
    await expired(phone.page).waitFor({ state: 'hidden' })
    // The session that changed the password continues.
    await desk.page.goto('/cams/settings/sessions')
    await sessions.nth(1).waitFor()
    expect(besidesEndedSession(desk.problems)).toEqual([])
    // The old password was refused with 400, which the browser logs.
    expect(besidesEndedSession(phone.problems).filter((problem) => !/status of 400/.test(problem))).toEqual([])
    await Promise.all([desk.close(), phone.close()])
  })

  it('is helped by a super user who acts for one of its users and is named on every page until the return · PERMISSIONS-002 PERMISSIONS-003', async () => {
    const { page, problems, close } = await openPage(demo.browser, demo.product)
    await enterAs(page, demo.account('super'))
    await page.getByRole('button', { name: 'Act for a user' }).click()
    const dialog = page.getByRole('dialog', { name: 'Act for a user' })
    await dialog.getByLabel('Email of the user').fill('ada@')
    const start = dialog.getByRole('button', { name: 'Act for Ada' })
    await start.waitFor()
    expect(await faultsOf(page)).toEqual([])
    await start.click()
    await page.waitForURL(/\/cams\/dashboard$/)
    const banner = page.getByRole('status').filter({ hasText: `You are acting for Ada of ${COMPANY}.` })
    await banner.waitFor()
    // The old page fades out until Home is loaded.
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.goto('/cams/settings/2fa')
    await page.getByText('Only the user themselves may change this.').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await banner.getByRole('button', { name: /^Return to/ }).click()
    await page.waitForURL(/\/provider\/companies$/)
    await page.getByRole('button', { name: 'New company' }).waitFor()
    expect(await banner.count()).toBe(0)
    expect(problems).toEqual([])
    await close()
  })

  it('is suspended: its administrator sees only the invoices until the suspension ends · LANDING-004 SUSPENSION-001 SUSPENSION-002 SUSPENSION-003 SUSPENSION-004', async () => {
    const [provider, ada] = [await openPage(demo.browser, demo.product), await openPage(demo.browser, demo.product)]
    await enterAs(provider.page, demo.account('super'))
    const open = () => provider.page.getByRole('button', { name: `Edit ${COMPANY}` }).click()
    await open()
    await provider.page.getByRole('button', { name: 'Suspend', exact: true }).click()
    const sure = provider.page.getByRole('dialog', { name: `Suspend ${COMPANY}?` })
    await sure.getByRole('button', { name: 'Suspend', exact: true }).click()
    await provider.page.getByRole('cell', { name: 'Suspended' }).waitFor()
    await sure.waitFor({ state: 'detached' })
    expect(await faultsOf(provider.page)).toEqual([])

    const { page } = ada
    const told = page.getByText('Your account is suspended, only payment related pages are available')
    await logInAs(page, ADA, /\/cams\/settings\/invoices$/)
    await told.first().waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.goto('/cams/alarms')
    await page.waitForURL(/\/cams\/settings\/invoices$/)
    // By the permanent banner, and by the message that the requested page is not available.
    await told.nth(1).waitFor()
    await page.getByText('Alarms are still taken in, filtered and passed on').waitFor()
    expect(await faultsOf(page)).toEqual([])

    await open()
    await provider.page.getByRole('button', { name: 'Reopen' }).click()
    await provider.page.getByText('Company reopened').waitFor()
    await page.goto('/')
    await page.waitForURL(/\/cams\/dashboard$/)
    expect(await told.count()).toBe(0)
    expect([...provider.problems, ...ada.problems]).toEqual([])
    await Promise.all([provider.close(), ada.close()])
  })
})

it('supervisors have their own area, which has no accessibility faults', async () => {
  const vera: Account = { email: 'vera@guards.example', password: 'Quiet-Lighthouse-27' }
  const { companyId } = await (await logIn(demo.product.url, demo.account('admin'))).call(getCurrentUser)
  const api = await logIn(demo.product.url, demo.account('super'))
  const { invitation } = await api.call(inviteUser, {
    params: { id: companyId },
    body: { email: vera.email, name: 'Vera', userType: 'MEMBER_USER_READONLY', extraRoles: ['SUPERVISOR'] },
  })
  const token = new URL(invitation?.link ?? '').searchParams.get('token') ?? ''
  await acceptAs(demo.product.url, { token, name: 'Vera', password: vera.password })
  const { page, problems, close } = await openPage(demo.browser, demo.product)
  await enterAs(page, vera)
  for (const [asked, shown] of [
    ['/super', '/super/alarms'],
    ['/super/result', '/super/result'],
    ['/super/settings/sessions', '/super/settings/sessions'],
  ] as const) {
    await page.goto(asked)
    await page.waitForURL(`**${shown}`)
    await page.getByRole('main').getByRole('heading').first().waitFor()
    expect(await faultsOf(page)).toEqual([])
  }
  expect(problems).toEqual([])
  await close()
})
