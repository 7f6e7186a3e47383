import { getCurrentUser, login, logout } from '@winnow/contract'
import { inSystem, inTenant } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { recordAudit } from '../audit/index.ts'
import { publishLive } from '../live/index.ts'
import { logIn, type LoginDeps } from './login.ts'
import { presentUser } from './present-user.ts'
import { clearSessionCookie, readSessionCookie, setSessionCookie } from './session-cookie.ts'
import { hashToken } from '../../platform/crypto/tokens.ts'

export function registerIdentity(register: Register, deps: LoginDeps): void {
  register(login, async ({ body, request, reply }) => {
    const previous = readSessionCookie(request)
    const { token, user } = await logIn(deps, {
      ...body,
      address: request.ip,
      userAgent: request.headers['user-agent'],
      requestId: request.id,
    })
    // A new login never continues an old session: whoever planted that cookie gains nothing.
    if (previous !== undefined)
      await inSystem(deps.db, (tx) =>
        tx
          .updateTable('session')
          .set({ ended_at: deps.clock.now() })
          .where('token_hash', '=', hashToken(previous))
          .execute(),
      )
    setSessionCookie(reply, token, { keep: body.keepLoggedIn, secure: request.protocol === 'https' })
    return user
  })

  register(logout, async ({ actor, request, reply }) => {
    const { sessionId } = actor
    if (sessionId)
      await inTenant(deps.db, actor.companyId, async (tx) => {
        const now = deps.clock.now()
        await tx.updateTable('session').set({ ended_at: now }).where('id', '=', sessionId).execute()
        await recordAudit(
          tx,
          actor,
          { action: 'logout', objectType: 'user', objectId: actor.userId ?? '', objectName: actor.name },
          now,
          request.id,
        )
        await publishLive(tx, actor.companyId, { type: 'session.ended', sessionId })
      })
    clearSessionCookie(reply)
    return { success: true as const }
  })

  register(getCurrentUser, async ({ actor }) => {
    const { userId } = actor
    if (userId === null) throw new AppError('NOT_AUTHORISED', 'Not authorised')
    return inTenant(deps.db, actor.companyId, (tx) => presentUser(tx, userId, deps, actor.impersonator))
  })
}
