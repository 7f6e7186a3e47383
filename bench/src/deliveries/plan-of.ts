import { inTenant, type Db } from '@winnow/server/src/platform/db/transaction.ts'
import type { DB } from '@winnow/server/src/platform/db/types.generated.ts'
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import type { Pool } from 'pg'

interface PlanNode {
  'Node Type': string
  'Index Name'?: string
  'Relation Name'?: string
  Plans?: PlanNode[]
}

/** The tables that grow with the messages. How the others are read makes no difference. */
const LARGE = ['delivery', 'response_day']

/** The indexes by which a plan reads the large tables, and the tables that it reads from end to end. */
function readsOf(node: PlanNode): string[] {
  const { 'Node Type': type, 'Index Name': index, 'Relation Name': table = '', Plans: parts = [] } = node
  const isLarge = LARGE.includes(table) || LARGE.some((name) => index?.startsWith(`${name}_`))
  const own = !isLarge ? [] : index !== undefined ? [index] : type === 'Seq Scan' ? [`all of ${table}`] : []
  return [...own, ...parts.flatMap(readsOf)]
}

/** The indexes by which the queries of some work read what grows with the messages, in words. */
export async function planOf(pool: Pool, companyId: string, work: (db: Db) => Promise<unknown>): Promise<string> {
  const seen: CompiledQuery[] = []
  const db: Db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => void (event.level === 'query' && seen.push(event.query)),
  })
  await work(db)
  const reads: string[] = []
  for (const query of seen.filter(({ sql }) => /\bdelivery\b|\bresponse_day\b/.test(sql))) {
    const { rows } = await inTenant(db, companyId, (tx) =>
      tx.executeQuery<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
        CompiledQuery.raw(`explain (format json) ${query.sql}`, [...query.parameters]),
      ),
    )
    for (const row of rows) for (const { Plan: plan } of row['QUERY PLAN']) reads.push(...readsOf(plan))
  }
  return [...new Set(reads)].join(', ')
}
