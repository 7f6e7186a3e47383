import type { ExtraRole, Permission, UserType } from '@winnow/contract'
import {
  GRANTED_TYPES,
  PERMISSIONS_BY_USER_TYPE,
  permissionsOf as policy,
  type Account,
  type Grants,
  type NodePermission,
} from '@winnow/domain'
import type { Tx } from '../../platform/db/transaction.ts'

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

/** Types that see the whole tree of their company, and whether they may change it. */
function wholeTree(userType: UserType): Grants {
  const permissions: readonly string[] = PERMISSIONS_BY_USER_TYPE[userType]
  const writes = permissions.includes('node.write') || permissions.includes('integration.manage')
  return { all: true, permission: writes ? 'write' : 'read' }
}

/** The part of the tree a user sees. Types without grants of their own see all of their company. */
export async function loadGrants(tx: Tx, userId: string | null, userType: UserType): Promise<Grants> {
  if (!GRANTED_TYPES.has(userType)) return wholeTree(userType)
  const grants = {
    all: false as const,
    projects: new Map<string, NodePermission>(),
    sites: new Map<string, NodePermission>(),
    views: new Map<string, NodePermission>(),
  }
  if (userId === null) return grants
  const rows = await tx
    .selectFrom('user_grant')
    .select(['node_type', 'node_id', 'permission'])
    .where('user_id', '=', userId)
    .orderBy('node_type')
    .orderBy('node_id')
    .execute()
  for (const row of rows) {
    const map = row.node_type === 'project' ? grants.projects : row.node_type === 'site' ? grants.sites : grants.views
    map.set(row.node_id, row.permission === 'write' ? 'write' : 'read')
  }
  return grants
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
