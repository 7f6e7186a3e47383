import type { ExtraRole, UserType } from '@winnow/contract'
import { mayGiveType, mayManage } from '@winnow/domain'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { AppError } from '../../platform/http/app-error.ts'

const refuseType = (message: string): AppError =>
  new AppError('VALIDATION', message, { fields: [{ field: 'userType', message }] })

/**
 * Checks whether the caller may give these roles in a company. Super users exist only in the provider's company. Only super users appoint
 * supervisors and auditors, who see other companies.
 */
export async function requireGivable(
  tx: Tx,
  actor: Actor,
  wanted: { companyId: string; userType: UserType; extraRoles: readonly ExtraRole[]; before?: readonly ExtraRole[] },
): Promise<void> {
  if (!mayGiveType(actor.userType, wanted.userType)) throw refuseType('Only a super user makes super users')
  const added = wanted.extraRoles.filter((role) => !wanted.before?.includes(role))
  if (added.length > 0 && actor.userType !== 'SUPER_USER')
    throw refuseType('Only a super user makes supervisors and auditors')
  if (wanted.userType !== 'SUPER_USER') return
  const company = await tx.selectFrom('company').select('kind').where('id', '=', wanted.companyId).executeTakeFirst()
  if (company?.kind !== 'provider') throw refuseType('Super users belong to the provider’s own company')
}

/** Checks whether the actor may change a user. @throws AppError FORBIDDEN if an actor who is no super user changes a super user */
export function requireManageable(actor: Actor, user: { userType: UserType }): void {
  if (!mayManage(actor.userType, user.userType))
    throw new AppError('FORBIDDEN', 'Only a super user may change a super user')
}

/** Refuses changes that users must not make to themselves, since they could not undo them. */
export function requireOther(actor: Actor, userId: string): void {
  if (actor.userId === userId || actor.impersonator?.userId === userId)
    throw new AppError('OWN_ACCOUNT', 'Ask another administrator to do this to your own account')
}

/**
 * Ensures that a company keeps an administrator who can log in, and that the provider keeps a super user. Locks the rows of the other
 * administrators. So if two administrators demote each other at the same time, the second one waits and is then refused.
 * @throws AppError LAST_ADMIN
 */
export async function requireAnotherAdmin(
  tx: Tx,
  user: { id: string; companyId: string; userType: UserType },
): Promise<void> {
  if (user.userType !== 'ADMIN_USER' && user.userType !== 'SUPER_USER') return
  const able = await tx
    .selectFrom('app_user')
    .select('id')
    .where('company_id', '=', user.companyId)
    .where('user_type', '=', user.userType)
    .where('disabled_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('invitation').select('user_id').whereRef('invitation.user_id', '=', 'app_user.id')),
      ),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  const isAble = able.some(({ id }) => id === user.id)
  if (isAble && able.length === 1)
    throw new AppError('LAST_ADMIN', 'The last administrator of a company cannot be taken away')
}
