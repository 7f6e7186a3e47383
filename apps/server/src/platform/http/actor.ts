import type { Permission, UserType } from '@winnow/contract'
import type { Grants } from '@winnow/domain'

/** The caller: a logged-in user or an API token. */
export interface Actor {
  readonly kind: 'user' | 'token'
  /** The user, or the user who created the token. Null for a token whose creator was deleted. */
  readonly userId: string | null
  readonly sessionId: string | null
  readonly tokenId: string | null
  readonly tokenType: 'ingest' | 'api' | 'calendar' | null
  /** The caller's name as the audit log shows it. */
  readonly name: string
  readonly email: string | null
  readonly companyId: string
  readonly userType: UserType
  readonly permissions: ReadonlySet<Permission>
  /** A fingerprint of everything that permissions and grants depend on. An open stream ends when it changes. */
  readonly rights: string
  /** Whether the company is suspended. Its users then have only the permissions that payment needs. */
  readonly suspended: boolean
  /** The super user who acts in this user's name, if any. */
  readonly impersonator: { readonly userId: string; readonly name: string } | null
  readonly grants: Grants
  readonly address: string
}
