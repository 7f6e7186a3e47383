import type { Tx } from '../../platform/db/transaction.ts'

/** An account whose owner has proved their identity. */
export interface CheckedAccount {
  id: string
  /** The password hash that the password was checked against. Absent after a single sign-on. */
  checkedHash?: string
}

/**
 * Whether an account has not changed since it was checked: it is not disabled and has the same password. A password check can wait in a
 * queue. Meanwhile the owner may reset the password, to lock out an attacker who is logging in with the old one.
 *
 * Locks the account's row. A reset therefore either commits first and is seen here, or comes later and ends the session that this
 * transaction opens.
 */
export async function isAccountUnchanged(tx: Tx, { id, checkedHash }: CheckedAccount): Promise<boolean> {
  const account = await tx
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .$if(checkedHash !== undefined, (some) => some.where('password_hash', '=', checkedHash ?? ''))
    .forNoKeyUpdate()
    .executeTakeFirst()
  return account !== undefined
}
