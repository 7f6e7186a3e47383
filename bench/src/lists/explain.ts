import type { Db } from '@winnow/server/src/platform/db/transaction.ts'
import type { DB } from '@winnow/server/src/platform/db/types.generated.ts'
import { inTenant } from '@winnow/server/src/platform/db/transaction.ts'
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'

/** Prints PostgreSQL's measured execution plan of each query that `work` runs. */
export async function explain(
  pool: Pool,
  companyId: string,
  title: string,
  work: (db: Db) => Promise<unknown>,
): Promise<void> {
  const seen: CompiledQuery[] = []
  const db: Db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => void (event.level === 'query' && seen.push(event.query)),
  })
  await work(db)
  for (const query of seen.filter(({ sql }) => /\balarm|\bsignal\b|\bview\b|\bdelivery\b/.test(sql))) {
    const plan = await inTenant(db, companyId, (tx) =>
      tx.executeQuery<{ 'QUERY PLAN': string }>(
        CompiledQuery.raw(`explain (analyze, buffers) ${query.sql}`, [...query.parameters]),
      ),
    )
    console.log(`\n-- ${title}\n${plan.rows.map((row) => row['QUERY PLAN']).join('\n')}`)
  }
}
