import { inSystem } from '../../../platform/db/transaction.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { forgetAttempts, takeAttempt } from './attempts.ts'
import type { SecondFactorDeps } from './second-factor-deps.ts'

/**
 * Asks somebody who is logged in for their password again: an open screen alone must not change a second factor.
 * @throws AppError PASSWORD_INVALID; RATE_LIMITED after a few wrong ones
 */
export async function requirePassword(
  { db, hasher, clock }: SecondFactorDeps,
  userId: string,
  password: string | undefined,
  address: string,
): Promise<void> {
  const guesser = { userId, address }
  const row = await inSystem(db, async (tx) => {
    await takeAttempt(tx, 'password', guesser, clock.now())
    return tx.selectFrom('app_user').select('password_hash').where('id', '=', userId).executeTakeFirst()
  })
  if (password === undefined || !(await hasher.verify(row?.password_hash ?? undefined, password)))
    throw new AppError('PASSWORD_INVALID', 'Incorrect password', {
      fields: [{ field: 'password', message: 'Incorrect password' }],
    })
  await inSystem(db, (tx) => forgetAttempts(tx, 'password', guesser))
}
