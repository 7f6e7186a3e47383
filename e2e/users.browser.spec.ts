import { readFile } from 'node:fs/promises'
import { inviteUser, listUsers, updateUser, type UserType } from '@winnow/contract'
import { drawSample } from '@winnow/testkit'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { acceptAs, logIn } from './src/harness/api-client.ts'
import { enterAs, openPage } from './src/harness/browser.ts'
import { faultsOf } from './src/harness/faults.ts'
import { followLink } from './src/harness/follow-link.ts'
import { startHarbour, type Harbour } from './src/harness/harbour.ts'
import { pressEverything } from './src/harness/press-everything.ts'
import type { Account } from './src/harness/product.ts'

const INVITED: Account = { email: 'erin@guards.example', password: 'Quiet-Lighthouse-27' }

/** The tabs of the settings that no other journey opens. */
const SETTINGS = ['profile', 'date-time', 'theme', 'learning', 'account', 'global-config', 'integrations']

/** The tested roles. Only a sample of them is tested, since pressing all buttons takes some seconds per role. */
const roles = drawSample(
  [
    'operator',
    'MEMBER_USER',
    'MEMBER_USER_READONLY',
    'EXTERNAL_USER',
    'SHARED_SITE_USER',
    'CREATE_TOKEN_USER',
    'AUDITOR',
  ] as const,
  { of: 'roles that press everything', count: 2 },
)

let harbour: Harbour

beforeAll(async () => {
  harbour = await startHarbour()
})

afterAll(() => harbour?.demo.close())

/** Opens all nodes that the user may see in the tree, and returns the text of the tree. */
async function seen(page: Page): Promise<string> {
  await page.goto('/cams/clients')
  const tree = page.getByRole('tree')
  await tree.getByText('Harbour').click()
  await page.keyboard.press('ArrowRight')
  await tree.getByText(/quay/).first().waitFor()
  return tree.innerText()
}

