import { endOtherSessions, endSession, listSessions } from '@winnow/contract'
import { inSystem, inTenant } from '../../platform/db/transaction.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Register } from '../../platform/http/register.ts'
import { recordAudit } from '../audit/index.ts'
import { endSessions } from './end-sessions.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { impersonatorStands } from './impersonator-stands.ts'
import { isInUse } from './session-limits.ts'

/** The person behind a session; programs have none. */
function personOf(actor: Actor): { userId: string; sessionId: string } {
  const { userId, sessionId } = actor
  if (userId === null || sessionId === null) throw new AppError('NOT_AUTHORISED', 'Not authorised')
  return { userId, sessionId }
}

/** The user's own sessions, from the settings: where am I logged in, and what of it was not me. */
export function registerSessions(register: Register, { db, clock }: IdentityDeps): void {
  register(listSessions, ({ actor }) =>
    // Whoever acts in the user's name is of another company, whose users the tenant's wall hides.
    inSystem(db, async (tx) => {
      const { userId, sessionId } = personOf(actor)
      const now = clock.now()
      const rows = await tx
        .selectFrom('session')
        .leftJoin('app_user as impersonator', 'impersonator.id', 'session.impersonator_id')
        .select([
          'session.id',
          'session.created_at',
          'session.last_used_at',
          'session.expires_at',
          'session.keep_logged_in',
          'session.address',
          'session.user_agent',
          'impersonator.name as actedBy',
        ])
        .where('session.user_id', '=', userId)
        .where('session.ended_at', 'is', null)
        .where('session.expires_at', '>', now)
        .where(impersonatorStands(now))
        .where(isInUse(now))
        .orderBy('session.last_used_at', 'desc')
        .orderBy('session.id', 'desc')
        .limit(200)
        .execute()
      return rows.map((row) => ({
        id: row.id,
        current: row.id === sessionId,
        createdAt: row.created_at.toISOString(),
        lastUsedAt: row.last_used_at.toISOString(),
        expiresAt: row.expires_at.toISOString(),
        keepLoggedIn: row.keep_logged_in,
        address: row.address,
        userAgent: row.user_agent,
        actedBy: row.actedBy,
      }))
    }),
  )

  register(endSession, ({ actor, params, request }) =>
    inTenant(db, actor.companyId, async (tx) => {
      const { userId } = personOf(actor)
      const now = clock.now()
      if ((await endSessions(tx, { userId, sessionId: params.id }, now)) === 0) throw notFound()
      const entry = { action: 'session.ended', objectType: 'user', objectId: userId, objectName: actor.name }
      await recordAudit(tx, actor, entry, now, request.id)
      return { success: true as const }
    }),
  )

  register(endOtherSessions, ({ actor, request }) =>
    inTenant(db, actor.companyId, async (tx) => {
      const { userId, sessionId } = personOf(actor)
      const now = clock.now()
      const ended = await endSessions(tx, { userId, except: sessionId }, now)
      const entry = { action: 'session.ended', objectType: 'user', objectId: userId, objectName: actor.name }
      if (ended > 0) await recordAudit(tx, actor, { ...entry, after: { ended } }, now, request.id)
      return { ended }
    }),
  )
}
