import { normalizeMailAddress } from '@winnow/domain'
import { inNoCompany, inTenant, type Tx } from '../../../platform/db/transaction.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { recordAudit } from '../../audit/index.ts'
import { forget, giveBack } from '../attempts/counted.ts'
import { judgeAttempt, takeAttempt } from '../attempts/take-attempt.ts'
import { passwordAttempts } from '../attempts/what-is-counted.ts'
import type { Origin, Owner, SecondFactorDeps } from './second-factor-deps.ts'

/**
 * Asks a logged-in user for the password again: an unattended screen must not be enough to change a second factor. Wrong passwords are
 * counted like failed logins.
 * @throws AppError PASSWORD_INVALID; CAPTCHA_… after a few wrong passwords, RATE_LIMITED after many
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
  const row = await inTenant(db, owner.companyId, (tx) =>
    tx.selectFrom('app_user').select('password_hash').where('id', '=', owner.id).executeTakeFirst(),
  )
  const stored = row?.password_hash ?? undefined
  if (password === undefined || !(await judgeAttempt(db, keys, () => hasher.verify(stored, password)))) {
    const author = { companyId: owner.companyId, name: owner.name, userId: owner.id, address }
    const entry = { action: 'password.failed', objectType: 'user' as const, objectId: owner.id, objectName: owner.name }
    await inTenant(db, owner.companyId, (tx) => recordAudit(tx, author, entry, clock.now(), requestId))
    throw new AppError('PASSWORD_INVALID', 'Incorrect password', {
      fields: [{ field: 'password', message: 'Incorrect password' }],
    })
  }
  await inNoCompany(db, async (tx) => {
    await forget(tx, keys.own)
    await giveBack(tx, [keys.address])
  })
}

/** Whether the account has a password. Without one, a second factor could be set up, but never be changed or switched off. */
export async function hasPassword(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx.selectFrom('app_user').select('password_hash').where('id', '=', userId).executeTakeFirst()
  return typeof row?.password_hash === 'string'
}
