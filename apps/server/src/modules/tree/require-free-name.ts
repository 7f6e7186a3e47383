import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { lockNames } from './tree-locks.ts'

/** Requires a name that no sibling has, since two siblings with one name cannot be told apart in a list. */
export async function requireFreeName(
  tx: Tx,
  table: 'project' | 'site' | 'view' | 'client_group',
  parent: { column: 'company_id' | 'project_id' | 'site_id'; id: string },
  name: string,
  exceptId?: string,
): Promise<void> {
  await lockNames(tx, [parent.id])
  // Deleted groups have no row any more. Other deleted nodes keep their row until retention removes it.
  const same =
    table === 'client_group' ? sql`lower(name) = lower(${name})` : sql`name_key = lower(${name}) and deleted_at is null`
  const { rows } = await sql`
    select 1 from ${sql.table(table)}
    where ${sql.ref(parent.column)} = ${parent.id} and ${same}
      and id <> ${exceptId ?? '00000000-0000-0000-0000-000000000000'} limit 1`.execute(tx)
  if (rows.length > 0)
    throw new AppError('NAME_TAKEN', `“${name}” exists already`, {
      fields: [{ field: 'name', message: 'This name is taken' }],
    })
}
