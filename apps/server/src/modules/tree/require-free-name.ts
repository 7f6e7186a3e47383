import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'

/** Two things of one name under one parent cannot be told apart in a list; refuse the second. */
export async function requireFreeName(
  tx: Tx,
  table: 'project' | 'site' | 'view',
  parent: { column: 'company_id' | 'project_id' | 'site_id'; id: string },
  name: string,
  exceptId?: string,
): Promise<void> {
  // One writer of names under a parent at a time: two at once would each find the name free.
  await sql`select pg_advisory_xact_lock(hashtextextended(${parent.id}, 2))`.execute(tx)
  const { rows } = await sql`
    select 1 from ${sql.table(table)}
    where ${sql.ref(parent.column)} = ${parent.id} and lower(name) = lower(${name}) and deleted_at is null
      and id <> ${exceptId ?? '00000000-0000-0000-0000-000000000000'} limit 1`.execute(tx)
  if (rows.length > 0)
    throw new AppError('NAME_TAKEN', `“${name}” exists already`, {
      fields: [{ field: 'name', message: 'This name is taken' }],
    })
}
