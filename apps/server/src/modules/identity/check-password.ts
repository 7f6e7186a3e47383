import { normalizeMailAddress, WITHOUT_CONSOLE } from '@winnow/domain'
import type { Clock } from '../../platform/clock.ts'
import type { PasswordHasher } from '../../platform/crypto/password-hasher.ts'
import { inNoCompany, inSystem, type Db, type Tx } from '../../platform/db/transaction.ts'
import type { AdmittedAccount } from './admit.ts'
import type { CaptchaChallenges, SolvedCaptcha } from './captcha/captcha-challenges.ts'
import { giveBack } from './attempts/counted.ts'
import { judgeAttempt, takeAttempt } from './attempts/take-attempt.ts'
import { allOf, passwordAttempts } from './attempts/what-is-counted.ts'
import { loginFailed } from './refuse-login.ts'
import type { IsPasswordClosed } from './way-in.ts'

export interface PasswordDeps {
  db: Db
  clock: Clock
  hasher: PasswordHasher
  captchas: CaptchaChallenges
  isPasswordClosed: IsPasswordClosed
}

export interface PasswordAttempt {
  email: string
  password: string
  captcha: SolvedCaptcha | undefined
  address: string
  requestId: string
}

/** The account of a normalised e-mail address. */
export const findAccount = (tx: Tx, email: string) =>
  tx
    .selectFrom('app_user')
    .select(['id', 'company_id', 'name', 'email', 'user_type', 'password_hash', 'disabled_at', 'preferences'])
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email))
    .executeTakeFirst()

/**
 * Checks e-mail and password. Unknown accounts, wrong passwords, accounts with single sign-on and those without console access get the same
 * answer for the same work: the attempt is counted, a hash is computed and a failure is recorded, by the same statements.
 * @throws AppError LOGIN_FAILED; RATE_LIMITED; CAPTCHA_… after a few failures for the account or from the address
 */
export async function checkPassword(deps: PasswordDeps, attempt: PasswordAttempt): Promise<AdmittedAccount> {
  const now = deps.clock.now()
  const email = normalizeMailAddress(attempt.email)
  const keys = passwordAttempts(email, attempt.address)
  await takeAttempt(deps, keys, { captcha: attempt.captcha, now })
  const account = await inSystem(deps.db, (tx) => findAccount(tx, email))
  const stored = account?.password_hash ?? undefined
  const matches = await judgeAttempt(deps.db, keys, () => deps.hasher.verify(stored, attempt.password))
  const isClosed = await deps.isPasswordClosed({ email, companyId: account?.company_id })
  if (
    !account ||
    stored === undefined ||
    !matches ||
    isClosed ||
    account.disabled_at ||
    WITHOUT_CONSOLE.has(account.user_type)
  )
    throw await loginFailed(deps.db, { ...attempt, email }, now)
  await inNoCompany(deps.db, (tx) => giveBack(tx, allOf(keys)))
  const checkedHash = deps.hasher.isOutdated(stored)
    ? await strengthen(deps, { id: account.id, stored, password: attempt.password })
    : stored
  return { id: account.id, companyId: account.company_id, name: account.name, email: account.email, checkedHash }
}

/**
 * Hashes a password again with the current parameters. That is possible only at login, when the password is known. A password that was
 * changed meanwhile is not overwritten. If another login has stored a new hash of the same password first, that hash is returned.
 * @returns the hash for which the password is now known to be right
 */
async function strengthen(
  { db, hasher }: PasswordDeps,
  { id, stored, password }: { id: string; stored: string; password: string },
): Promise<string> {
  const hash = await hasher.hash(password)
  const { numUpdatedRows } = await inSystem(db, (tx) =>
    tx
      .updateTable('app_user')
      .set({ password_hash: hash })
      .where('id', '=', id)
      .where('password_hash', '=', stored)
      .executeTakeFirst(),
  )
  if (numUpdatedRows > 0n) return hash
  const current = await inSystem(db, (tx) =>
    tx.selectFrom('app_user').select('password_hash').where('id', '=', id).executeTakeFirst(),
  )
  const known = current?.password_hash ?? undefined
  return known !== undefined && (await hasher.verify(known, password)) ? known : stored
}
