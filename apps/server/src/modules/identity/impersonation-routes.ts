import { endImpersonation, impersonate } from '@winnow/contract'
import { normalizeMailAddress, WITHOUT_CONSOLE } from '@winnow/domain'
import type { Clock } from '../../platform/clock.ts'
import { hashToken, newToken } from '../../platform/crypto/tokens.ts'
import { inSystem, type Db } from '../../platform/db/transaction.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { newId } from '../../platform/ids.ts'
import { recordAudit } from '../audit/index.ts'
import { publishLive } from '../live/index.ts'
import { recordImpersonationEnd } from './impersonation-end.ts'
import { presentUser, type ProviderCompanies } from './present-user.ts'
import { setSessionCookie } from './session-cookie.ts'

/** Acting for someone is for a look and a hand, not for a working day. */
const LONGEST_HOURS = 8

/**
 * A super user in the name of another: a session of its own beside the super user's, which it ends with. Everything done in it
 * stands in the audit under both names.
 */
export function registerImpersonation(register: Register, deps: { db: Db; clock: Clock } & ProviderCompanies): void {
  const { db, clock } = deps

  register(impersonate, async ({ actor, body, request, reply }) => {
    const { userId: superId, sessionId } = actor
    if (superId === null || sessionId === null) throw new AppError('TOKEN_INVALID', 'This call needs a login')
    const now = clock.now()
    const token = newToken()
    const user = await inSystem(db, async (tx) => {
      const found = await tx
        .selectFrom('app_user')
        .select(['id', 'name', 'company_id', 'user_type', 'disabled_at'])
        .where((eb) => eb(eb.fn('lower', ['email']), '=', normalizeMailAddress(body.email)))
        .executeTakeFirst()
      if (!found) throw notFound()
      if (found.user_type === 'SUPER_USER') throw new AppError('FORBIDDEN', 'Nobody acts in the name of a super user')
      if (found.disabled_at || WITHOUT_CONSOLE.has(found.user_type))
        throw new AppError('FORBIDDEN', 'This user cannot log in to the console')
      await tx
        .insertInto('session')
        .values({
          id: newId(now.getTime()),
          token_hash: hashToken(token),
          user_id: found.id,
          company_id: found.company_id,
          impersonator_id: superId,
          parent_id: sessionId,
          keep_logged_in: false,
          created_at: now,
          last_used_at: now,
          expires_at: new Date(now.getTime() + LONGEST_HOURS * 3_600_000),
          address: request.ip,
          user_agent: request.headers['user-agent']?.slice(0, 300) ?? null,
        })
        .execute()
      const entry = { action: 'impersonation.started', objectType: 'user', objectId: found.id, objectName: found.name }
      // Both companies are told: the one that lends the hand, and the one that is looked into.
      await recordAudit(tx, actor, entry, now, request.id)
      if (found.company_id !== actor.companyId)
        await recordAudit(tx, { ...actor, companyId: found.company_id }, entry, now, request.id)
      return presentUser(tx, found.id, deps, { userId: superId, name: actor.name })
    })
    setSessionCookie(reply, token, { keep: false })
    return user
  })

  register(endImpersonation, async ({ actor, request, reply }) => {
    const { impersonator, sessionId } = actor
    if (!impersonator || sessionId === null) throw new AppError('CONFLICT', 'Nobody is acting in another’s name')
    const now = clock.now()
    // The super user's own session got no new use meanwhile; its token is made anew, since only its hash was kept.
    const token = newToken()
    const { user, keep } = await inSystem(db, async (tx) => {
      const session = await tx
        .updateTable('session')
        .set({ ended_at: now })
        .where('id', '=', sessionId)
        .returning(['parent_id', 'user_id'])
        .executeTakeFirstOrThrow()
      const parent = await tx
        .updateTable('session')
        .set({ token_hash: hashToken(token), last_used_at: now })
        .where('id', '=', session.parent_id)
        .returning(['keep_logged_in', 'company_id'])
        .executeTakeFirstOrThrow()
      await publishLive(tx, actor.companyId, { type: 'session.ended', sessionId })
      await recordImpersonationEnd(
        tx,
        {
          acted: { id: session.user_id, name: actor.name, companyId: actor.companyId },
          impersonator: { ...impersonator, companyId: parent.company_id },
          address: request.ip,
        },
        now,
        request.id,
      )
      return { user: await presentUser(tx, impersonator.userId, deps), keep: parent.keep_logged_in }
    })
    setSessionCookie(reply, token, { keep })
    return user
  })
}
