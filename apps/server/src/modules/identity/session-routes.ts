import { endOtherSessions, endSession, listSessions } from '@winnow/contract'
import { inTenant } from '../../platform/db/transaction.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Register } from '../../platform/http/register.ts'
import { recordAudit } from '../audit/index.ts'
import { endSessions } from './end-sessions.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { IDLE_HOURS } from './session-cookie.ts'

/** The person behind a session; programs have none. */
function personOf(actor: Actor): { userId: string; sessionId: string } {
  const { userId, sessionId } = actor
  if (userId === null || sessionId === null) throw new AppError('NOT_AUTHORISED', 'Not authorised')
  return { userId, sessionId }
}

/** The user's own sessions, from the settings: where am I logged in, and what of it was not me. */
export function registerSessions(register: Register, { db, clock }: IdentityDeps): void {
  register(listSessions, ({ actor }) =>
    inTenant(db, actor.companyId, async (tx) => {
      const { userId, sessionId } = personOf(actor)
      const now = clock.now()
      const rows = await tx
        .selectFrom('session')
        .select(['id', 'created_at', 'last_used_at', 'expires_at', 'keep_logged_in', 'address', 'user_agent'])
        .where('user_id', '=', userId)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', now)
        .where((eb) =>
          eb.or([
            eb('keep_logged_in', '=', true),
            eb('last_used_at', '>', new Date(now.getTime() - IDLE_HOURS * 3_600_000)),
          ]),
        )
        .orderBy('last_used_at', 'desc')
        .orderBy('id', 'desc')
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