describe('a user', () => {
  it('is invited, accepts, sees only the granted site, is logged out, and loses access as soon as the right is withdrawn', async () => {
    const admin = await openPage(harbour.demo.browser, harbour.demo.product)
    await enterAs(admin.page, harbour.demo.account('admin'), '/cams/account')
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

    const erin = await openPage(harbour.demo.browser, harbour.demo.product)
    await erin.page.goto(link)
    await erin.page.getByText('invites you').waitFor()
    for (const field of await erin.page.locator('input[type=password]').all()) await field.fill(INVITED.password)
    await erin.page.getByRole('button', { name: 'Create account' }).click()
    await erin.page.waitForURL(/\/cams\//)
    const tree = await seen(erin.page)
    expect(tree).toContain('North quay')
    expect(tree).not.toContain('South quay')
    await erin.page.goto(`/cams/clients/u?site=${harbour.sites.south}`)
    await erin.page
      .getByText(/not found/i)
      .first()
      .waitFor()

    const { rows } = await harbour.api.call(listUsers, { params: { id: harbour.companyId }, query: { search: 'erin' } })
    const id = rows[0]?.id ?? ''
    await harbour.api.call(updateUser, {
      params: { id },
      body: { grants: [{ kind: 'site', id: harbour.sites.south, permission: 'read' }] },
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
    await expired.waitFor()
    await expired.locator('input[type=password]').fill(INVITED.password)
    await erin.page.keyboard.press('Enter')
    await expired.waitFor({ state: 'hidden' })

    await harbour.api.call(updateUser, { params: { id }, body: { suspended: true } })
    await expired.waitFor()
    expect(admin.problems).toEqual([])
    await admin.close()
    await erin.close()
  })

  it('creates a token and revokes it, and finds the revocation in the audit log, filtered and exported · TOKENS-001 AUDIT-001', async () => {
    const { page, problems, close } = await openPage(harbour.demo.browser, harbour.demo.product)
    await enterAs(page, harbour.demo.account('admin'), '/cams/settings/integrations')
    await page.getByRole('button', { name: 'New token' }).first().click()
    await page.getByRole('dialog').getByRole('textbox', { name: /name/i }).fill('Loading bay')
    await page.keyboard.press('Enter')
    const secret = await page.getByLabel('Secret of “Loading bay”').innerText()
    expect(await faultsOf(page)).toEqual([])
    /** The status of the server's response to a device that sends no content. */
    const knock = async () => {
      const headers = { authorization: `Bearer ${secret}` }
      return (await fetch(`${harbour.demo.product.url}/api/v1/ingest/alarm`, { method: 'POST', headers })).status
    }
    expect(await knock()).toBe(400)
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByRole('button', { name: 'Revoke Loading bay' }).click()
    const sure = page.getByRole('dialog', { name: 'Revoke “Loading bay”?' })
    await sure.getByRole('button', { name: 'Revoke' }).click()
    await page.getByText('Token revoked').waitFor()
    await page.getByRole('cell', { name: 'Loading bay', exact: true }).waitFor({ state: 'detached' })
    expect(await knock()).toBe(401)

    await page.goto('/cams/audit-log')
    await page.getByRole('combobox', { name: 'Action' }).click()
    await page.getByRole('option', { name: 'API token revoked' }).click()
    await page.getByText('1 entry', { exact: true }).waitFor()
    expect(await page.getByRole('cell', { name: 'Loading bay', exact: true }).count()).toBe(1)
    expect(await faultsOf(page)).toEqual([])
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const file = await downloading
    expect(file.suggestedFilename()).toBe('audit.csv')
    const [head, ...lines] = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
    expect(head).toContain('"action","object","name"')
    expect(lines).toEqual([expect.stringContaining('"token.revoked","token","Loading bay"')])
    expect(problems).toEqual([])
    await close()
  })

  it('is managed, like the settings, on screens without accessibility faults, dialogs included', async () => {
    const { page, problems, close } = await openPage(harbour.demo.browser, harbour.demo.product)
    const { visit, open, faults } = walkThrough(page)
    await enterAs(page, harbour.demo.account('admin'))
    await page.getByRole('main').waitFor()
    await visit('/cams/account?search=nobody-is-called-so')
    await visit('/cams/account')
    await open('Invite user')
    await open(/^Edit Demo operator/, 'Delete')
    await visit('/cams/audit-log')
    await open(/^Show details/)
    for (const tab of SETTINGS) await visit(`/cams/settings/${tab}`)
    // In a narrow window the tabs are one long row, and the open one stays visible.
    await page.setViewportSize({ width: 390, height: 900 })
    const tab = page.getByRole('link', { name: 'Integrations' })
    await expect.poll(async () => (await tab.boundingBox())?.x).toBeLessThan(390)
    await page.setViewportSize({ width: 1440, height: 900 })
    await visit('/cams/settings/integrations')
    await open('New token')
    await visit('/cams/forensic')
    expect(faults).toEqual([])
    expect(problems).toEqual([])
    await close()
  })

  it.each(roles)('is offered no forbidden action (%s)', async (role) => {
    const { page, problems, close } = await openPage(harbour.demo.browser, harbour.demo.product)
    await enterAs(page, await accountOf(role))
    const linksOf = () =>
      page
        .locator('nav a[href^="/"]:not([href^="/api/"]), main a[href^="/cams/settings"]')
        .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href') ?? ''))])
    await page.getByRole('main').waitFor()
    const menu = await linksOf()
    await followLink(page, '/cams/settings')
    await page.getByRole('link', { name: 'Profile' }).waitFor()
    const places = new Set([...menu, ...(await linksOf()), '/cams/account', '/cams/audit-log', '/provider/companies'])
    places.delete('/logout')
    const { forbidden, pressed } = await pressEverything(page, places)
    expect(forbidden).toEqual([])
    expect(places.size).toBeGreaterThan(6)
    expect(pressed).toBeGreaterThan(0)
    expect(problems).toEqual([])
    await close()
  })
})

it('companies are managed on screens without accessibility faults, dialogs included', async () => {
  const { page, problems, close } = await openPage(harbour.demo.browser, harbour.demo.product)
  const { visit, open, faults } = walkThrough(page)
  await enterAs(page, harbour.demo.account('super'))
  await page.getByRole('main').waitFor()
  await visit('/provider/companies')
  await open('New company')
  await open(/^Edit Demo/, 'Suspend')
  expect(faults).toEqual([])
  expect(problems).toEqual([])
  await close()
})

/** Opens one screen after the other and collects their faults. */
function walkThrough(page: Page) {
  const faults: string[] = []
  const look = async () => void faults.push(...(await faultsOf(page)))
  const visit = async (path: string) => {
    await followLink(page, path)
    await page.getByRole('main').getByRole('heading').first().waitFor()
    await expect.poll(() => page.getByRole('status', { name: 'Loading' }).count()).toBe(0)
    await look()
  }
  /** Opens a dialog, checks it, and checks its confirmation of important actions. */
  const open = async (button: string | RegExp, confirmed?: string) => {
    await page.getByRole('main').getByRole('button', { name: button }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    await dialog.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' })
    await look()
    if (confirmed !== undefined) {
      await dialog.getByRole('button', { name: confirmed, exact: true }).click()
      await page.getByRole('dialog', { name: new RegExp(`^${confirmed}`) }).waitFor()
      await look()
      await page.keyboard.press('Escape')
    }
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
  return { visit, open, faults }
}

/**
 * The demo's operator, or a new user of a type or with a role. Of the users whose type needs grants, one is granted a
 * site, and the others are granted nothing yet.
 */
async function accountOf(role: 'operator' | 'AUDITOR' | UserType): Promise<Account> {
  if (role === 'operator') return harbour.demo.account('operator')
  const inviter =
    role === 'AUDITOR' ? await logIn(harbour.demo.product.url, harbour.demo.account('super')) : harbour.api
  const email = `${role.toLowerCase().replaceAll('_', '-')}@guards.example`
  const { invitation } = await inviter.call(inviteUser, {
    params: { id: harbour.companyId },
    body: {
      email,
      name: role,
      ...(role === 'AUDITOR' ? { userType: 'MEMBER_USER_READONLY', extraRoles: [role] } : { userType: role }),
      ...(role === 'EXTERNAL_USER' ? { grants: [{ kind: 'site', id: harbour.sites.north, permission: 'write' }] } : {}),
    },
  })
  const token = new URL(invitation?.link ?? '').searchParams.get('token') ?? ''
  await acceptAs(harbour.demo.product.url, { token, name: role, password: INVITED.password })
  return { email, password: INVITED.password }
}
