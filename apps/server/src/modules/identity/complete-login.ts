import type { CurrentUser } from '@winnow/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import type { Db } from '../../platform/db/transaction.ts'
import { rememberBrowser } from '../../platform/http/known-browser.ts'
import { admit, type AdmittedAccount } from './admit.ts'
import { callerOf } from './open-session.ts'
import type { ProviderCompanies } from './present-user.ts'
import { clearWaitingCookie } from './second-factor/waiting-login.ts'
import { readSessionCookie, setSessionCookie } from './session-cookie.ts'

/** Completes a login: opens a session for an account that has passed every check, and sets the session cookie. */
export async function completeLogin(
  deps: ProviderCompanies & { db: Db; clock: Clock; keys: KeyRing },
  account: AdmittedAccount,
  { keepLoggedIn }: { keepLoggedIn: boolean },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<CurrentUser> {
  const { token, user } = await admit(deps, account, {
    keepLoggedIn,
    caller: callerOf(request),
    requestId: request.id,
    previousToken: readSessionCookie(request),
  })
  setSessionCookie(reply, token, { keep: keepLoggedIn })
  rememberBrowser(request, reply, deps.keys)
  clearWaitingCookie(request, reply)
  return user
}
