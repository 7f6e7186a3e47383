import { endOtherSessions, endSession, listSessions } from '@winnow/contract'
import { askBeyond } from '../../platform/db/transaction.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Register } from '../../platform/http/register.ts'
import { endSessions } from './end-sessions.ts'
import { impersonatorStands } from './impersonator-stands.ts'
import { isInUse } from './session-limits.ts'

/** The person behind a session; undefined for programs. */
function personOf(actor: Actor): { userId: string; sessionId: string } {
  const { userId, sessionId } = actor
  if (userId === null || sessionId === null) throw new AppError('NOT_AUTHORISED', 'Not authorised')
  return { userId, sessionId }
}

/** Operations on the user's own sessions, for the settings. */
export function registerSessions(register: Register): void {
  register.read(listSessions, async ({ tx, actor, now }) => {
    const { userId, sessionId } = personOf(actor)
    // The impersonating user belongs to another company, whose users row-level security hides.
    const rows = await askBeyond(tx, 'who-acts-for-me', () =>
      tx
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
        .execute(),
    )
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
  })

  register.write(endSession, async ({ tx, actor, params, audit, now }) => {
    const { userId } = personOf(actor)
    if ((await endSessions(tx, { userId, sessionId: params.id }, now)) === 0) throw notFound()
    const entry = { action: 'session.ended', objectType: 'user' as const, objectId: userId, objectName: actor.name }
    await audit(entry)
    return { success: true as const }
  })

  register.write(endOtherSessions, async ({ tx, actor, audit, now }) => {
    const { userId, sessionId } = personOf(actor)
    const ended = await endSessions(tx, { userId, except: sessionId }, now)
    const entry = { action: 'session.ended', objectType: 'user' as const, objectId: userId, objectName: actor.name }
    if (ended > 0) await audit({ ...entry, after: { ended } })
    return { ended }
  })
}
