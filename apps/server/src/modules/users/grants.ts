import type { updateUser, BodyOf } from '@winnow/contract'
import { GRANTED_TYPES } from '@winnow/domain'
import type { Tx } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'

type GrantBody = NonNullable<BodyOf<typeof updateUser>['grants']>[number]

/**
 * Replaces the grants of a user with a restricted type. Users of other types have none.
 * @throws AppError VALIDATION for a node that the company does not have
 */
export async function replaceGrants(
  tx: Tx,
  user: { id: string; companyId: string; userType: string },
  grants: readonly GrantBody[],
): Promise<void> {
  const wanted = GRANTED_TYPES.has(user.userType)
    ? new Map(grants.map((grant) => [`${grant.kind} ${grant.id}`, grant]))
    : new Map<string, GrantBody>()
  for (const kind of ['project', 'site', 'view'] as const) {
    const ids = [...wanted.values()].filter((grant) => grant.kind === kind).map(({ id }) => id)
    if (ids.length === 0) continue
    const found = await tx
      .selectFrom(kind)
      .select('id')
      .where('company_id', '=', user.companyId)
      .where('deleted_at', 'is', null)
      .where('id', 'in', ids)
      .execute()
    if (found.length < ids.length)
      throw new AppError('VALIDATION', 'A client, site or camera that was chosen does not exist any more', {
        fields: [{ field: 'grants', message: 'A client, site or camera that was chosen does not exist any more' }],
      })
  }
  await tx.deleteFrom('user_grant').where('user_id', '=', user.id).execute()
  if (wanted.size === 0) return
  await tx
    .insertInto('user_grant')
    .values(
      [...wanted.values()].map(({ kind, id, permission }) => ({
        user_id: user.id,
        company_id: user.companyId,
        node_type: kind,
        node_id: id,
        permission,
      })),
    )
    .execute()
}
