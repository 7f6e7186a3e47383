import type { Tx } from '../../platform/db/transaction.ts'
import { recordAudit } from '../audit/index.ts'

interface EndedImpersonation {
  acted: { id: string; name: string; companyId: string }
  impersonator: { userId: string; name: string; companyId: string }
  address?: string
}

/** Records the end of an impersonation, for both companies, with the data from its start. */
export async function recordImpersonationEnd(
  tx: Tx,
  { acted, impersonator, address }: EndedImpersonation,
  at: Date,
  requestId?: string,
): Promise<void> {
  const entry = {
    action: 'impersonation.ended',
    objectType: 'user' as const,
    objectId: acted.id,
    objectName: acted.name,
  }
  const { userId, name } = impersonator
  for (const companyId of new Set([acted.companyId, impersonator.companyId]))
    await recordAudit(
      tx,
      {
        companyId,
        name: acted.name,
        userId: acted.id,
        impersonator: { userId, name },
        ...(address === undefined ? {} : { address }),
      },
      entry,
      at,
      requestId,
    )
}

/**
 * Records ended impersonations that have no record yet. An impersonation ends after eight hours, or when the sessions of the user or of
 * the super user end. The record has the time of that end.
 */
export async function endOverdueImpersonations(tx: Tx, now: Date): Promise<void> {
  const over = await tx
    .selectFrom('session')
    .innerJoin('session as own', 'own.id', 'session.parent_id')
    .innerJoin('app_user as acted', 'acted.id', 'session.user_id')
    .innerJoin('app_user as impersonator', 'impersonator.id', 'session.impersonator_id')
    .select([
      'session.id',
      'session.expires_at as expiresAt',
      'own.expires_at as ownExpiresAt',
      'own.ended_at as ownEndedAt',
      'acted.id as actedId',
      'acted.name as actedName',
      'acted.company_id as actedCompanyId',
      'impersonator.id as userId',
      'impersonator.name',
      'impersonator.company_id as companyId',
    ])
    .where('session.ended_at', 'is', null)
    .where((eb) =>
      eb.or([eb('session.expires_at', '<=', now), eb('own.expires_at', '<=', now), eb('own.ended_at', 'is not', null)]),
    )
    .forUpdate('session')
    .execute()
  for (const { id, actedId, actedName, actedCompanyId, userId, name, companyId, ...ends } of over) {
    const times = [ends.expiresAt, ends.ownExpiresAt, ends.ownEndedAt ?? now].map((time) => time.getTime())
    const at = new Date(Math.min(...times))
    await tx.updateTable('session').set({ ended_at: at }).where('id', '=', id).execute()
    const acted = { id: actedId, name: actedName, companyId: actedCompanyId }
    await recordImpersonationEnd(tx, { acted, impersonator: { userId, name, companyId } }, at)
  }
}
