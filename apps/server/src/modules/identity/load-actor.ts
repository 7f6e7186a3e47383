import type { ExtraRole, Permission, UserType } from '@winnow/contract'
import {
  PERMISSIONS_BY_USER_TYPE,
  permissionsOf as policy,
  type Account,
  type Grants,
  type NodePermission,
} from '@winnow/domain'

/** The data that determine a user's rights. */
export interface AccountRow {
  user_type: string
  extra_roles: readonly string[]
  account_type: string
  company_id: string
  suspended: boolean
}

const isExtraRole = (role: string): role is ExtraRole => role === 'SUPERVISOR' || role === 'AUDITOR'

/** Extra roles of an account. Users of the provider's special company are its supervisors, whatever their other roles. */
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

/** The contract's permissions of an account. */
export function permissionsOf(account: Account): ReadonlySet<Permission> {
  return policy(account)
}

/** What users of these types see without grants: the whole tree of their company. Also says whether they may change it. */
export function wholeTree(userType: UserType): Grants {
  const permissions: readonly string[] = PERMISSIONS_BY_USER_TYPE[userType]
  const writes = permissions.includes('node.write') || permissions.includes('integration.manage')
  return { all: true, permission: writes ? 'write' : 'read' }
}

/** The part of the tree that a token sees: the nodes it is limited to, or the whole company. */
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

const PROGRAM: Account = {
  userType: 'PROGRAMMATIC_USER',
  extraRoles: [],
  accountType: 'standard',
  suspended: false,
}

/** The permissions of a token that is limited to some clients and sites: those of a user with the same grants, and sending alarms. */
const HELD_PROGRAM: ReadonlySet<Permission> = new Set<Permission>([
  ...permissionsOf({ ...PROGRAM, userType: 'EXTERNAL_USER' }),
  'alarm.ingest',
])

/** The permissions of a token of a type and with these limits. */
export function permissionsOfToken(tokenType: string, { all }: Grants): ReadonlySet<Permission> {
  if (tokenType === 'ingest') return new Set<Permission>(['alarm.ingest', 'alarm.read'])
  return all ? permissionsOf(PROGRAM) : HELD_PROGRAM
}
