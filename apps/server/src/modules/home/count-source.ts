import type { Grants } from '@winnow/domain'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { NOTHING } from '../../platform/http/gate.ts'
import { grantedIds, isOneOf } from '../access/index.ts'
import { inWindow, SUMS, wholeSites, type Counts, type CountsByQuarter, type Window } from './quarter-counts.ts'

/** The rows to add up for sites or cameras that a user may see. */
export interface CountSource {
  table: RawBuilder<unknown>
  /** The column with the id of the site or camera. */
  node: RawBuilder<unknown>
  condition: RawBuilder<SqlBool>
}

/** The rows of sites, or those of cameras: also for sites, where a user sees single cameras of them only. */
export async function countSource(
  tx: Tx,
  companyId: string,
  grants: Grants,
  kind: 'site' | 'view',
): Promise<CountSource> {
  const ofSites = { table: sql`alarm_quarter`, node: sql`site_id` }
  const ofViews = { table: sql`view_quarter`, node: kind === 'site' ? sql`site_id` : sql`view_id` }
  if (grants.all)
    return kind === 'site'
      ? { ...ofSites, condition: sql<SqlBool>`site_id <> ${NOTHING}` }
      : { ...ofViews, condition: sql<SqlBool>`true` }
  const sites = isOneOf(sql`site_id`, await wholeSites(tx, companyId, grants))
  if (grants.views.size === 0) return { ...(kind === 'site' ? ofSites : ofViews), condition: sites }
  return {
    ...ofViews,
    condition: sql<SqlBool>`(${sites} or ${isOneOf(sql`view_id`, grantedIds(grants.views))})`,
  }
}

/** A site or camera with its counts. */
export type NodeCounts = Counts & { node: string }

/** SQL that adds up the counts of each site or camera in a window. */
export const sumsByNode = (
  companyId: string,
  { table, node, condition }: CountSource,
  window: Window,
): RawBuilder<unknown> => sql`
  select ${node} as node, ${SUMS} from ${table}
  where company_id = ${companyId} and ${inWindow(window)} and ${condition} group by 1`

/** The counts of some sites or cameras in a window. Those without alarms are missing. */
export async function countNodes(
  tx: Tx,
  companyId: string,
  source: CountSource,
  { window, ids }: { window: Window; ids: readonly string[] },
): Promise<Map<string, Counts>> {
  const condition = sql<SqlBool>`${source.condition} and ${source.node} = any(${[...ids]}::uuid[])`
  const { rows } = await sql<NodeCounts>`${sumsByNode(companyId, { ...source, condition }, window)}`.execute(tx)
  return new Map(rows.map(({ node, ...counts }) => [node, counts]))
}

/** The counts of one site or camera by quarter hour. */
export async function countNode(
  tx: Tx,
  companyId: string,
  { table, node, condition }: CountSource,
  { window, id }: { window: Window; id: string },
): Promise<CountsByQuarter> {
  const { rows } = await sql<Counts & { quarter: Date }>`
    select quarter, ${SUMS} from ${table}
    where company_id = ${companyId} and ${inWindow(window)} and ${condition} and ${node} = ${id} group by quarter`.execute(
    tx,
  )
  return new Map(rows.map(({ quarter, ...counts }) => [quarter.getTime(), counts]))
}
