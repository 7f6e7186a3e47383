import { disconnectSso, listSsoIdentities, type UserType } from '@winnow/contract'
import { mayManage } from '@winnow/domain'
import { inSystem } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { recordAudit } from '../audit/index.ts'
import { endSessions } from '../identity/index.ts'
import { countIdentities } from './settings-queries.ts'
import type { SsoDeps } from './sso-deps.ts'

/** Who is connected, and taking that away again. */
export function registerSsoIdentities(register: Register, { db, clock }: SsoDeps): void {
  register(listSsoIdentities, async ({ params, query }) =>
    inSystem(db, async (tx) => {
      const { page, limit } = query
      const rows = await tx
        .selectFrom('sso_identity')
        .innerJoin('app_user', 'app_user.id', 'sso_identity.user_id')
        .select([
          'app_user.id as userId',
          'app_user.name',
          'app_user.email',
          'sso_identity.created_at',
          'sso_identity.last_used_at',
        ])
        .where('sso_identity.company_id', '=', params.id)
        .orderBy((eb) => eb.fn('lower', ['app_user.name']))
        .orderBy('app_user.id')
        .limit(limit)
        .offset((page - 1) * limit)
        .execute()
      const people = rows.map(({ created_at: connected, last_used_at: used, ...person }) => ({
        ...person,
        connectedAt: connected.toISOString(),
        lastUsedAt: used?.toISOString() ?? null,
      }))
      return { rows: people, count: await countIdentities(tx, params.id), countIsExact: true, page, limit }
    }),
  )

  register(disconnectSso, async ({ actor, params, request }) =>
    inSystem(db, async (tx) => {
      const now = clock.now()
      const user = await tx
        .selectFrom('app_user')
        .select(['id', 'name', 'company_id as companyId', 'user_type as userType'])
        .where('id', '=', params.id)
        .executeTakeFirstOrThrow()
      if (!mayManage(actor.userType, user.userType as UserType))
        throw new AppError('FORBIDDEN', 'Only a super user may change a super user')
      const { numDeletedRows } = await tx.deleteFrom('sso_identity').where('user_id', '=', user.id).executeTakeFirst()
      if (numDeletedRows === 0n) return { success: true as const }
      await endSessions(tx, { userId: user.id }, now)
      const entry = { action: 'sso.disconnected', objectType: 'user', objectId: user.id, objectName: user.name }
      await recordAudit(tx, { ...actor, companyId: user.companyId }, entry, now, request.id)
      return { success: true as const }
    }),
  )
}
