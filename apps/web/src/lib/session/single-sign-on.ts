import { z } from 'zod'
import { createStoredStore } from '../stored.ts'

/**
 * The mail domain of the last single sign-on in this browser, for which a button is offered from then on. Only the domain, since computers
 * of a control room are shared.
 */
export const ssoShownStore = createStoredStore('winnow.sso-shown', z.object({ domain: z.string() }).nullable(), null)

/** Remembers that users of this mail domain log in at a directory. */
export function rememberSso(email: string): void {
  const domain = email.trim().toLowerCase().split('@').at(-1)
  if (domain) ssoShownStore.set({ domain })
}
