import type { Grants, NodePermission } from '@winnow/domain'
import { LRUCache } from 'lru-cache'
import { inSystem, type Db, type Tx } from '../../platform/db/transaction.ts'

/** A user's grants, and the version that the database gives them. */
export interface NamedGrants {
  version: string
  grants: Extract<Grants, { all: false }>
}

/** Loads the grants of a user whose row, read just now, names them `version`. */
export type LoadGrants = (db: Db, userId: string, version: string) => Promise<Grants>

/** Limit on cached grants of all users together, some 20 MB. The grants of a user with more than that are read for each request. */
const MAX_REMEMBERED = 200_000

/**
 * Caches grants between requests, since reading thousands of them costs more than most replies. Outdated grants are never used. Triggers
 * give a user's grants a new version in the transaction that changes them. Every request reads that version with its session, and reads
 * the grants again if the cached version differs.
 */
export function createKnownGrants(): LoadGrants {
  const known = new LRUCache<string, NamedGrants>({
    maxSize: MAX_REMEMBERED,
    sizeCalculation: ({ grants }) => 1 + grants.projects.size + grants.sites.size + grants.views.size,
  })
  return async (db, userId, version) => {
    const remembered = known.get(userId)
    if (remembered?.version === version) return remembered.grants
    const read = await inSystem(db, (tx) => readGrants(tx, userId))
    // The user was deleted meanwhile; nothing is cached.
    if (read.version !== undefined) known.set(userId, { version: read.version, grants: read.grants })
    return read.grants
  }
}

/** Reads a user's grants and their version with one statement, so that both belong together. */
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
