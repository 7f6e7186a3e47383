import type { Permission, UserType } from '@winnow/contract'
import type { Grants } from '@winnow/domain'

/** Who is calling: a logged-in user or an API token. */
export interface Actor {
  readonly kind: 'user' | 'token'
  /** Null for a token whose maker is gone. */
  readonly userId: string | null
  readonly sessionId: string | null
  readonly tokenId: string | null
  readonly tokenType: 'ingest' | 'api' | 'calendar' | null
  /** As it stands in the audit. */
  readonly name: string
  readonly email: string | null
  readonly companyId: string
  readonly userType: UserType
  readonly permissions: ReadonlySet<Permission>
  /** A fingerprint of what permissions and grants follow from: an open stream ends when it changes. */
  readonly rights: string
  /** Their company is suspended, and they have nothing left but what must be paid. */
  readonly suspended: boolean
  /** The super user who acts in this user's name, if one does. */
  readonly impersonator: { readonly userId: string; readonly name: string } | null
  readonly grants: Grants
  readonly address: string
}
