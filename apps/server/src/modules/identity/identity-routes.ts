import { forensicLogout, getCurrentUser, getSession, login, loginWithCode, logout } from '@winnow/contract'
import { inSystem, inTenant } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { recordAudit } from '../audit/index.ts'
import { registerCaptcha } from './captcha/captcha-routes.ts'
import { endOpener } from './end-opener.ts'
import { endSessions } from './end-sessions.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { letIn } from './let-in.ts'
import { logIn, presentStep } from './log-in.ts'
import { registerPasswords } from './password-routes.ts'
import { presentUser } from './present-user.ts'
import { registerCompanySecondFactor } from './second-factor/company-routes.ts'
import { registerOwnSecondFactor } from './second-factor/own-routes.ts'
import { decideSecondStep } from './second-factor/second-step.ts'
import { registerUserSecondFactor } from './second-factor/user-routes.ts'
import { findWaitingLogin } from './second-factor/waiting-login.ts'
import { clearSessionCookie } from './session-cookie.ts'
import { registerSessions } from './session-routes.ts'
import { registerWaysIn } from './way-in-routes.ts'

export function registerIdentity(register: Register, deps: IdentityDeps): void {
  register(login, ({ body, request, reply }) => logIn(deps, body, { request, reply }))

  register(loginWithCode, async ({ body, request, reply }) => {
    deps.attempts.codes.require(request.ip, deps.clock.now())
    const redeemed = await deps.redeemLoginCode(body, request)
    if (!redeemed) throw new AppError('LOGIN_CODE_INVALID', 'This code is wrong, too old or was used already')
    const { account, keepLoggedIn, redirectTo } = redeemed
    // A single sign-on asks for what its own rules want; a second factor of ours would ask twice.
    return { ...(await letIn(deps, account, { keepLoggedIn }, { request, reply })), redirectTo }
  })

  register(logout, async ({ actor, request, reply }) => {
    const { sessionId, userId } = actor
    if (sessionId && userId)
      await inSystem(deps.db, async (tx) => {
        const now = deps.clock.now()
        await endSessions(tx, { userId, sessionId }, now)
        const entry = { action: 'logout', objectType: 'user', objectId: userId, objectName: actor.name }
        await recordAudit(tx, actor, entry, now, request.id)
        await endOpener(tx, actor, now, request.id)
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

  register(getSession, async ({ actor, request }) => {
    const userId = actor?.userId
    if (userId)
      return {
        user: await inTenant(deps.db, actor.companyId, (tx) => presentUser(tx, userId, deps, actor.impersonator)),
        waiting: null,
      }
    const waiting = await inSystem(deps.db, async (tx) => {
      const found = await findWaitingLogin(tx, request, deps.clock.now())
      return found ? presentStep(found.account, await decideSecondStep(tx, found.account.id)) : null
    })
    return { user: null, waiting }
  })

  registerWaysIn(register, deps)
  registerCaptcha(register, deps)
  registerPasswords(register, deps)
  registerSessions(register, deps)
  registerOwnSecondFactor(register, deps)
  registerUserSecondFactor(register, deps)
  registerCompanySecondFactor(register, deps)
}
