import type { CurrentUser } from '@winnow/contract'
import { may } from '../lib/permissions/permissions.ts'

/** The pages open to a suspended company: the settings' payment pages. */
const PAYMENT_PAGES = /^\/cams\/settings\/(payment|invoices)\/?$/

/** Whether the company's suspension blocks this user from a page. */
export function isClosedTo(user: CurrentUser, pathname: string): boolean {
  return !may(user, 'console.use') && !PAYMENT_PAGES.test(pathname)
}
