import type { getSiteStats, getViewStats, QueryOf, ReplyOf } from '@winnow/contract'
import type { Grants } from '@winnow/domain'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { listOrder } from '../../platform/db/list-order.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { containsPattern, siteInGrants, viewInGrants } from '../access/index.ts'
import { countNodes, countSource, noCounts, presentTotals, sumsByNode, type Window } from '../home/index.ts'

/** Who asks. */
export interface Asker {
  companyId: string
  grants: Grants
}

type Query = QueryOf<typeof getSiteStats> & Partial<Pick<QueryOf<typeof getViewStats>, 'siteId'>>
type Page = Pick<ReplyOf<typeof getViewStats>, 'count' | 'countIsExact' | 'page' | 'limit'>
type SiteRow = ReplyOf<typeof getSiteStats>['rows'][number]
type ViewRow = ReplyOf<typeof getViewStats>['rows'][number]

interface Found {
  id: string
  name: string
  siteId: string
  siteName: string
  projectId: string
  projectName: string
  timezone: string
  views: string
}

/** The condition of the sites or cameras that are listed, on alias `node`. */
export function listed(kind: 'site' | 'view', { companyId, grants }: Asker, query: Pick<Query, 'search' | 'siteId'>) {
  const { search, siteId } = query
  const conditions: RawBuilder<SqlBool>[] = [
    sql<SqlBool>`node.company_id = ${companyId} and node.deleted_at is null`,
    kind === 'site' ? siteInGrants(grants, 'node') : viewInGrants(grants, 'node'),
    ...(search === undefined ? [] : [sql<SqlBool>`node.name_key like lower(${containsPattern(search)})`]),
    ...(siteId === undefined ? [] : [sql<SqlBool>`node.site_id = ${siteId}`]),
  ]
  return sql.join(conditions, sql` and `)
}

/** The names and places of the rows of a page, and the number of cameras of a site that the caller may see. */
function namesOf(kind: 'site' | 'view', { companyId, grants }: Asker): RawBuilder<unknown> {
  const site =
    kind === 'site' ? sql`site s on s.id = page.id` : sql`view v on v.id = page.id join site s on s.id = v.site_id`
  return sql`
    select page.id, ${kind === 'site' ? sql`s.name` : sql`v.name`} as name, s.id as "siteId", s.name as "siteName",
      p.id as "projectId", p.name as "projectName", coalesce(s.timezone, c.default_site_timezone) as timezone,
      ${
        kind === 'site'
          ? sql`(select count(*) from view cam where cam.site_id = s.id and cam.deleted_at is null and ${viewInGrants(grants, 'cam')})`
          : sql`0`
      } as views
    from page join ${site} join project p on p.id = s.project_id join company c on c.id = ${companyId} order by page.place`
}

/** One page of sites or cameras with their figures in a window. The counts of the page's rows alone are added up, unless it is sorted by them. */
export function readStats(
  tx: Tx,
  asker: Asker,
  asked: { kind: 'site'; window: Window; query: Query },
): Promise<Page & { rows: SiteRow[] }>
export function readStats(
  tx: Tx,
  asker: Asker,
  asked: { kind: 'view'; window: Window; query: Query },
): Promise<Page & { rows: ViewRow[] }>
export async function readStats(
  tx: Tx,
  asker: Asker,
  { kind, window, query }: { kind: 'site' | 'view'; window: Window; query: Query },
): Promise<Page & { rows: (SiteRow & ViewRow)[] }> {
  const { sort = 'name', page, limit } = query
  const source = await countSource(tx, asker.companyId, asker.grants, kind)
  const isByAlarms = sort.endsWith('alarms')
  const sums = isByAlarms
    ? sql`left join (${sumsByNode(asker.companyId, source, window)}) counted on counted.node = node.id`
    : sql``
  const columns = { name: { by: sql`node.name_key` }, alarms: { by: sql`coalesce(counted.received, 0)` } }
  const order = listOrder(sort, columns, sql`node.id`)
  const where = listed(kind, asker, query)
  const { rows: found } = await sql<Found>`
    with page as materialized (
      select node.id, row_number() over (order by ${order}) as place from ${sql.table(kind)} node ${sums} where ${where}
      order by place limit ${limit} offset ${(page - 1) * limit})
    ${namesOf(kind, asker)}`.execute(tx)
  const counted = await sql<{ n: string }>`select count(*) as n from ${sql.table(kind)} node where ${where}`.execute(tx)
  const counts = await countNodes(tx, asker.companyId, source, { window, ids: found.map(({ id }) => id) })
  return {
    rows: found.map(({ views, ...row }) => ({
      ...row,
      views: Number(views),
      ...presentTotals(counts.get(row.id) ?? noCounts()),
    })),
    count: Number(counted.rows[0]?.n ?? 0),
    countIsExact: true,
    page,
    limit,
  }
}
