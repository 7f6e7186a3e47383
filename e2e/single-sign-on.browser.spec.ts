import { getCurrentUser, inviteUser, updateUser } from '@winnow/contract'
import { createEntra, type Entra } from '@winnow/testkit/entra'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logIn, type ApiClient } from './src/harness/api-client.ts'
import { besidesEndedSession, enterAs, openPage } from './src/harness/browser.ts'
import { startDemo, type Demo } from './src/harness/demo.ts'
import { faultsOf } from './src/harness/faults.ts'

const TENANT = '11111111-1111-4111-8111-111111111111'
const APPLICATION = { clientId: '44444444-4444-4444-8444-444444444444', clientSecret: 'the-secret-of-the-application' }
const ERIN = 'erin@guards.example'

let entra: Entra
let demo: Demo
let api: ApiClient

beforeAll(async () => {
  const person = (login: string) => ({
    login,
    subject: `subject-of-${login}`,
    claims: { email: `${login}@guards.example`, preferred_username: `${login}@guards.example` },
  })
  entra = await createEntra([{ tenantId: TENANT, people: [person('erin'), person('boss')] }])
  demo = await startDemo({
    WINNOW_SSO_AUTHORITY: entra.authority,
    WINNOW_ALLOWED_NETWORKS_RECEIVERS: '127.0.0.0/8',
  })
  entra.register({ ...APPLICATION, redirectUri: `${demo.product.url}/auth/redirect` })
  api = await logIn(demo.product.url, demo.account('admin'))
})

afterAll(async () => {
  await demo?.close()
  await entra?.close()
})

/** Logs in on the directory's own page, which accepts any password. */
async function signInAt(page: Page, login: string): Promise<void> {
  await page.waitForURL((url) => url.href.startsWith(entra.authority), { waitUntil: 'domcontentloaded' })
  await page.locator('input[name=login]').fill(login)
  await page.locator('input[name=password]').fill('x')
  await page.locator('button[type=submit]').click()
}

describe('single sign-on', () => {
  it('is set up and tried by an administrator, and its domain confirmed by the provider', async () => {
    const admin = await openPage(demo.browser, demo.product)
    const { page } = admin
    await enterAs(page, demo.account('admin'), '/cams/settings/single-sign-on')
    await page.getByText(`${demo.product.url}/auth/redirect`).waitFor()
    await page.getByLabel('Application (client) ID').fill(APPLICATION.clientId)
    await page.getByLabel('Client secret').fill(APPLICATION.clientSecret)
    await page.getByLabel('Email domain').fill('guards.example')
    await page.getByLabel('Directory (tenant) ID').fill(TENANT)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Waiting for confirmation').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Try it for guards.example' }).click()
    await signInAt(page, 'boss')
    await page.getByText('It works.').waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('link', { name: 'Back to the settings' }).click()
    await page.getByRole('switch', { name: /Single sign-on/ }).press('Space')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Single sign-on is saved').waitFor()

    const boss = await openPage(demo.browser, demo.product)
    await enterAs(boss.page, demo.account('super'), '/cams/settings/single-sign-on')
    await boss.page.getByRole('button', { name: /^Confirm guards.example/ }).click()
    await boss.page.getByRole('button', { name: /^Take back the confirmation of guards.example/ }).waitFor()
    expect(await faultsOf(boss.page)).toEqual([])
    expect([...admin.problems, ...boss.problems]).toEqual([])
    await Promise.all([admin.close(), boss.close()])
  })

  it('logs an invited user in through the directory, and returns to the requested page from then on · LOGIN-009 LOGIN-012 LOGIN-017', async () => {
    const { companyId } = await api.call(getCurrentUser)
    const { invitation } = await api.call(inviteUser, {
      params: { id: companyId },
      body: { email: ERIN, name: 'Erin', userType: 'MEMBER_USER' },
    })
    const erin = await openPage(demo.browser, demo.product)
    const { page } = erin
    await page.goto(invitation?.link ?? '')
    await page.getByRole('button', { name: 'Sign in with Azure AD' }).waitFor()
    expect(await page.locator('input[type=password]').count()).toBe(0)
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Sign in with Azure AD' }).click()
    await signInAt(page, 'erin')
    await page.waitForURL(/\/cams\//)

    await page.goto('/logout')
    await page.waitForURL(/\/login/)
    await page.goto('/login?redirect=%2Fcams%2Fsettings%2Flanguage')
    await page.getByRole('button', { name: 'Sign in with Azure AD' }).waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByLabel(/email/i).first().fill(ERIN)
    await page.keyboard.press('Enter')
    // The directory still has its session, so nothing is typed a second time.
    await page.waitForURL(`${demo.product.url}/cams/settings/language`)
    expect(erin.problems).toEqual([])
    await erin.close()
  })

  it('after an ended session opens in a separate window, so that no input is lost · SESSION-003', async () => {
    const erin = await openPage(demo.browser, demo.product)
    const { page } = erin
    await page.goto('/login')
    await page.getByLabel(/email/i).first().fill(ERIN)
    await page.keyboard.press('Enter')
    await signInAt(page, 'erin')
    await page.waitForURL(/\/cams\//)
    await page.goto('/cams/clients')
    const typed = page.getByRole('navigation', { name: 'Clients' }).getByRole('textbox')
    await typed.fill('Half typed')
    const { id } = (await (await page.request.get(`${demo.product.url}/api/auth/user`)).json()) as { id: string }
    await api.call(updateUser, { params: { id }, body: { suspended: true } })
    await api.call(updateUser, { params: { id }, body: { suspended: false } })
    const modal = page.getByRole('dialog', { name: 'Your session has expired' })
    await modal.waitFor()
    const [popup] = await Promise.all([page.waitForEvent('popup'), modal.getByRole('button', { name: 'Next' }).click()])
    // The directory still has its session, and the window closes automatically.
    if (!popup.isClosed()) await popup.waitForEvent('close')
    await modal.waitFor({ state: 'hidden' })
    expect(await typed.inputValue()).toBe('Half typed')
    expect((await page.request.get(`${demo.product.url}/api/auth/user`)).status()).toBe(200)
    expect(besidesEndedSession(erin.problems)).toEqual([])
    await erin.close()
  })

  it('shows a directory user without an account what to do, with a way back', async () => {
    const stranger = await openPage(demo.browser, demo.product, { width: 390 })
    const { page } = stranger
    await page.goto('/login')
    await page.getByLabel(/email/i).first().fill('boss@guards.example')
    await page.keyboard.press('Enter')
    await signInAt(page, 'boss')
    await page
      .getByRole('alert')
      .getByText(/no account here is connected/)
      .waitFor()
    expect(await faultsOf(page)).toEqual([])
    await page.getByRole('link', { name: 'Back to Login' }).click()
    await page.waitForURL(/\/login$/)
    expect(await page.getByLabel(/email/i).first().inputValue()).toBe('')
    await stranger.close()
  })
})
