import type { CurrentUser } from '@winnow/contract'
import { WITHOUT_CONSOLE } from '@winnow/domain'
import type { Clock } from '../../platform/clock.ts'
import type { PasswordHasher } from '../../platform/crypto/password-hasher.ts'
import { hashToken, newToken } from '../../platform/crypto/tokens.ts'
import { inSystem, type Db } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { RateLimiter } from '../../platform/http/rate-limit.ts'
import { newId } from '../../platform/ids.ts'
import { recordAudit } from '../audit/index.ts'
import { presentUser } from './present-user.ts'
import { IDLE_HOURS, KEPT_DAYS } from './session-cookie.ts'

export interface LoginDeps {
  db: Db
  clock: Clock
  hasher: PasswordHasher
  attempts: { byAddress: RateLimiter; byAccount: RateLimiter }
  /** Companies that see the partner theme whatever their own is. */
  partnerCompanyIds: readonly string[]
}

export interface LoginRequest {
  email: string
  password: string
  keepLoggedIn: boolean
  address: string
  userAgent: string | undefined
  requestId: string
}

/** A session that is not kept ends with the browser, and on the server at the latest then. */
const ABSOLUTE_HOURS = IDLE_HOURS * 2

/**
 * Checks e-mail and password and opens a session. Unknown accounts, wrong passwords and accounts without console access get the
 * same answer in the same time: a hash is computed either way.
 */
export async function logIn(deps: LoginDeps, request: LoginRequest): Promise<{ token: string; user: CurrentUser }> {
  const now = deps.clock.now()
  const email = request.email.toLowerCase()
  deps.attempts.byAddress.require(request.address, now)
  deps.attempts.byAccount.require(email, now)
  const account = await inSystem(deps.db, (tx) =>
    tx
      .selectFrom('app_user')
      .select(['id', 'company_id', 'name', 'user_type', 'password_hash', 'disabled_at'])
      .where((eb) => eb(eb.fn('lower', ['email']), '=', email))
      .executeTakeFirst(),
  )
  const matches = await deps.hasher.verify(account?.password_hash ?? undefined, request.password)
  const admitted = account && matches && !account.disabled_at && !WITHOUT_CONSOLE.has(account.user_type)
  if (!admitted) {
    if (account)
      await inSystem(deps.db, (tx) =>
        recordAudit(
          tx,
          { companyId: account.company_id, name: account.name, userId: account.id, address: request.address },
          { action: 'login.failed', objectType: 'user', objectId: account.id, objectName: account.name },
          now,
          request.requestId,
        ),
      )
    throw new AppError('LOGIN_FAILED', 'Incorrect email or password')
  }
  deps.attempts.byAccount.reset(email)
  const token = newToken()
  const hours = request.keepLoggedIn ? KEPT_DAYS * 24 : ABSOLUTE_HOURS
  const user = await inSystem(deps.db, async (tx) => {
    await tx
      .insertInto('session')
      .values({
        id: newId(now.getTime()),
        token_hash: hashToken(token),
        user_id: account.id,
        company_id: account.company_id,
        keep_logged_in: request.keepLoggedIn,
        created_at: now,
        last_used_at: now,
        expires_at: new Date(now.getTime() + hours * 3_600_000),
        address: request.address,
        user_agent: request.userAgent?.slice(0, 300) ?? null,
      })
      .execute()
    await tx.updateTable('app_user').set({ last_login_at: now }).where('id', '=', account.id).execute()
    await recordAudit(
      tx,
      { companyId: account.company_id, name: account.name, userId: account.id, address: request.address },
      { action: 'login', objectType: 'user', objectId: account.id, objectName: account.name },
      now,
      request.requestId,
    )
    return presentUser(tx, account.id, deps.partnerCompanyIds)
  })
  return { token, user }
}
