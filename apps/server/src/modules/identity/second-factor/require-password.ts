import { inSystem, type Tx } from '../../../platform/db/transaction.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { recordAudit } from '../../audit/index.ts'
import { forgetAttempts, takeAttempt } from './attempts.ts'
import type { Origin, Owner, SecondFactorDeps } from './second-factor-deps.ts'

/**
 * Asks somebody who is logged in for their password again: an open screen alone must not change a second factor.
 * @throws AppError PASSWORD_INVALID; RATE_LIMITED after a few wrong ones
 */
export async function requirePassword(
  { db, hasher, clock }: SecondFactorDeps,
  owner: Owner,
  password: string | undefined,
  { address, requestId }: Origin,
): Promise<void> {
  const guesser = { userId: owner.id, address }
  const row = await inSystem(db, async (tx) => {
    await takeAttempt(tx, 'password', guesser, clock.now())
    return tx.selectFrom('app_user').select('password_hash').where('id', '=', owner.id).executeTakeFirst()
  })
  if (password === undefined || !(await hasher.verify(row?.password_hash ?? undefined, password))) {
    const author = { companyId: owner.companyId, name: owner.name, userId: owner.id, address }
    const entry = { action: 'password.failed', objectType: 'user', objectId: owner.id, objectName: owner.name }
    await inSystem(db, (tx) => recordAudit(tx, author, entry, clock.now(), requestId))
    throw new AppError('PASSWORD_INVALID', 'Incorrect password', {
      fields: [{ field: 'password', message: 'Incorrect password' }],
    })
  }
  await inSystem(db, (tx) => forgetAttempts(tx, 'password', guesser))
}

/** Whether there is one that could be asked for: without, a second factor could be set up and never be changed or switched off. */
export async function hasPassword(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx.selectFrom('app_user').select('password_hash').where('id', '=', userId).executeTakeFirst()
  return typeof row?.password_hash === 'string'
}
