import { forensicLogout, getCurrentUser, getSession, login, loginWithCode, logout } from '@winnow/contract'
import { askBeyond, inSystem, inTenant } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { registerCaptcha } from './captcha/captcha-routes.ts'
import { endOpener } from './end-opener.ts'
import { endSessions } from './end-sessions.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { completeLogin } from './complete-login.ts'
import { logIn, presentStep } from './log-in.ts'
import { registerPasswords } from './password-routes.ts'
import { registerPreferences } from './preference-routes.ts'
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
    const redeemed = await deps.redeemLoginCode(body, request)
    if (!redeemed) throw new AppError('LOGIN_CODE_INVALID', 'This code is wrong, too old or was used already')
    const { account, keepLoggedIn, redirectTo } = redeemed
    // The identity provider is responsible for a second factor, so Winnow does not ask for its own.
    return { ...(await completeLogin(deps, account, { keepLoggedIn }, { request, reply })), redirectTo }
  })

  register.write(logout, {
    async change({ tx, actor, now, requestId, audit }) {
      const { sessionId, userId } = actor
      if (sessionId === null || userId === null) return
      await endSessions(tx, { userId, sessionId }, now)
      await audit({ action: 'logout', objectType: 'user', objectId: userId, objectName: actor.name })
      if (actor.impersonator) await askBeyond(tx, 'who-acts-for-me', () => endOpener(tx, actor, now, requestId))
    },
    async reply({ reply }) {
      clearSessionCookie(reply)
      return { success: true as const }
    },
  })

  // Does nothing here. An installation with a forensic service routes this path to that service, which shares the session.
  register.read(forensicLogout, { reply: async () => ({ success: true as const }) })

  register.read(getCurrentUser, async ({ tx, actor }) => {
    if (actor.userId === null) throw new AppError('NOT_AUTHORISED', 'Not authorised')
    return presentUser(tx, actor.userId, deps, actor.impersonator)
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
  registerPreferences(register)
  registerSessions(register)
  registerOwnSecondFactor(register, deps)
  registerUserSecondFactor(register, deps)
  registerCompanySecondFactor(register, deps)
}
