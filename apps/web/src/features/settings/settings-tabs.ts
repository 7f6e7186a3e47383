import type { CurrentUser } from '@winnow/contract'
import { TRANSLATED } from '@winnow/i18n'
import { isShutOut, isType, may } from '../../lib/permissions/permissions.ts'

const PERSONAL_TABS = ['profile', 'password', 'sessions', '2fa', 'date-time', 'language', 'theme'] as const
const COMPANY_TABS = ['account', 'single-sign-on', 'learning', 'integrations', 'global-config'] as const
/** What a suspended company has left. No menu leads to it: whoever is kept from everything else lands there. */
const SUSPENDED_TAB = 'invoices'
export type SettingsTab = (typeof PERSONAL_TABS)[number] | (typeof COMPANY_TABS)[number] | typeof SUSPENDED_TAB

const DEFAULT_TAB = 'profile' satisfies SettingsTab

function seesPersonalTab(user: CurrentUser, tab: (typeof PERSONAL_TABS)[number], languages: number): boolean {
  // Who logs in at the company's directory alone has none to change.
  if (tab === 'password') return user.hasPassword
  // One language is no choice.
  return tab !== 'language' || languages > 1
}

function seesCompanyTab(user: CurrentUser, tab: (typeof COMPANY_TABS)[number]): boolean {
  if (tab === 'learning') return may(user, 'company.write')
  if (tab === 'integrations') return may(user, 'token.create') || may(user, 'integration.manage')
  return isType(user, 'ADMIN_USER', 'SUPER_USER')
}

/**
 * The tabs of this user, in two groups; those of a suspended company have none.
 * @param languages how many languages are complete
 */
export function tabsOf(
  user: CurrentUser,
  languages: number = TRANSLATED.length,
): { personal: readonly SettingsTab[]; company: readonly SettingsTab[] } {
  if (isShutOut(user)) return { personal: [], company: [] }
  return {
    personal: PERSONAL_TABS.filter((tab) => seesPersonalTab(user, tab, languages)),
    company: COMPANY_TABS.filter((tab) => seesCompanyTab(user, tab)),
  }
}

/** The tab an address names; one that does not exist, or is not for this user, is the default. */
export function tabFrom(name: string | undefined, user: CurrentUser): SettingsTab {
  if (isShutOut(user)) return SUSPENDED_TAB
  const { personal, company } = tabsOf(user)
  return [...personal, ...company].find((tab) => tab === name) ?? DEFAULT_TAB
}
