import { sql } from 'kysely'
import { inSystem, type Db, type Tx } from '../../platform/db/transaction.ts'
import type { MediaStore } from '../../platform/media/media-store.ts'
import { fileColumns, type Table } from '../../platform/modules/tables.ts'

/** Tables with rows of companies. `isLoose`: no foreign key deletes them with their company. */
async function tablesOfCompanies(tx: Tx): Promise<ReadonlyMap<string, { isLoose: boolean }>> {
  const { rows } = await sql<{ name: string; is_loose: boolean }>`
    select t.relname as name, not exists (
      select from pg_constraint k
      where k.conrelid = t.oid and k.confrelid = 'company'::regclass and k.contype = 'f' and k.confdeltype = 'c') as is_loose
    from pg_class t join pg_attribute a on a.attrelid = t.oid
    where t.relkind in ('r', 'p') and not t.relispartition and pg_table_is_visible(t.oid)
      and a.attname = 'company_id' and not a.attisdropped`.execute(tx)
  return new Map(rows.map(({ name, is_loose: isLoose }) => [name, { isLoose }]))
}

/** The keys of all files that rows of a company name. */
async function filesOf(
  tx: Tx,
  tables: readonly Table[],
  companyId: string,
  isOfCompanies: (table: string) => boolean,
): Promise<string[]> {
  const named = tables.flatMap((table) => {
    const column = table.name === 'company' ? 'id' : isOfCompanies(table.name) ? 'company_id' : undefined
    if (column === undefined) return []
    return fileColumns(table).map(
      (file) => sql`select ${sql.ref(file)} as key from ${sql.table(table.name)}
        where ${sql.ref(column)} = ${companyId} and ${sql.ref(file)} is not null`,
    )
  })
  if (named.length === 0) return []
  const { rows } = await sql<{ key: string }>`${sql.join(named, sql` union `)}`.execute(tx)
  return rows.map(({ key }) => key)
}

/**
 * Deletes the demo company: its rows in one transaction, then its files. The audit log stays.
 * @param tables all tables of the program
 */
export async function removeDemo(db: Db, media: MediaStore, tables: readonly Table[]): Promise<boolean> {
  const keys = await inSystem(
    db,
    async (tx) => {
      const company = await tx.selectFrom('company').select('id').where('is_demo', '=', true).executeTakeFirst()
      if (!company) return undefined
      const ofCompanies = await tablesOfCompanies(tx)
      const found = await filesOf(tx, tables, company.id, (table) => ofCompanies.has(table))
      for (const { name } of tables)
        if (name !== 'audit' && ofCompanies.get(name)?.isLoose)
          // oxlint-disable-next-line no-await-in-loop -- one connection runs one statement at a time
          await sql`delete from ${sql.table(name)} where company_id = ${company.id}`.execute(tx)
      await tx.deleteFrom('company').where('id', '=', company.id).execute()
      return found
    },
    { statementTimeoutMs: 0 },
  )
  if (!keys) return false
  await media.delete(keys)
  return true
}
