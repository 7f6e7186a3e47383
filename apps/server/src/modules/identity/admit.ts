import type { CurrentUser } from '@winnow/contract'
import { normalizeMailAddress } from '@winnow/domain'
import type { Clock } from '../../platform/clock.ts'
import { hashToken } from '../../platform/crypto/tokens.ts'
import { inSystem, type Db } from '../../platform/db/transaction.ts'
import { recordAudit } from '../audit/index.ts'
import { endingAt } from './end-sessions.ts'
import { forget } from './attempts/counted.ts'
import { passwordAttempts } from './attempts/what-is-counted.ts'
import { openSession, type Caller } from './open-session.ts'
import { presentUser, type ProviderCompanies } from './present-user.ts'
import { refuseLogin } from './refuse-login.ts'
import { isAccountUnchanged, type CheckedAccount } from './is-account-unchanged.ts'

/** A user who has passed all checks that their account requires. */
export interface AdmittedAccount extends CheckedAccount {
  companyId: string
  name: string
  email: string
}

export interface Admission {
  keepLoggedIn: boolean
  caller: Caller
  requestId: string
  /** The session token that the request's cookie carried. */
  previousToken?: string | undefined
}

/**
 * Opens a session and records the login. A new login never continues an existing session, so an attacker gains nothing by planting a
 * session cookie.
 * @throws AppError LOGIN_FAILED when the account was disabled or got another password since it was checked
 */
export async function admit(
  deps: ProviderCompanies & { db: Db; clock: Clock },
  account: AdmittedAccount,
  { keepLoggedIn, caller, requestId, previousToken }: Admission,
): Promise<{ token: string; user: CurrentUser }> {
  const now = deps.clock.now()
  const email = normalizeMailAddress(account.email)
  const admitted = await inSystem(deps.db, async (tx) => {
    if (!(await isAccountUnchanged(tx, account))) return undefined
    await forget(tx, passwordAttempts(email, caller.address).own)
    if (previousToken !== undefined)
      await tx
        .updateTable('session')
        .set(endingAt(now))
        .where('token_hash', '=', hashToken(previousToken))
        .where('ended_at', 'is', null)
        .where('expires_at', '>', now)
        .execute()
    const token = await openSession(tx, { userId: account.id, companyId: account.companyId, keepLoggedIn, caller }, now)
    await tx.updateTable('app_user').set({ last_login_at: now }).where('id', '=', account.id).execute()
    await recordAudit(
      tx,
      { companyId: account.companyId, name: account.name, userId: account.id, address: caller.address },
      { action: 'login', objectType: 'user', objectId: account.id, objectName: account.name },
      now,
      requestId,
    )
    return { token, user: await presentUser(tx, account.id, deps) }
  })
  if (!admitted) throw await refuseLogin(deps.db, { email, address: caller.address, requestId }, now)
  return admitted
}
