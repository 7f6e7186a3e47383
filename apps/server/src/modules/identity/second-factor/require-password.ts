import { normalizeMailAddress } from '@winnow/domain'
import { inSystem, type Tx } from '../../../platform/db/transaction.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { recordAudit } from '../../audit/index.ts'
import { forget, giveBack } from '../attempts/counted.ts'
import { judgeAttempt, takeAttempt } from '../attempts/take-attempt.ts'
import { passwordAttempts } from '../attempts/what-is-counted.ts'
import type { Origin, Owner, SecondFactorDeps } from './second-factor-deps.ts'

/**
 * Asks somebody who is logged in for their password again: an open screen alone must not change a second factor. Wrong ones count like those of
 * logins.
 * @throws AppError PASSWORD_INVALID; CAPTCHA_… after a few wrong ones, RATE_LIMITED after many
 */
export async function requirePassword(
  deps: SecondFactorDeps,
  owner: Owner & { email: string },
  password: string | undefined,
  { address, requestId, captcha }: Origin,
): Promise<void> {
  const { db, hasher, clock } = deps
  const keys = passwordAttempts(normalizeMailAddress(owner.email), address)
  await takeAttempt(deps, keys, { captcha, now: clock.now() })
  const row = await inSystem(db, (tx) =>
    tx.selectFrom('app_user').select('password_hash').where('id', '=', owner.id).executeTakeFirst(),
  )
  const stored = row?.password_hash ?? undefined
  if (password === undefined || !(await judgeAttempt(db, keys, () => hasher.verify(stored, password)))) {
    const author = { companyId: owner.companyId, name: owner.name, userId: owner.id, address }
    const entry = { action: 'password.failed', objectType: 'user', objectId: owner.id, objectName: owner.name }
    await inSystem(db, (tx) => recordAudit(tx, author, entry, clock.now(), requestId))
    throw new AppError('PASSWORD_INVALID', 'Incorrect password', {
      fields: [{ field: 'password', message: 'Incorrect password' }],
    })
  }
  await inSystem(db, async (tx) => {
    await forget(tx, keys.own)
    await giveBack(tx, [keys.address])
  })
}

/** Whether there is one that could be asked for: without, a second factor could be set up and never be changed or switched off. */
export async function hasPassword(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx.selectFrom('app_user').select('password_hash').where('id', '=', userId).executeTakeFirst()
  return typeof row?.password_hash === 'string'
}
