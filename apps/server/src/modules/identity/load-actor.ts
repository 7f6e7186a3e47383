import type { Permission, UserType } from '@winnow/contract'
import { GRANTED_TYPES, PERMISSIONS_BY_USER_TYPE, type Grants, type NodePermission } from '@winnow/domain'
import type { Tx } from '../../platform/db/transaction.ts'

/** What a user type may do, as the contract's permissions. */
export function permissionsOf(userType: UserType): ReadonlySet<Permission> {
  return new Set<Permission>(PERMISSIONS_BY_USER_TYPE[userType])
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
