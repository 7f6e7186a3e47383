import { sql } from 'kysely'
import { inSystem, type Db, type Tx } from '../../platform/db/transaction.ts'
import type { Rule, Table } from '../../platform/modules/tables.ts'
import { rulesOf } from './delete-expired.ts'

type DaysRule = Extract<Rule, { kind: 'days' }>

async function deleteOld(
  tx: Tx,
  { name }: Table,
  { column, days, where, batch }: DaysRule,
  now: Date,
): Promise<bigint> {
  const table = sql.table(name)
  const before = new Date(now.getTime() - days * 86_400_000)
  const isOld = sql`${sql.ref(column)} < ${before} and ${where ?? sql`true`}`
  const { numAffectedRows } = await (
    batch === undefined
      ? sql`delete from ${table} where ${isOld}`
      : sql`
      delete from ${table} where id in (
        select id from ${table} where ${isOld} order by ${sql.ref(column)} limit ${batch} for update skip locked)`
  ).execute(tx)
  return numAffectedRows ?? 0n
}

/**
 * Deletes short-lived rows by the rules of each table, such as ended sessions, unfinished logins and delivered messages. Rules that run
 * before a deletion have a separate transaction, so that their records are kept even if the deletion fails.
 */
export async function deleteStale({ db, tables }: { db: Db; tables: readonly Table[] }, now: Date): Promise<void> {
  const rules = tables.flatMap((table) => rulesOf(table, 'days').map((rule) => ({ table, rule })))
  const run = async (when: 'before' | 'after'): Promise<void> => {
    for (const rule of tables.flatMap((table) => rulesOf(table, 'run')))
      if (rule.when === when) await inSystem(db, (tx) => rule.run(tx, now))
  }
  await run('before')
  await inSystem(db, async (tx) => {
    for (const { table, rule } of rules) if (rule.batch === undefined) await deleteOld(tx, table, rule, now)
  })
  await run('after')
  for (const { table, rule } of rules) {
    const { batch } = rule
    if (batch === undefined) continue
    // Rows are deleted in batches, because deleting many rows takes longer than one statement may.
    while ((await inSystem(db, (tx) => deleteOld(tx, table, rule, now))) >= BigInt(batch)) continue
  }
}
