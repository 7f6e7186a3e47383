import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

type Parent = { column: 'project_id' | 'site_id'; id: string }
type Below = { what: 'site' | 'view'; parent: Parent }

/** Changes the deletion time of sites or cameras below a client or site. They are locked in the order of their ids. */
async function change(tx: Tx, { what, parent }: Below, which: RawBuilder<unknown>, to: Date | null): Promise<void> {
  const table = sql.table(what)
  await sql`
    update ${table} set deleted_at = ${to}
    where id in (select id from ${table} where ${sql.ref(parent.column)} = ${parent.id} and ${which}
      order by id for no key update)`.execute(tx)
}

/**
 * Deletes the sites or cameras below a client or site. They all get the same deletion time, so that an undo restores exactly these. Nodes
 * that were deleted before keep their earlier time.
 */
export const deleteBelow = (tx: Tx, what: 'site' | 'view', parent: Parent, at: Date): Promise<void> =>
  change(tx, { what, parent }, sql`deleted_at is null`, at)

/** Restores the sites or cameras below a client or site that were deleted at this time. */
export const restoreBelow = (tx: Tx, what: 'site' | 'view', parent: Parent, at: Date): Promise<void> =>
  change(tx, { what, parent }, sql`deleted_at = ${at}`, null)
