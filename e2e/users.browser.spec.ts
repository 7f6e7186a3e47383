import { AxeBuilder } from '@axe-core/playwright'
import {
  createProject,
  createSite,
  createToken,
  createView,
  getCurrentUser,
  listUsers,
  updateUser,
} from '@winnow/contract'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logIn, type ApiClient } from './src/harness/api-client.ts'
import { logInAs, openBrowser, openPage } from './src/harness/browser.ts'
import { removeDataDir, startProduct, type Account, type Product } from './src/harness/product.ts'

const INVITED: Account = { email: 'erin@guards.example', password: 'Quiet-Lighthouse-27' }

let product: Product
let browser: Browser
let api: ApiClient
let companyId: string
const sites: Record<string, string> = {}

const account = (name: 'admin' | 'super'): Account => {
  const found = product.accounts[name]
  if (!found) throw new Error(`no ${name} was printed`)
  return found
}

beforeAll(async () => {
  product = await startProduct({ settings: { WINNOW_DEMO: 'on' } })
  browser = await openBrowser()
  api = await logIn(product.url, account('admin'))
  companyId = (await api.call(getCurrentUser)).companyId
  const project = await api.call(createProject, { params: { id: companyId }, body: { name: 'Harbour' } })
  for (const name of ['North quay', 'South quay']) {
    const site = await api.call(createSite, { params: { id: project.id }, body: { name } })
    sites[name] = site.id
    await api.call(createView, { params: { id: site.id }, body: { name: `${name} camera` } })
  }
  const expiresAt = new Date(Date.now() + 3 * 86_400_000).toISOString()
  await api.call(createToken, { body: { tokenType: 'ingest', name: 'Gate device', expiresAt } })
})

afterAll(async () => {
  await browser?.close()
  await product?.stop()
  if (product) await removeDataDir(product.dataDir)
})

/** Opens all of the tree that there is to see. */
async function seen(page: Page): Promise<string> {
  await page.goto('/cams/clients')
  const tree = page.getByRole('tree')
  await tree.getByText('Harbour').click()
  await page.keyboard.press('ArrowRight')
  await tree.getByText(/quay/).first().waitFor()
  return tree.innerText()
}

describe('a user', () => {
  it('is invited, accepts, sees the granted site only, is logged out, and is out as soon as the right is withdrawn', async () => {
    const admin = await openPage(browser, product)
    await logInAs(admin.page, account('admin'))
    await admin.page.goto('/cams/account')
    await admin.page.getByRole('button', { name: 'Invite user' }).click()
    const dialog = admin.page.getByRole('dialog', { name: 'Invite a user' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Erin External')
    await dialog.getByRole('textbox', { name: 'Email' }).fill(INVITED.email)
    await dialog.getByRole('combobox', { name: 'Role' }).click()
    await admin.page.getByRole('option', { name: 'External user', exact: true }).click()
    await dialog.getByRole('combobox', { name: 'Add a client, site or camera' }).fill('North quay')
    await admin.page.getByRole('option', { name: 'Harbour / North quay · Site' }).click()
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    const link = await admin.page.getByLabel('Link of the invitation').innerText()
    await admin.page.getByRole('button', { name: 'Done' }).click()

    const erin = await openPage(browser, product)
    await erin.page.goto(link)
    await erin.page.getByText('invites you').waitFor()
    for (const field of await erin.page.locator('input[type=password]').all()) await field.fill(INVITED.password)
    await erin.page.getByRole('button', { name: 'Create account' }).click()
    await erin.page.waitForURL(/\/login\?email=/)
    await erin.page.locator('input[type=password]').fill(INVITED.password)
    await erin.page.keyboard.press('Enter')
    await erin.page.waitForURL(/\/cams\//)
    const tree = await seen(erin.page)
    expect(tree).toContain('North quay')
    expect(tree).not.toContain('South quay')
    await erin.page.goto(`/cams/clients/u?site=${sites['South quay']}`)
    await erin.page
      .getByText(/not found/i)
      .first()
      .waitFor()

    const { rows } = await api.call(listUsers, { params: { id: companyId }, query: { search: 'erin' } })
    const id = rows[0]?.id ?? ''
    await api.call(updateUser, {
      params: { id },
      body: { grants: [{ kind: 'site', id: sites['South quay'] ?? '', permission: 'read' }] },
    })
    const other = await seen(erin.page)
    expect(other).toContain('South quay')
    expect(other).not.toContain('North quay')

    await admin.page.goto('/cams/account')
    await admin.page.getByRole('button', { name: 'Edit Erin External' }).click()
    await admin.page.getByRole('button', { name: 'Log out everywhere' }).click()
    const sure = admin.page.getByRole('dialog', { name: 'Log Erin External out everywhere?' })
    await sure.getByRole('button', { name: 'Log out everywhere' }).click()
    await admin.page.getByText('1 session ended').waitFor()
    const expired = erin.page.getByRole('dialog', { name: 'Your session has expired' })
    await expired.waitFor({ timeout: 10_000 })
    await expired.locator('input[type=password]').fill(INVITED.password)
    await erin.page.keyboard.press('Enter')
    await expired.waitFor({ state: 'hidden' })

    await api.call(updateUser, { params: { id }, body: { suspended: true } })
    await expired.waitFor({ timeout: 10_000 })
    expect(admin.problems).toEqual([])
    await admin.close()
    await erin.close()
  })

  it.each([
    ['dark', 1440],
    ['light', 390],
  ] as const)(
    'manages users, companies and reads the audit on pages without accessibility faults (%s, %i wide)',
    async (mode, width) => {
      const faults: string[] = []
      const look = async (page: Page, path: string) => {
        await page.goto(path)
        await page.getByRole('main').waitFor()
        await page.getByRole('table').or(page.getByRole('form')).or(page.getByRole('textbox')).first().waitFor()
        const { violations } = await new AxeBuilder({ page }).analyze()
        for (const { id, nodes } of violations)
          faults.push(`${path} ${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
      }
      const admin = await openPage(browser, product, { dark: mode === 'dark', width })
      await logInAs(admin.page, account('admin'))
      for (const path of [
        '/cams/account',
        '/cams/audit-log',
        '/cams/settings/account',
        '/cams/settings/global-config',
        '/cams/settings/integrations',
      ])
        await look(admin.page, path)
      const boss = await openPage(browser, product, { dark: mode === 'dark', width })
      await boss.page.goto('/login')
      await boss.page.getByLabel(/email/i).first().fill(account('super').email)
      await boss.page.keyboard.press('Enter')
      await boss.page.locator('input[type=password]').fill(account('super').password)
      await boss.page.keyboard.press('Enter')
      await boss.page.waitForURL(/\/provider\/companies/)
      await look(boss.page, '/provider/companies')
      expect(faults).toEqual([])
      expect([...admin.problems, ...boss.problems]).toEqual([])
      await admin.close()
      await boss.close()
    },
  )
})
