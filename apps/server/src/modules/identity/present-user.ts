import { UNLOCKS, type CurrentUser } from '@winnow/contract'
import { flowOfSession } from '@winnow/domain'
import { sql } from 'kysely'
import { fixedStatement } from '../../platform/db/fixed-statement.ts'
import { KEEP_PLAN } from '../../platform/db/joined-trips.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { SECOND_FACTOR_COLUMNS, stateOf } from './second-factor/second-step.ts'
import { accountOf, extraRolesOf, permissionsOf } from './load-actor.ts'
import { preferencesOf } from './preferences-of.ts'

/** Companies with a special role, from the settings. */
export interface ProviderCompanies {
  /** Their users always see the partner theme. */
  partnerCompanyIds: readonly string[]
  /** Its users are the supervisors. */
  specialCompanyId: string | undefined
}

/** All features that a company can have, each with a boolean that says whether it has the feature. */
export function presentUnlocks(value: unknown): CurrentUser['company']['unlocks'] {
  const given = (value ?? {}) as Record<string, unknown>
  return Object.fromEntries(
    UNLOCKS.map((unlock) => [unlock, given[unlock] === true]),
  ) as CurrentUser['company']['unlocks']
}

/** A part of a logo's address that changes with the logo. */
export const logoVersion = (key: string | null): string | null => key?.split('/').at(-2) ?? null

const selectUser = fixedStatement((db, { userId }: { userId: string }) =>
  db
    .selectFrom('app_user')
    .innerJoin('company', 'company.id', 'app_user.company_id')
    .leftJoin('second_factor', 'second_factor.id', 'app_user.id')
    .select(SECOND_FACTOR_COLUMNS)
    .select([
      'app_user.id',
      'app_user.name',
      'app_user.email',
      'app_user.user_type',
      'app_user.account_type',
      'app_user.extra_roles',
      'app_user.company_id',
      'app_user.scene_change_mode',
      'app_user.scene_change_opacity',
      'app_user.preferences',
      'company.id as companyId',
      'company.name as companyName',
      'company.theme',
      'company.default_site_timezone',
      'company.mask_color',
      'company.mask_opacity',
      'company.unlocks',
      'company.logo_key',
      sql<boolean>`company.suspended_at is not null`.as('suspended'),
      // The hash itself is not read.
      sql<boolean>`app_user.password_hash is not null`.as('hasPassword'),
    ])
    .modifyFront(KEEP_PLAN)
    .where('app_user.id', '=', userId)
    .compile(),
)

/** The user as the console needs them, with company and permissions. */
export async function presentUser(
  tx: Tx,
  userId: string,
  { partnerCompanyIds, specialCompanyId }: ProviderCompanies,
  impersonator: Actor['impersonator'] = null,
): Promise<CurrentUser> {
  const {
    rows: [row],
  } = await tx.executeQuery(selectUser(tx, { userId }))
  if (!row) throw new Error('the user is not there')
  const account = accountOf(row, specialCompanyId)
  const { flow, skipsRemaining } = flowOfSession(stateOf(row))
  const [red = 255, green = 0, blue = 0] = row.mask_color ?? []
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    companyId: row.companyId,
    companyName: row.companyName,
    companySuspended: row.suspended,
    accountType: row.account_type,
    roles: [account.userType, ...extraRolesOf(row, specialCompanyId)],
    permissionsByCompany: { [row.companyId]: [...permissionsOf(account)] },
    isSpecialCompany: row.companyId === specialCompanyId,
    impersonatedBy: impersonator && { id: impersonator.userId, name: impersonator.name },
    hasPassword: row.hasPassword,
    login2FaFlow: flow,
    login2FaSetupSkipsRemaining: skipsRemaining,
    sceneChangeMode: row.scene_change_mode as CurrentUser['sceneChangeMode'],
    sceneChangeOpacity: row.scene_change_opacity,
    company: {
      id: row.companyId,
      name: row.companyName,
      theme: partnerCompanyIds.includes(row.companyId) ? 'pelco' : (row.theme as CurrentUser['company']['theme']),
      defaultSiteTimezone: row.default_site_timezone,
      maskConfig: { maskColor: [red, green, blue], maskOpacity: row.mask_opacity },
      unlocks: presentUnlocks(row.unlocks),
      logoVersion: logoVersion(row.logo_key),
    },
    preferences: preferencesOf(row.preferences),
  }
}
