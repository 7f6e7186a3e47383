import type { getHomeRanking, ReplyOf } from '@winnow/contract'
import type { Grants } from '@winnow/domain'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { countNodes, countSource, type CountSource } from './count-source.ts'
import { presentCounts } from './present-counts.ts'
import { inWindow, noCounts, type Counts, type Window } from './quarter-counts.ts'

type Ranked = ReplyOf<typeof getHomeRanking>['views']['true'][number]

/** What a ranking sorts by. An `outside` alarm says nothing about its camera: the camera was switched off. */
const CRITERIA = {
  alarming: (counts: Counts) => counts.received - counts.outside,
  true: (counts: Counts) => counts.true_passed + counts.true_filtered + counts.true_unverified,
  false: (counts: Counts) => counts.false_passed + counts.false_filtered + counts.false_unverified,
}
type Criterion = keyof typeof CRITERIA

/** The same in SQL, for a row. */
const RANK: Record<Criterion, RawBuilder<unknown>> = {
  alarming: sql`received - outside`,
  true: sql`true_passed + true_filtered + true_unverified`,
  false: sql`false_passed + false_filtered + false_unverified`,
}
const NAMES = ['alarming', 'true', 'false'] as const

/** The ids of all nodes that are among the first by any criterion. Only what they are sorted by is added up. */
async function findFirst(
  tx: Tx,
  companyId: string,
  { table, node, condition }: CountSource,
  { window, limit }: { window: Window; limit: number },
): Promise<string[]> {
  const sums = NAMES.map((name) => sql`sum(${RANK[name]}) as ${sql.ref(name)}`)
  const firsts = NAMES.map(
    (name) =>
      sql`(select node from sums where ${sql.ref(name)} > 0 order by ${sql.ref(name)} desc, node limit ${limit})`,
  )
  const { rows } = await sql<{ node: string }>`
    with sums as materialized (
      select ${node} as node, ${sql.join(sums)} from ${table}
      where company_id = ${companyId} and ${inWindow(window)} and ${condition} group by 1)
    ${sql.join(firsts, sql` union `)}`.execute(tx)
  return rows.map((row) => row.node)
}

interface Named {
  id: string
  name: string
  siteId: string
  siteName: string
  projectId: string
  projectName: string
}

/** Names of sites or cameras, also of deleted ones, whose alarms still exist. */
async function readNames(tx: Tx, kind: 'site' | 'view', ids: readonly string[]): Promise<Map<string, Named>> {
  const node = kind === 'site' ? sql`site s` : sql`view v join site s on s.id = v.site_id`
  const of = kind === 'site' ? sql`s` : sql`v`
  const { rows } = await sql<Named>`
    select ${of}.id, ${of}.name, s.id as "siteId", s.name as "siteName", p.id as "projectId", p.name as "projectName"
    from ${node} join project p on p.id = s.project_id where ${of}.id = any(${[...ids]}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The sites or cameras with the most alarms of each kind in a window, the most first. */
export async function rankNodes(
  tx: Tx,
  companyId: string,
  grants: Grants,
  asked: { kind: 'site' | 'view'; window: Window; before: Window; limit: number },
): Promise<Record<Criterion, Ranked[]>> {
  const source = await countSource(tx, companyId, grants, asked.kind)
  const ids = await findFirst(tx, companyId, source, asked)
  const counts = await countNodes(tx, companyId, source, { window: asked.window, ids })
  const found = [...counts].map(([node, ofNode]) => ({ node, ...ofNode }))
  const names = await readNames(tx, asked.kind, ids)
  const before = await countNodes(tx, companyId, source, { window: asked.before, ids })
  const rank = (name: Criterion): Ranked[] => {
    const countOf = CRITERIA[name]
    return found
      .filter((row) => countOf(row) > 0)
      .toSorted((a, b) => countOf(b) - countOf(a) || (a.node < b.node ? -1 : 1))
      .slice(0, asked.limit)
      .flatMap((row) => {
        const named = names.get(row.node)
        if (!named) return []
        return {
          ...named,
          ...presentCounts(row),
          labelledTrue: CRITERIA.true(row),
          labelledFalse: CRITERIA.false(row),
          count: countOf(row),
          before: countOf(before.get(row.node) ?? noCounts()),
        }
      })
  }
  return { alarming: rank('alarming'), true: rank('true'), false: rank('false') }
}
