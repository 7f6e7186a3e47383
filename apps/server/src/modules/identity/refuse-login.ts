import { inSystem, type Db } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { recordFailedLogin } from '../audit/index.ts'
import { failureKeys, noteFailure } from './login-failures.ts'

/**
 * Counts and writes down a login that failed, for an account as for none.
 * @returns the answer of every login that failed, whatever the reason
 */
export async function refuseLogin(
  db: Db,
  attempt: { email: string; address: string; requestId: string },
  now: Date,
): Promise<AppError> {
  await inSystem(db, async (tx) => {
    await noteFailure(tx, failureKeys(attempt.email, attempt.address), now)
    await recordFailedLogin(tx, attempt, now)
  })
  return new AppError('LOGIN_FAILED', 'Incorrect email or password')
}
