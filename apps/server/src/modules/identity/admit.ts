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
import { stillStands } from './still-stands.ts'

/** Somebody who has shown all that their account asks for. */
export interface AdmittedAccount {
  id: string
  companyId: string
  name: string
  email: string
  /** The hash that the password was right for; a single sign-on has none. */
  checkedHash?: string
}

export interface Admission {
  keepLoggedIn: boolean
  caller: Caller
  requestId: string
  /** The session whose cookie came along. */
  previousToken?: string | undefined
}

/**
 * Lets somebody in: opens the session and writes it down. A new login never continues an old session: whoever planted that
 * cookie gains nothing.
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
    if (!(await stillStands(tx, account))) return undefined
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
