import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

/**
 * Deletes the sites or cameras that stand below a client or site. One instant marks everything that went together, so that an
 * undo brings back exactly that: what was deleted before keeps its own.
 */
export async function deleteBelow(
  tx: Tx,
  what: 'site' | 'view',
  parent: { column: 'project_id' | 'site_id'; id: string },
  at: Date,
): Promise<void> {
  await sql`
    update ${sql.table(what)} set deleted_at = ${at}
    where ${sql.ref(parent.column)} = ${parent.id} and deleted_at is null`.execute(tx)
}
