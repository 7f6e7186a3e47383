import type { BodyOf, updateUser, User } from '@winnow/contract'
import { GRANTED_TYPES, WITHOUT_CONSOLE } from '@winnow/domain'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { requirePlainLines } from '../../platform/http/require-plain-lines.ts'
import { endSessions } from '../identity/index.ts'
import { accessVersion } from './access-version.ts'
import { replaceGrants } from './grants.ts'
import { requireAnotherAdmin, requireGivable, requireManageable, requireOther } from './user-rules.ts'

type Changes = BodyOf<typeof updateUser>

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.toSorted().join() === b.toSorted().join()

/**
 * Changes a user. Nobody can change their own role or access, or remove a company's last administrator. Open sessions get the new rights at
 * once, and their streams are reopened. The sessions of a suspended user end.
 * @throws AppError CONFLICT if somebody else has changed the role or grants since the caller read them
 */
export async function changeUser(tx: Tx, actor: Actor, user: User, changes: Changes, now: Date): Promise<void> {
  requireManageable(actor, user)
  requirePlainLines({ name: user.name }, { name: changes.name })
  const userType = changes.userType ?? user.userType
  const extraRoles = changes.extraRoles ?? user.extraRoles
  const suspends = changes.suspended === true && user.status !== 'suspended'
  const reshapes = userType !== user.userType || !isSame(extraRoles, user.extraRoles)
  if (suspends || reshapes || changes.suspended === false) requireOther(actor, user.id)
  if (reshapes)
    await requireGivable(tx, actor, { companyId: user.companyId, userType, extraRoles, before: user.extraRoles })
  if (suspends || userType !== user.userType) await requireAnotherAdmin(tx, user)
  const { numUpdatedRows } = await tx
    .updateTable('app_user')
    .set({
      ...(changes.name === undefined ? {} : { name: changes.name }),
      ...(changes.suspended === undefined ? {} : { disabled_at: changes.suspended ? now : null }),
      user_type: userType,
      ...(changes.extraRoles === undefined ? {} : { extra_roles: [...changes.extraRoles] }),
    })
    .where('id', '=', user.id)
    // The version is checked in the update statement, which waits for a concurrent update and then sees its result.
    .$if(changes.accessVersion !== undefined, (update) =>
      update.where(accessVersion('app_user'), '=', changes.accessVersion ?? ''),
    )
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) throw new AppError('CONFLICT', 'The access of this user was changed in the meantime')
  // A type that sees the whole company keeps no grants. Any other type sees nothing until it is given grants.
  if (changes.grants !== undefined || (userType !== user.userType && !GRANTED_TYPES.has(userType)))
    await replaceGrants(tx, { id: user.id, companyId: user.companyId, userType }, changes.grants ?? [])
  // A programmatic user cannot log in, so a user who becomes one is logged out.
  if (suspends || WITHOUT_CONSOLE.has(userType)) await endSessions(tx, { userId: user.id }, now)
}
