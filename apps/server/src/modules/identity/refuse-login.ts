import { inNoCompany, inSystem, type Db } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { recordFailedLogin } from '../audit/index.ts'
import { countAttempt } from './attempts/counted.ts'
import { allOf, passwordAttempts } from './attempts/what-is-counted.ts'

interface FailedAttempt {
  email: string
  address: string
  requestId: string
}

/**
 * Records a failed login that was counted, with or without an account.
 * @returns the error of every failed login, whatever the reason
 */
export async function loginFailed(db: Db, attempt: FailedAttempt, now: Date): Promise<AppError> {
  await inSystem(db, (tx) => recordFailedLogin(tx, attempt, now))
  return new AppError('LOGIN_FAILED', 'Incorrect email or password')
}

/** Like {@link loginFailed}, for a login whose attempt is no longer counted, because its password was right when it was checked. */
export async function refuseLogin(db: Db, attempt: FailedAttempt, now: Date): Promise<AppError> {
  const counted = allOf(passwordAttempts(attempt.email, attempt.address))
  await inNoCompany(db, (tx) => countAttempt(tx, counted, { captchaSolved: true, now }))
  return loginFailed(db, attempt, now)
}
