import type { BodyOf, updateUser, User } from '@winnow/contract'
import { WITHOUT_CONSOLE } from '@winnow/domain'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { endSessions } from '../identity/index.ts'
import { replaceGrants } from './grants.ts'
import { requireAnotherAdmin, requireGivable, requireManageable, requireOther } from './user-rules.ts'

type Changes = BodyOf<typeof updateUser>

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.toSorted().join() === b.toSorted().join()

/**
 * Changes a user within the rules: nobody their own role or access, and no company its last administrator. Open sessions go on
 * with the new rights at once, and their streams are opened anew; those of a suspended user end.
 */
export async function changeUser(tx: Tx, actor: Actor, user: User, changes: Changes, now: Date): Promise<void> {
  requireManageable(actor, user)
  const userType = changes.userType ?? user.userType
  const extraRoles = changes.extraRoles ?? user.extraRoles
  const suspends = changes.suspended === true && user.status !== 'suspended'
  const reshapes = userType !== user.userType || !isSame(extraRoles, user.extraRoles)
  if (suspends || reshapes || changes.suspended === false) requireOther(actor, user.id)
  if (reshapes)
    await requireGivable(tx, actor, { companyId: user.companyId, userType, extraRoles, before: user.extraRoles })
  if (suspends || userType !== user.userType) await requireAnotherAdmin(tx, user)
  await tx
    .updateTable('app_user')
    .set({
      ...(changes.name === undefined ? {} : { name: changes.name }),
      ...(changes.suspended === undefined ? {} : { disabled_at: changes.suspended ? now : null }),
      user_type: userType,
      ...(changes.extraRoles === undefined ? {} : { extra_roles: [...changes.extraRoles] }),
    })
    .where('id', '=', user.id)
    .execute()
  // A type that sees the whole company keeps no grants; one that does not, and was given none, sees nothing.
  if (changes.grants !== undefined || userType !== user.userType)
    await replaceGrants(tx, { id: user.id, companyId: user.companyId, userType }, changes.grants ?? user.grants)
  // A program has no login, so whoever becomes one is logged out.
  if (suspends || WITHOUT_CONSOLE.has(userType)) await endSessions(tx, { userId: user.id }, now)
}
