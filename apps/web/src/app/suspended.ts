import type { CurrentUser } from '@winnow/contract'
import { isShutOut } from '../lib/permissions/permissions.ts'

/** Where those of a suspended company may be: the settings' payment pages. */
const PAYMENT_PAGES = /^\/cams\/settings\/(payment|invoices)\/?$/

/** Whether the suspension of their company keeps this user from a page. */
export function isClosedTo(user: CurrentUser, pathname: string): boolean {
  return isShutOut(user) && !PAYMENT_PAGES.test(pathname)
}
