import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { inSystem, type Db, type Tx } from '../../platform/db/transaction.ts'
import type { MediaStore } from '../../platform/media/media-store.ts'
import { fileColumns, type Rule, type Table } from '../../platform/modules/tables.ts'
import { unusedFiles } from './unused-files.ts'

const BATCH = 500

export interface RetentionDeps {
  db: Db
  media: MediaStore
  /** All tables of the program. */
  tables: readonly Table[]
}

interface Expired {
  rows: number
  keys: string[]
}

/** The rules of a table of one kind. */
export const rulesOf = <Kind extends Rule['kind']>({ rows }: Table, kind: Kind): Extract<Rule, { kind: Kind }>[] =>
  rows === 'kept' ? [] : rows.filter((rule): rule is Extract<Rule, { kind: Kind }> => rule.kind === kind)

/** Deletes rows of a table and returns the keys of their files. */
async function deleteRows(tx: Tx, table: Table, where: RawBuilder<SqlBool>): Promise<string[]> {
  const columns = fileColumns(table)
  const named = columns.length === 0 ? sql`` : sql`returning ${sql.join(columns.map((column) => sql.ref(column)))}`
  const { rows } = await sql<Record<string, string | null>>`
    delete from ${sql.table(table.name)} where ${where} ${named}`.execute(tx)
  return rows.flatMap((row) => Object.values(row)).filter((key) => key !== null)
}

/** Deletes one batch of every table's rows beyond a company's retention time, and returns the keys of their files. */
async function deleteBatch(tx: Tx, tables: readonly Table[], companyId: string, before: Date): Promise<Expired> {
  const expired: Expired = { rows: 0, keys: [] }
  for (const table of tables)
    for (const { where = sql<SqlBool>`true` } of rulesOf(table, 'retention')) {
      const { rows } = await sql<{ id: string }>`
        select id from ${sql.table(table.name)} where company_id = ${companyId} and id < app.uuid_from_time(${before}) and ${where}
        order by id limit ${BATCH} for update skip locked`.execute(tx)
      const ids = rows.map(({ id }) => id)
      for (const part of tables)
        for (const rule of rulesOf(part, 'with'))
          if (rule.table === table.name)
            expired.keys.push(...(await deleteRows(tx, part, sql`${sql.ref(rule.column)} = any(${ids}::uuid[])`)))
      expired.keys.push(...(await deleteRows(tx, table, sql`id = any(${ids}::uuid[])`)))
      expired.rows += ids.length
    }
  return { rows: expired.rows, keys: [...new Set(expired.keys)] }
}

/**
 * Deletes data that are older than their company's retention time: first the rows, then their files. A crash in between leaves files
 * without rows, which `sweepOrphans` finds. It never leaves a row without its pictures.
 * @returns the number of deleted alarms and signals
 */
export async function deleteExpired({ db, media, tables }: RetentionDeps, now: Date): Promise<number> {
  const companies = await inSystem(db, (tx) => tx.selectFrom('company').select(['id', 'retention_days']).execute())
  let deleted = 0
  for (const company of companies) {
    const before = new Date(now.getTime() - company.retention_days * 86_400_000)
    for (;;) {
      const batch = await inSystem(db, (tx) => deleteBatch(tx, tables, company.id, before))
      // One raw mail can belong to several cameras. It is deleted with the last signal that refers to it.
      const free = await inSystem(db, (tx) => unusedFiles(tx, tables, batch.keys))
      await media.delete(free)
      deleted += batch.rows
      if (batch.rows === 0) break
    }
  }
  return deleted
}
