import { z } from 'zod'
import { createStoredStore } from '../stored.ts'

/**
 * The e-mail domain of the last single sign-on that was shown in this browser: its button is offered from then on. The domain alone,
 * since a control room's computer is shared.
 */
export const ssoShownStore = createStoredStore('winnow.sso-shown', z.object({ domain: z.string() }).nullable(), null)

/** Remembers that people with such an e-mail log in at a directory. */
export function rememberSso(email: string): void {
  const domain = email.trim().toLowerCase().split('@').at(-1)
  if (domain) ssoShownStore.set({ domain })
}
