import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { recordAudit } from '../audit/index.ts'
import { endSessions } from './end-sessions.ts'
import { recordImpersonationEnd } from './impersonation-end.ts'

/**
 * When a super user logs out while acting for another user, also ends the super user's own session. The cookie of that session was
 * replaced, so the browser could no longer end it.
 */
export async function endOpener(tx: Tx, actor: Actor, now: Date, requestId: string): Promise<void> {
  const { impersonator, sessionId, address } = actor
  if (!impersonator || sessionId === null) return
  const opener = await tx
    .selectFrom('session')
    .innerJoin('session as own', 'own.id', 'session.parent_id')
    .select(['own.id', 'own.company_id as companyId', 'session.user_id as actedId'])
    .where('session.id', '=', sessionId)
    .executeTakeFirst()
  if (!opener) return
  const { userId, name } = impersonator
  await tx.updateTable('session').set({ ended_at: now }).where('id', '=', sessionId).execute()
  await recordImpersonationEnd(
    tx,
    {
      acted: { id: opener.actedId, name: actor.name, companyId: actor.companyId },
      impersonator: { userId, name, companyId: opener.companyId },
      address,
    },
    now,
    requestId,
  )
  await endSessions(tx, { userId, sessionId: opener.id }, now)
  await recordAudit(
    tx,
    { companyId: opener.companyId, name, userId, address },
    { action: 'logout', objectType: 'user', objectId: userId, objectName: name },
    now,
    requestId,
  )
}
