import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { fileColumns, type Table } from '../../platform/modules/tables.ts'

/** SQL condition that no row of a table refers to the file `k.key`. */
function isUnnamed(table: Table): RawBuilder<SqlBool> {
  const isNamed = fileColumns(table).map((column) => sql`named.${sql.ref(column)} = k.key`)
  return sql<SqlBool>`not exists (select 1 from ${sql.table(table.name)} named where ${sql.join(isNamed, sql` or `)})`
}

/** Returns those keys to which no row refers. */
export async function unusedFiles(tx: Tx, tables: readonly Table[], keys: readonly string[]): Promise<string[]> {
  if (keys.length === 0) return []
  const conditions = tables.filter((table) => fileColumns(table).length > 0).map(isUnnamed)
  const { rows } = await sql<{ key: string }>`
    select k.key from unnest(${[...keys]}::text[]) as k(key) where ${sql.join(conditions, sql` and `)}`.execute(tx)
  return rows.map(({ key }) => key)
}
