import { normalizeMailAddress } from '../mail-address/mail-address.ts'

/** Id of the Entra ID tenant of private Microsoft accounts, which anybody can create. */
export const CONSUMER_TENANT = '9188040d-6c67-4c5b-b112-36a304b66dad'

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.includes('@') ? normalizeMailAddress(value) : undefined

/** Whether a claim means "no". Providers write this as a boolean, a number or a text. */
const isNo = (value: unknown): boolean => value === false || value === 0 || value === '0' || value === 'false'

/**
 * Returns the e-mail addresses of a user from the claims of an ID token: `preferred_username` and `upn`, which the directory assigns, and
 * `email` unless the token says that it is not verified (`email_verified` of OpenID Connect, `xms_edov` of Entra ID). These addresses never
 * identify an account. They only limit which accounts may be connected.
 */
export function identityEmails(claims: Readonly<Record<string, unknown>>): string[] {
  const isUnchecked = isNo(claims['email_verified']) || isNo(claims['xms_edov'])
  const candidates = [
    isUnchecked ? undefined : text(claims['email']),
    text(claims['preferred_username']),
    text(claims['upn']),
  ]
  return [...new Set(candidates.filter((email) => email !== undefined))]
}
