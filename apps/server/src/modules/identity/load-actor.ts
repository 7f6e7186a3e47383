import type { ExtraRole, Permission, UserType } from '@winnow/contract'
import {
  PERMISSIONS_BY_USER_TYPE,
  permissionsOf as policy,
  type Account,
  type Grants,
  type NodePermission,
} from '@winnow/domain'

/** What decides about a user's rights, as the database has it. */
export interface AccountRow {
  user_type: string
  extra_roles: readonly string[]
  account_type: string
  company_id: string
  suspended: boolean
}

const isExtraRole = (role: string): role is ExtraRole => role === 'SUPERVISOR' || role === 'AUDITOR'

/** Users of the provider's special company are its supervisors, whatever else they are. */
export function extraRolesOf(row: AccountRow, specialCompanyId: string | undefined): ExtraRole[] {
  const roles = new Set<ExtraRole>(row.extra_roles.filter(isExtraRole))
  if (row.company_id === specialCompanyId) roles.add('SUPERVISOR')
  return [...roles].toSorted()
}

export function accountOf(row: AccountRow, specialCompanyId: string | undefined): Account & { userType: UserType } {
  return {
    userType: row.user_type as UserType,
    extraRoles: extraRolesOf(row, specialCompanyId),
    accountType: row.account_type,
    suspended: row.suspended,
  }
}

/** What an account may do, as the contract's permissions. */
export function permissionsOf(account: Account): ReadonlySet<Permission> {
  return policy(account)
}

/** What types see without grants of their own: the whole tree of their company; and whether they may change it. */
export function wholeTree(userType: UserType): Grants {
  const permissions: readonly string[] = PERMISSIONS_BY_USER_TYPE[userType]
  const writes = permissions.includes('node.write') || permissions.includes('integration.manage')
  return { all: true, permission: writes ? 'write' : 'read' }
}

/** The part of the tree a token sees: what it was made for, or all of its company. */
export function tokenGrants(row: {
  token_type: string
  project_ids: readonly string[] | null
  site_ids: readonly string[] | null
}): Grants {
  const permission: NodePermission = row.token_type === 'api' ? 'write' : 'read'
  if (row.project_ids === null && row.site_ids === null) return { all: true, permission }
  const grant = (ids: readonly string[] | null) => new Map((ids ?? []).map((id) => [id, permission]))
  return { all: false, projects: grant(row.project_ids), sites: grant(row.site_ids), views: new Map() }
}
