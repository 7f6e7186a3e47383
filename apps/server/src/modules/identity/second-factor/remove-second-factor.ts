import type { Tx } from '../../../platform/db/transaction.ts'

/** Takes a user's second factor away, with its backup codes and what was tried against it. */
export async function removeSecondFactor(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('second_factor').where('id', '=', userId).execute()
  await tx.deleteFrom('backup_code').where('user_id', '=', userId).execute()
  await tx
    .deleteFrom('login_failure')
    .where('key', 'in', [`code:${userId}`, `code-day:${userId}`])
    .execute()
}
