import { acceptInvitation, inviteUser, type UserType } from '@winnow/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { logIn } from './src/harness/api-client.ts'
import { enterAs, openPage } from './src/harness/browser.ts'
import { followLink } from './src/harness/follow-link.ts'
import { startHarbour, type Harbour } from './src/harness/harbour.ts'
import { pressEverything } from './src/harness/press-everything.ts'
import type { Account } from './src/harness/product.ts'

const PASSWORD = 'Quiet-Lighthouse-27'

let harbour: Harbour

beforeAll(async () => {
  harbour = await startHarbour()
})

afterAll(() => harbour?.demo.close())

describe('a user', () => {
  it.each([
    'operator',
    'MEMBER_USER',
    'MEMBER_USER_READONLY',
    'EXTERNAL_USER',
    'SHARED_SITE_USER',
    'CREATE_TOKEN_USER',
    'AUDITOR',
  ] as const)('is offered nothing that is forbidden to them (%s)', async (role) => {
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

/** The demo's operator, or somebody new of a type or with a role. Of the types that see what they are given, one has a site, one nothing yet. */
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
  await harbour.api.call(acceptInvitation, { body: { token, name: role, password: PASSWORD } })
  return { email, password: PASSWORD }
}
