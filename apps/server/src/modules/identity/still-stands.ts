import type { Tx } from '../../platform/db/transaction.ts'
import type { AdmittedAccount } from './admit.ts'

/**
 * Whether an account is as it was when it was checked: neither disabled meanwhile nor given another password. Hashes wait for their turn,
 * and the owner may have reset the password to shut out the very one who is logging in with the old. Locks the account, so that a reset
 * either comes first and is seen, or comes after and ends what this transaction opens.
 */
export async function stillStands(tx: Tx, { id, checkedHash }: AdmittedAccount): Promise<boolean> {
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
