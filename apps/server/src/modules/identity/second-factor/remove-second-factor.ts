import type { Tx } from '../../../platform/db/transaction.ts'
import { forget } from '../attempts/counted.ts'
import { ownCodes } from '../attempts/what-is-counted.ts'

/** Removes a user's second factor, with its backup codes and counters. */
export async function removeSecondFactor(tx: Tx, userId: string): Promise<void> {
  // Counters are locked before secrets, in the same order as when a second factor is set up.
  await forget(tx, ownCodes(userId))
  await tx.deleteFrom('second_factor').where('id', '=', userId).execute()
  await tx.deleteFrom('backup_code').where('user_id', '=', userId).execute()
}
