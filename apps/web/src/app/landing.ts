import type { CurrentUser } from '@winnow/contract'
import { isType, may } from '../lib/permissions/permissions.ts'

/** Prefix of the provider's back-office. */
export const PROVIDER_PREFIX = 'provider'

/** The first page of the supervisors' area. Administrators of the supervisors have no sample of their own. */
export const superLandingOf = (user: CurrentUser): string =>
  may(user, 'alarm.review') ? '/super/alarms' : '/super/settings'

/** The path of the page after login. The first condition that applies decides. */
export function landingOf(user: CurrentUser): string {
  if (user.isSpecialCompany) return superLandingOf(user)
  if (isType(user, 'SUPER_USER')) return `/${PROVIDER_PREFIX}/companies`
  if (user.companySuspended) return '/cams/settings/invoices'
  if (!may(user, 'super.leave')) return superLandingOf(user)
  if (isType(user, 'SHARED_SITE_USER')) return '/cams/alarms'
  // Users who only create tokens see nothing else.
  if (isType(user, 'CREATE_TOKEN_USER')) return '/cams/settings/integrations'
  return '/cams/dashboard'
}

/** A redirect parameter as a path within this console; undefined for anything that could lead to another origin. */
export function safeRedirect(target: string | undefined, origin: string = location.origin): string | undefined {
  if (!target?.startsWith('/')) return undefined
  // Browsers read `//host`, `/\host` and control characters as another host.
  const url = URL.canParse(target, origin) ? new URL(target, origin) : undefined
  if (!url || url.origin !== origin || /^\/[/\\]/.test(url.pathname)) return undefined
  return `${url.pathname}${url.search}${url.hash}`
}
