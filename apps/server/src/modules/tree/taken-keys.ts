import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

interface TakenKey {
  id: string
  name: string
  key: string
  /** The name of the node that has the key now. */
  takenBy: string
}

/**
 * Finds deleted nodes whose key an import has given to another node meanwhile. They cannot be restored: of nodes of one kind that exist, a
 * company has each key at most once, since imports find nodes by it. The caller holds the lock on the products of the company, as imports do.
 * @param options.which condition on the deleted nodes, which are called `n`
 * @param options.most the maximum number of nodes that are found
 */
export async function findTakenKeys(
  tx: Tx,
  companyId: string,
  { kind, which, most }: { kind: 'project' | 'site' | 'view'; which: RawBuilder<SqlBool>; most: number },
): Promise<TakenKey[]> {
  const table = sql.table(kind)
  const { rows } = await sql<TakenKey>`
    select n.id, n.name, n.external_key as key, other.name as "takenBy"
    from ${table} n join ${table} other on other.company_id = ${companyId} and other.external_key = n.external_key
    where n.company_id = ${companyId} and n.external_key is not null and n.deleted_at is not null and other.deleted_at is null and ${which}
    limit ${most}`.execute(tx)
  return rows
}
