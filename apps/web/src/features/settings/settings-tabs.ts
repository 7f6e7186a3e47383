import type { CurrentUser } from '@winnow/contract'
import { isType, may } from '../../lib/permissions/permissions.ts'

export const PERSONAL_TABS = [
  'profile',
  'password',
  'sessions',
  '2fa',
  'date-time',
  'language',
  'theme',
  'notification',
] as const
export const COMPANY_TABS = [
  'account',
  'single-sign-on',
  'learning',
  'mask-highlight',
  'tampering',
  'integrations',
  'via-email',
  'incident-email',
  'share-alarm',
  'global-config',
  'payment',
  'invoices',
] as const
export type SettingsTab = (typeof PERSONAL_TABS)[number] | (typeof COMPANY_TABS)[number]

const DEFAULT_TAB = 'profile' satisfies SettingsTab

/** Open to everyone of the company: what must be paid, and the masks for those who may draw them. */
function seesCompanyTab(user: CurrentUser, tab: (typeof COMPANY_TABS)[number]): boolean {
  if (tab === 'learning') return may(user, 'company.write')
  if (tab === 'mask-highlight') return may(user, 'mask.write')
  if (tab === 'integrations') return may(user, 'token.create') || may(user, 'integration.manage')
  if (tab === 'payment' || tab === 'invoices') return user.companySuspended || may(user, 'billing.read')
  return isType(user, 'ADMIN_USER', 'SUPER_USER')
}

/** The tabs of this user, in two groups. */
export function tabsOf(user: CurrentUser): { personal: readonly SettingsTab[]; company: readonly SettingsTab[] } {
  // A suspended company has its payment pages left, and nothing else.
  if (user.companySuspended && !isType(user, 'SUPER_USER')) return { personal: [], company: ['payment', 'invoices'] }
  // Who logs in at the company's directory alone has none to change.
  const personal = PERSONAL_TABS.filter((tab) => tab !== 'password' || user.hasPassword)
  return { personal, company: COMPANY_TABS.filter((tab) => seesCompanyTab(user, tab)) }
}

/** The tab an address names; one that does not exist, or is not for this user, is the default. */
export function tabFrom(name: string | undefined, user: CurrentUser): SettingsTab {
  const { personal, company } = tabsOf(user)
  const tabs = [...personal, ...company]
  return tabs.find((tab) => tab === name) ?? (tabs.includes(DEFAULT_TAB) ? DEFAULT_TAB : 'invoices')
}
