import type { CurrentUser } from '@winnow/contract'
import { normalizeMailAddress, WITHOUT_CONSOLE, type PasswordPolicy } from '@winnow/domain'
import type { Clock } from '../../platform/clock.ts'
import type { PasswordHasher } from '../../platform/crypto/password-hasher.ts'
import { inSystem, type Db, type Tx } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { recordAudit } from '../audit/index.ts'
import type { CaptchaChallenges, SolvedCaptcha } from './captcha/captcha-challenges.ts'
import { requireCaptcha } from './captcha/require-captcha.ts'
import { failureKeys, forgetFailures, isSuspicious, noteFailure } from './login-failures.ts'
import type { LoginLimits } from './login-limits.ts'
import { openSession, type Caller } from './open-session.ts'
import { presentUser, type ProviderCompanies } from './present-user.ts'
import type { DecideSecondStep } from './second-step.ts'
import type { FindWayIn } from './way-in.ts'

export interface LoginDeps extends ProviderCompanies {
  db: Db
  clock: Clock
  hasher: PasswordHasher
  attempts: LoginLimits
  captchas: CaptchaChallenges
  passwordPolicy: PasswordPolicy
  findWayIn: FindWayIn
  decideSecondStep: DecideSecondStep
}

export interface LoginRequest {
  email: string
  password: string
  keepLoggedIn: boolean
  captcha: SolvedCaptcha | undefined
  caller: Caller
  requestId: string
}

const findAccount = (tx: Tx, email: string) =>
  tx
    .selectFrom('app_user')
    .select(['id', 'company_id', 'name', 'email', 'user_type', 'password_hash', 'disabled_at'])
    .where((eb) => eb(eb.fn('lower', ['email']), '=', email))
    .executeTakeFirst()

/**
 * Checks e-mail and password and opens a session. Unknown accounts, wrong passwords, accounts that log in elsewhere and those
 * without console access get the same answer in the same time: a hash is computed and a failure written down either way.
 * @throws AppError LOGIN_FAILED; RATE_LIMITED; CAPTCHA_… after a few failures of the account or from the address
 */
export async function logIn(deps: LoginDeps, request: LoginRequest): Promise<{ token: string; user: CurrentUser }> {
  const now = deps.clock.now()
  const email = normalizeMailAddress(request.email)
  const { address } = request.caller
  deps.attempts.byAddress.require(address, now)
  const keys = failureKeys(email, address)
  const { account, suspicious } = await inSystem(deps.db, async (tx) => ({
    account: await findAccount(tx, email),
    suspicious: await isSuspicious(tx, keys, now),
  }))
  if (suspicious) await requireCaptcha(deps.captchas, request.captcha, now)
  // Counted behind the captcha, so that locking someone out takes a person.
  deps.attempts.byAccount.require(email, now)
  const matches = await deps.hasher.verify(account?.password_hash ?? undefined, request.password)
  const { isIDMUser } = await deps.findWayIn(email)
  if (!account || !matches || isIDMUser || account.disabled_at || WITHOUT_CONSOLE.has(account.user_type)) {
    await inSystem(deps.db, async (tx) => {
      await noteFailure(tx, keys, now)
      if (account) await auditLogin(tx, { ...account, address }, 'login.failed', now, request.requestId)
    })
    throw new AppError('LOGIN_FAILED', 'Incorrect email or password')
  }
  const admitted = { id: account.id, companyId: account.company_id, name: account.name, email: account.email }
  await deps.decideSecondStep(admitted)
  deps.attempts.byAccount.reset(email)
  const betterHash = await rehash(deps.hasher, account.password_hash, request.password)
  return inSystem(deps.db, async (tx) => {
    await forgetFailures(tx, { account: keys.account })
    const token = await openSession(
      tx,
      { userId: account.id, companyId: account.company_id, keepLoggedIn: request.keepLoggedIn, caller: request.caller },
      now,
    )
    await tx
      .updateTable('app_user')
      .set({ last_login_at: now, ...(betterHash === undefined ? {} : { password_hash: betterHash }) })
      .where('id', '=', account.id)
      .execute()
    await auditLogin(tx, { ...account, address }, 'login', now, request.requestId)
    return { token, user: await presentUser(tx, account.id, deps) }
  })
}

/** A hash of today's strength where the stored one is weaker: only at a login is the password at hand. */
async function rehash(hasher: PasswordHasher, stored: string | null, password: string): Promise<string | undefined> {
  return stored !== null && hasher.isOutdated(stored) ? hasher.hash(password) : undefined
}

function auditLogin(
  tx: Tx,
  account: { id: string; company_id: string; name: string; address: string },
  action: 'login' | 'login.failed',
  now: Date,
  requestId: string,
): Promise<void> {
  return recordAudit(
    tx,
    { companyId: account.company_id, name: account.name, userId: account.id, address: account.address },
    { action, objectType: 'user', objectId: account.id, objectName: account.name },
    now,
    requestId,
  )
}
