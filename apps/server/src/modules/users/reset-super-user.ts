import type { Clock } from '../../platform/clock.ts'
import type { PasswordHasher } from '../../platform/crypto/password-hasher.ts'
import { newToken } from '../../platform/crypto/tokens.ts'
import { inSystem, type Db } from '../../platform/db/transaction.ts'
import { recordAudit } from '../audit/index.ts'
import { endSessions, removeSecondFactor } from '../identity/index.ts'

export type ResetResult = { ok: true; name: string; email: string; password: string } | { ok: false; reason: string }

/** A random password that satisfies all password rules. */
const newPassword = (): string => `Wn-${newToken(12)}7a`.slice(0, 24)

/**
 * Gives a super user a new password from the command line. This is no additional risk, since a person with access to the machine could also
 * change the database's files. Also ends the user's sessions, a suspension and the second factor, which may be lost too. The audit log
 * records that it was done on the machine.
 */
export async function resetSuperUser(
  deps: { db: Db; hasher: PasswordHasher; clock: Clock },
  email: string,
): Promise<ResetResult> {
  const password = newPassword()
  const hash = await deps.hasher.hash(password)
  return inSystem(deps.db, async (tx) => {
    const user = await tx
      .selectFrom('app_user')
      .select(['id', 'company_id', 'name', 'email', 'user_type'])
      .where((eb) => eb(eb.fn('lower', ['email']), '=', email.trim().toLowerCase()))
      .executeTakeFirst()
    if (!user) return { ok: false, reason: `There is no user ${email}.` }
    if (user.user_type !== 'SUPER_USER')
      return { ok: false, reason: `${email} is no super user: an administrator of their company can help them.` }
    const now = deps.clock.now()
    await tx.updateTable('app_user').set({ password_hash: hash, disabled_at: null }).where('id', '=', user.id).execute()
    await tx.deleteFrom('invitation').where('user_id', '=', user.id).execute()
    await removeSecondFactor(tx, user.id)
    await endSessions(tx, { userId: user.id }, now)
    await recordAudit(
      tx,
      { companyId: user.company_id, name: 'Command line', userId: null },
      { action: 'user.password-reset', objectType: 'user', objectId: user.id, objectName: user.name },
      now,
    )
    return { ok: true, name: user.name, email: user.email, password }
  })
}
