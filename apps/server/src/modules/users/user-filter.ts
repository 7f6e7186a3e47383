import { USER_TYPES, type Permission, type UserRow, type UserStatus } from '@winnow/contract'
import { permissionsOf } from '@winnow/domain'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { containsPattern } from '../access/index.ts'

export interface UserFilter {
  search?: string | undefined
  roles?: readonly (UserRow['userType'] | UserRow['extraRoles'][number])[] | undefined
  permissions?: readonly Permission[] | undefined
  status?: UserStatus | undefined
}

const supervises = (isSpecial: boolean) =>
  isSpecial ? sql<SqlBool>`true` : sql<SqlBool>`('SUPERVISOR' = any(u.extra_roles))`
const bills = sql<SqlBool>`('AUDITOR' = any(u.extra_roles) or u.account_type = 'partner')`

/**
 * SQL condition for users who have all of the given permissions. It is made by evaluating the policy for every kind of account, so the list
 * always agrees with the permissions that the server checks.
 */
function mayAll(permissions: readonly Permission[], isSpecial: boolean): RawBuilder<SqlBool> {
  const kinds = USER_TYPES.flatMap((userType) =>
    [true, false].flatMap((supervisor) => [true, false].map((auditor) => ({ userType, supervisor, auditor }))),
  ).filter(({ userType, supervisor, auditor }) => {
    const extraRoles = [...(supervisor ? ['SUPERVISOR'] : []), ...(auditor ? ['AUDITOR'] : [])]
    const has = permissionsOf({ userType, extraRoles, accountType: 'standard', suspended: false })
    return permissions.every((permission) => has.has(permission))
  })
  if (kinds.length === 0) return sql<SqlBool>`false`
  const rows = kinds.map((kind) => sql`(${kind.userType}, ${kind.supervisor}::boolean, ${kind.auditor}::boolean)`)
  return sql<SqlBool>`(u.user_type, ${supervises(isSpecial)}, ${bills}) in (${sql.join(rows)})`
}

const isInvited = sql`exists (select from invitation i where i.user_id = u.id)`

function hasStatus(status: UserStatus, now: Date): RawBuilder<SqlBool> {
  if (status === 'suspended') return sql<SqlBool>`u.disabled_at is not null`
  if (status === 'active') return sql<SqlBool>`u.disabled_at is null and not ${isInvited}`
  const inTime = status === 'invited' ? sql`i.expires_at > ${now}` : sql`i.expires_at <= ${now}`
  return sql<SqlBool>`u.disabled_at is null and exists (select from invitation i where i.user_id = u.id and ${inTime})`
}

/** SQL condition on `app_user u` of one company. */
export function userConditions(
  companyId: string,
  filter: UserFilter,
  { now, specialCompanyId }: { now: Date; specialCompanyId: string | undefined },
): RawBuilder<SqlBool> {
  const conditions: RawBuilder<SqlBool>[] = [sql<SqlBool>`u.company_id = ${companyId}`]
  if (filter.search) {
    const pattern = containsPattern(filter.search)
    conditions.push(sql<SqlBool>`(u.name ilike ${pattern} or u.email ilike ${pattern})`)
  }
  const isSpecial = companyId === specialCompanyId
  if (filter.roles) {
    const roles = [...filter.roles]
    const supervisor = roles.includes('SUPERVISOR') ? sql`or ${supervises(isSpecial)}` : sql``
    conditions.push(
      sql<SqlBool>`(u.user_type = any(${roles}::text[]) or u.extra_roles && ${roles}::text[] ${supervisor})`,
    )
  }
  if (filter.permissions && filter.permissions.length > 0) conditions.push(mayAll(filter.permissions, isSpecial))
  if (filter.status) conditions.push(hasStatus(filter.status, now))
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}
