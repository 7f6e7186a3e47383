import { forensicLogout, getCurrentUser, login, loginWithCode, logout } from '@winnow/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { inTenant } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { recordAudit } from '../audit/index.ts'
import { admit, type AdmittedAccount } from './admit.ts'
import { captchaOf } from './captcha/require-captcha.ts'
import { registerCaptcha } from './captcha/captcha-routes.ts'
import { checkPassword } from './check-password.ts'
import { endSessions } from './end-sessions.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { callerOf } from './open-session.ts'
import { registerPasswords } from './password-routes.ts'
import { presentUser } from './present-user.ts'
import { clearSessionCookie, readSessionCookie, setSessionCookie } from './session-cookie.ts'
import { registerSessions } from './session-routes.ts'
import { registerWaysIn } from './way-in-routes.ts'

export function registerIdentity(register: Register, deps: IdentityDeps): void {
  const letIn = async (
    account: AdmittedAccount,
    { keepLoggedIn }: { keepLoggedIn: boolean },
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  ) => {
    const { token, user } = await admit(deps, account, {
      keepLoggedIn,
      caller: callerOf(request),
      requestId: request.id,
      previousToken: readSessionCookie(request),
    })
    setSessionCookie(reply, token, { keep: keepLoggedIn, secure: request.protocol === 'https' })
    return user
  }

  register(login, async ({ body, request, reply }) => {
    const account = await checkPassword(deps, {
      ...body,
      captcha: captchaOf(request, body.captcha),
      address: request.ip,
      requestId: request.id,
    })
    await deps.decideSecondStep(account)
    return letIn(account, body, { request, reply })
  })

  register(loginWithCode, async ({ body, request, reply }) => {
    deps.attempts.redemptions.require(request.ip, deps.clock.now())
    const account = await deps.redeemLoginCode(body.code)
    if (!account) throw new AppError('LOGIN_CODE_INVALID', 'This code is wrong, too old or was used already')
    return letIn(account, { keepLoggedIn: false }, { request, reply })
  })

  register(logout, async ({ actor, request, reply }) => {
    const { sessionId, userId } = actor
    if (sessionId && userId)
      await inTenant(deps.db, actor.companyId, async (tx) => {
        const now = deps.clock.now()
        await endSessions(tx, { userId, sessionId }, now)
        const entry = { action: 'logout', objectType: 'user', objectId: userId, objectName: actor.name }
        await recordAudit(tx, actor, entry, now, request.id)
      })
    clearSessionCookie(reply)
    return { success: true as const }
  })

  // Nothing of ours: a forensic service that shares the session stands in front of this path where there is one.
  register(forensicLogout, async () => ({ success: true as const }))

  register(getCurrentUser, async ({ actor }) => {
    const { userId } = actor
    if (userId === null) throw new AppError('NOT_AUTHORISED', 'Not authorised')
    return inTenant(deps.db, actor.companyId, (tx) => presentUser(tx, userId, deps, actor.impersonator))
  })

  registerWaysIn(register, deps)
  registerCaptcha(register, deps)
  registerPasswords(register, deps)
  registerSessions(register, deps)
}
