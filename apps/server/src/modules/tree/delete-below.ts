import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

/**
 * Deletes the sites or cameras below a client or site. They all get the same deletion time, so that an undo restores exactly these. Nodes
 * that were deleted before keep their earlier time.
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
