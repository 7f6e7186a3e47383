import type { Tx } from '../../../platform/db/transaction.ts'
import { forget } from '../attempts/counted.ts'
import { ownCodes } from '../attempts/what-is-counted.ts'

/** Takes a user's second factor away, with its backup codes and what was tried against it. */
export async function removeSecondFactor(tx: Tx, userId: string): Promise<void> {
  // Attempts are locked before secrets, as where a second factor is set up.
  await forget(tx, ownCodes(userId))
  await tx.deleteFrom('second_factor').where('id', '=', userId).execute()
  await tx.deleteFrom('backup_code').where('user_id', '=', userId).execute()
}
