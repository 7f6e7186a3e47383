import type { Grants } from '@winnow/domain'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { NOTHING } from '../../platform/http/register.ts'
import { grantedIds, isOneOf } from '../access/index.ts'

/** Alarms of an hour, by what became of them. Those still waiting are in `received` alone. */
export interface Counts {
  received: number
  passed: number
  filtered: number
  unverified: number
}

/** Counts by the beginning of the hour, in milliseconds since 1970. Hours without alarms are missing. */
export type CountsByHour = Map<number, Counts>

interface HourRow extends Counts {
  hour: Date
}

const byHour = (rows: readonly HourRow[]): CountsByHour =>
  new Map(rows.map(({ hour, ...counts }) => [hour.getTime(), counts]))

const SUMS = sql`sum(received)::int as received, sum(passed)::int as passed, sum(filtered)::int as filtered,
  sum(unverified)::int as unverified`

/** The hours of a window: all from the one that it begins in. */
export const hoursSince = (since: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`h.hour >= date_trunc('hour', ${since}::timestamptz, 'UTC')`

/** The company as a whole, which has a row per hour of its own. */
export async function countCompany(tx: Tx, companyId: string, since: Date): Promise<CountsByHour> {
  const { rows } = await sql<HourRow>`
    select h.hour, h.received, h.passed, h.filtered, h.unverified from alarm_hour h
    where h.company_id = ${companyId} and h.site_id = ${NOTHING} and ${hoursSince(since)}`.execute(tx)
  return byHour(rows)
}

/** Some sites together, in the hours that a condition on alias `h` names. Takes as long as they have rows there. */
export async function countSites(
  tx: Tx,
  companyId: string,
  siteIds: readonly string[],
  hours: RawBuilder<SqlBool>,
): Promise<CountsByHour> {
  const { rows } = await sql<HourRow>`
    select h.hour, ${SUMS} from alarm_hour h
    where h.company_id = ${companyId} and ${hours} and ${isOneOf(sql`h.site_id`, siteIds)} group by h.hour`.execute(tx)
  return byHour(rows)
}

/** The alarms of cameras that were granted alone, one by one: they are few. Sites that are seen as a whole are left out. */
export async function countViews(
  tx: Tx,
  companyId: string,
  grants: Exclude<Grants, { all: true }>,
  since: Date,
): Promise<CountsByHour> {
  const { rows } = await sql<HourRow>`
    select hour, count(*)::int as received, (count(*) filter (where verdict = 'true'))::int as passed,
      (count(*) filter (where verdict = 'false'))::int as filtered,
      (count(*) filter (where verdict = 'unverified'))::int as unverified
    from (
      select date_trunc('hour', a.received_at, 'UTC') as hour, a.verdict from alarm a
      where a.company_id = ${companyId} and not a.is_test
        and a.id >= app.uuid_from_time(date_trunc('hour', ${since}::timestamptz, 'UTC'))
        and a.view_id = any(${[...grants.views.keys()]}::uuid[])
        and not ${isOneOf(sql`a.site_id`, grantedIds(grants.sites))}
        and not ${isOneOf(sql`a.project_id`, grantedIds(grants.projects))}) counted
    group by hour`.execute(tx)
  return byHour(rows)
}

/** The sites that someone sees as a whole: granted themselves, or below a granted client. */
export async function wholeSites(
  tx: Tx,
  companyId: string,
  grants: Exclude<Grants, { all: true }>,
): Promise<readonly string[]> {
  const granted = grantedIds(grants.sites)
  if (grants.projects.size === 0) return granted
  const { rows } = await sql<{ id: string }>`
    select s.id from site s where s.company_id = ${companyId}
      and ${isOneOf(sql`s.project_id`, grantedIds(grants.projects))} order by s.id`.execute(tx)
  return [...new Set([...granted, ...rows.map(({ id }) => id)])]
}
