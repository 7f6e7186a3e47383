import type { CurrentUser, UserType } from '@winnow/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { permissionsOf } from './load-actor.ts'

const preferencesOf = (value: unknown): CurrentUser['preferences'] => {
  const given = (value ?? {}) as Partial<CurrentUser['preferences']>
  return {
    dateFormat: given.dateFormat === 'american' ? 'american' : 'international',
    userTimezone: typeof given.userTimezone === 'string' ? given.userTimezone : null,
  }
}

/** The user as the console needs it, with their company and what they may do there. */
export async function presentUser(tx: Tx, userId: string, partnerCompanyIds: readonly string[]): Promise<CurrentUser> {
  const row = await tx
    .selectFrom('app_user')
    .innerJoin('company', 'company.id', 'app_user.company_id')
    .select([
      'app_user.id',
      'app_user.name',
      'app_user.email',
      'app_user.user_type',
      'app_user.account_type',
      'app_user.preferences',
      'company.id as companyId',
      'company.name as companyName',
      'company.theme',
      'company.default_site_timezone',
      'company.mask_color',
      'company.mask_opacity',
      sql<boolean>`company.suspended_at is not null`.as('suspended'),
    ])
    .where('app_user.id', '=', userId)
    .executeTakeFirstOrThrow()
  const userType = row.user_type as UserType
  const [red = 255, green = 0, blue = 0] = row.mask_color ?? []
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    companyId: row.companyId,
    companyName: row.companyName,
    companySuspended: row.suspended,
    accountType: row.account_type,
    roles: [userType],
    permissionsByCompany: { [row.companyId]: [...permissionsOf(userType)] },
    company: {
      id: row.companyId,
      name: row.companyName,
      theme: partnerCompanyIds.includes(row.companyId) ? 'pelco' : (row.theme as CurrentUser['company']['theme']),
      defaultSiteTimezone: row.default_site_timezone,
      maskConfig: { maskColor: [red, green, blue], maskOpacity: row.mask_opacity },
    },
    preferences: preferencesOf(row.preferences),
  }
}
