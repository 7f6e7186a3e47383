import type { Permission } from '@winnow/contract'
import { GRANTED_TYPES, type Grants } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { readGrants } from './known-grants.ts'
import { accountOf, permissionsOf, permissionsOfToken, tokenGrants, wholeTree } from './load-actor.ts'

/** What somebody may do at this moment. */
export interface Rights {
  grants: Grants
  permissions: ReadonlySet<Permission>
}

async function ofToken(tx: Tx, id: string, now: Date): Promise<Rights | undefined> {
  const row = await tx
    .selectFrom('api_token')
    .select(['token_type', 'project_ids', 'site_ids'])
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirst()
  const grants = row && tokenGrants(row)
  return grants && { grants, permissions: permissionsOfToken(row.token_type, grants) }
}

async function ofUser(tx: Tx, id: string): Promise<Rights | undefined> {
  const row = await tx
    .selectFrom('app_user')
    .innerJoin('company', 'company.id', 'app_user.company_id')
    .select(['user_type', 'extra_roles', 'account_type', 'company_id'])
    .select(sql<boolean>`company.suspended_at is not null`.as('suspended'))
    .where('app_user.id', '=', id)
    .where('app_user.disabled_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  const account = accountOf(row, undefined)
  const { userType } = account
  const grants = GRANTED_TYPES.has(userType) ? (await readGrants(tx, id)).grants : wholeTree(userType)
  return { grants, permissions: permissionsOf(account) }
}

/**
 * The rights that the author of earlier work has now. Undefined for a token that was revoked, and for a user who was disabled or deleted.
 * @param author.tokenId the token that the work was started with; null for a user
 */
export async function rightsOfAuthor(
  tx: Tx,
  author: { userId: string; tokenId: null } | { tokenId: string },
  now: Date,
): Promise<Rights | undefined> {
  return author.tokenId === null ? ofUser(tx, author.userId) : ofToken(tx, author.tokenId, now)
}
