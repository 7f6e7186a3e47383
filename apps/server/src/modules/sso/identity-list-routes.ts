import { disconnectSso, listSsoIdentities, type UserType } from '@winnow/contract'
import { mayManage } from '@winnow/domain'
import { sql } from 'kysely'
import { listOrder } from '../../platform/db/list-order.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { endSessions } from '../identity/index.ts'
import { countIdentities } from './settings-queries.ts'

const SORTS = {
  name: { by: sql`lower(app_user.name)` },
  email: { by: sql`lower(app_user.email)` },
  used: { by: sql`sso_identity.last_used_at`, nullable: true },
}

/** Lists connected accounts and removes connections. */
export function registerSsoIdentities(register: Register): void {
  register.read(listSsoIdentities, async ({ tx, params, query }) => {
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
      .orderBy(listOrder(query.sort ?? 'name', SORTS, sql`app_user.id`))
      .limit(limit)
      .offset((page - 1) * limit)
      .execute()
    const people = rows.map(({ created_at: connected, last_used_at: used, ...person }) => ({
      ...person,
      connectedAt: connected.toISOString(),
      lastUsedAt: used?.toISOString() ?? null,
    }))
    return { rows: people, count: await countIdentities(tx, params.id), countIsExact: true, page, limit }
  })

  register.write(disconnectSso, async ({ tx, actor, params, now, audit }) => {
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
    const entry = { action: 'sso.disconnected', objectType: 'user' as const, objectId: user.id, objectName: user.name }
    await audit(entry)
    return { success: true as const }
  })
}
