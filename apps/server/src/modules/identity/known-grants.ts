import type { Grants, NodePermission } from '@winnow/domain'
import { LRUCache } from 'lru-cache'
import type { Tx } from '../../platform/db/transaction.ts'

/** What a user was granted, and the name that the database gives this state of it. */
export interface NamedGrants {
  version: string
  grants: Extract<Grants, { all: false }>
}

/** The grants of a user whose row, read just now, names them `version`. */
export type LoadGrants = (tx: Tx, userId: string, version: string) => Promise<Grants>

/** Single grants that are remembered at most, of all users together: some 20 MB. Whose are more than that are read each time. */
const MOST_REMEMBERED = 200_000

/**
 * Remembers grants between requests: reading thousands costs more than most answers. A process cannot remember too long, because it
 * asks no clock and hears of nothing: triggers give a user's grants a new name in the transaction that changes them, every request
 * reads that name with its session, and what goes by another name is read anew.
 */
export function createKnownGrants(): LoadGrants {
  const known = new LRUCache<string, NamedGrants>({
    maxSize: MOST_REMEMBERED,
    sizeCalculation: ({ grants }) => 1 + grants.projects.size + grants.sites.size + grants.views.size,
  })
  return async (tx, userId, version) => {
    const remembered = known.get(userId)
    if (remembered?.version === version) return remembered.grants
    const read = await readGrants(tx, userId)
    // Of a user who was deleted meanwhile, nothing.
    if (read.version !== undefined) known.set(userId, { version: read.version, grants: read.grants })
    return read.grants
  }
}

/** One statement, so that grants and name are of the same moment. */
export async function readGrants(
  tx: Tx,
  userId: string,
): Promise<{ version: string | undefined; grants: NamedGrants['grants'] }> {
  const rows = await tx
    .selectFrom('app_user')
    .leftJoin('user_grant', 'user_grant.user_id', 'app_user.id')
    .select(['app_user.grants_version', 'user_grant.node_type', 'user_grant.node_id', 'user_grant.permission'])
    .where('app_user.id', '=', userId)
    .orderBy('user_grant.node_type')
    .orderBy('user_grant.node_id')
    .execute()
  const of = (nodeType: string): ReadonlyMap<string, NodePermission> =>
    new Map(
      rows.flatMap((row) =>
        row.node_type === nodeType && row.node_id !== null
          ? [[row.node_id, row.permission === 'write' ? 'write' : 'read'] as const]
          : [],
      ),
    )
  return {
    version: rows[0]?.grants_version,
    grants: { all: false, projects: of('project'), sites: of('site'), views: of('view') },
  }
}
