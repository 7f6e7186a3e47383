import type { CurrentUser } from '@winnow/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/transaction.ts'
import { admit, type AdmittedAccount } from './admit.ts'
import { callerOf } from './open-session.ts'
import type { ProviderCompanies } from './present-user.ts'
import { clearWaitingCookie } from './second-factor/waiting-login.ts'
import { readSessionCookie, setSessionCookie } from './session-cookie.ts'

/** Opens the session of an account that has shown all it must, and gives the browser its cookie. */
export async function letIn(
  deps: ProviderCompanies & { db: Db; clock: Clock },
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
  clearWaitingCookie(request, reply)
  return user
}
