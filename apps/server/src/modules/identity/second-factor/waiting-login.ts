import { normalizeMailAddress } from '@winnow/domain'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import { hashToken, newToken } from '../../../platform/crypto/tokens.ts'
import { inSystem, type Db, type Tx } from '../../../platform/db/transaction.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { clearHostCookie, readHostCookie, setHostCookie } from '../../../platform/http/host-cookie.ts'
import { newId } from '../../../platform/ids.ts'
import type { AdmittedAccount } from '../admit.ts'
import { refuseLogin } from '../refuse-login.ts'
import { isAccountUnchanged } from '../is-account-unchanged.ts'

const COOKIE = 'winnow_second_step'
/** The lifetime of a waiting login: enough to install an authenticator app and scan a code. After it the user must log in again. */
const LIFE_MS = 15 * 60_000

/** A login with the right password that waits for a second factor. It gives access only to the operations that finish the login. */
export interface WaitingLogin {
  id: string
  account: AdmittedAccount
  keepLoggedIn: boolean
}

/**
 * Stores a waiting login, and gives its browser the cookie that continues it.
 * @throws AppError LOGIN_FAILED when the account was disabled or got another password since it was checked
 */
export async function letWait(
  { db, clock }: { db: Db; clock: Clock },
  login: { account: AdmittedAccount; keepLoggedIn: boolean },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<void> {
  const [now, token] = [clock.now(), newToken()]
  const waits = await inSystem(db, async (tx) => {
    if (!(await isAccountUnchanged(tx, login.account))) return false
    await tx
      .insertInto('waiting_login')
      .values({
        id: newId(now.getTime()),
        company_id: login.account.companyId,
        user_id: login.account.id,
        token_hash: hashToken(token),
        keep_logged_in: login.keepLoggedIn,
        created_at: now,
        expires_at: new Date(now.getTime() + LIFE_MS),
      })
      .execute()
    return true
  })
  if (!waits) {
    const email = normalizeMailAddress(login.account.email)
    throw await refuseLogin(db, { email, address: request.ip, requestId: request.id }, now)
  }
  // A session cookie without expiry. It outlives the waiting login, so that the console can say that the login took too long.
  setHostCookie(reply, COOKIE, token)
}

/** The error when a waiting login is needed and none exists. If the request has its cookie, the error says that the login took too long. */
export const noWaitingLogin = (request: FastifyRequest): AppError =>
  readHostCookie(request, COOKIE) === undefined
    ? new AppError('NOT_AUTHORISED', 'Not authorised')
    : new AppError('LOGIN_TIMED_OUT', 'Your login took too long. Log in again.')

/** The waiting login of a request; undefined when there is none, it has ended, or its user may no longer log in. */
export async function findWaitingLogin(tx: Tx, request: FastifyRequest, now: Date): Promise<WaitingLogin | undefined> {
  const token = readHostCookie(request, COOKIE)
  if (token === undefined) return undefined
  const row = await tx
    .selectFrom('waiting_login')
    .innerJoin('app_user', 'app_user.id', 'waiting_login.user_id')
    .select([
      'waiting_login.id',
      'waiting_login.keep_logged_in',
      'app_user.id as userId',
      'app_user.company_id',
      'app_user.name',
      'app_user.email',
      // A password change ends waiting logins. So while one exists, this is the password that was checked.
      'app_user.password_hash',
    ])
    .where('waiting_login.token_hash', '=', hashToken(token))
    .where('waiting_login.expires_at', '>', now)
    .where('app_user.disabled_at', 'is', null)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    id: row.id,
    account: {
      id: row.userId,
      companyId: row.company_id,
      name: row.name,
      email: row.email,
      ...(row.password_hash === null ? {} : { checkedHash: row.password_hash }),
    },
    keepLoggedIn: row.keep_logged_in,
  }
}

/** Ends a waiting login. @returns false if it had ended before, so that a login is finished only once */
export async function endWaitingLogin(tx: Tx, id: string): Promise<boolean> {
  const ended = await tx.deleteFrom('waiting_login').where('id', '=', id).returning('id').executeTakeFirst()
  return ended !== undefined
}

export function clearWaitingCookie(request: FastifyRequest, reply: FastifyReply): void {
  if (readHostCookie(request, COOKIE) !== undefined) clearHostCookie(reply, COOKIE)
}
