import type { Grants } from '@winnow/domain'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { NOTHING } from '../../platform/http/gate.ts'
import { grantedIds, isOneOf } from '../access/index.ts'

/** The numbers of alarms of an hour, by verdict. Alarms that wait for their verdict are counted in `received` only. */
export interface Counts {
  received: number
  passed: number
  filtered: number
  unverified: number
  /** Alarms that get no verdict, for example because their camera was paused. */
  outside: number
}

/** Counts by the start of the hour, in Unix milliseconds. Hours without alarms are missing. */
export type CountsByHour = Map<number, Counts>

interface HourRow extends Counts {
  hour: Date
}

const byHour = (rows: readonly HourRow[]): CountsByHour =>
  new Map(rows.map(({ hour, ...counts }) => [hour.getTime(), counts]))

const SUMS = sql`sum(received)::int as received, sum(passed)::int as passed, sum(filtered)::int as filtered,
  sum(unverified)::int as unverified, sum(outside)::int as outside`

/** SQL condition for the hours of a window, including the hour in which the window begins. */
export const hoursSince = (since: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`h.hour >= date_trunc('hour', ${since}::timestamptz, 'UTC')`

/** Counts of the whole company, which has a row of its own for each hour. */
export async function countCompany(tx: Tx, companyId: string, since: Date): Promise<CountsByHour> {
  const { rows } = await sql<HourRow>`
    select h.hour, h.received, h.passed, h.filtered, h.unverified, h.outside from alarm_hour h
    where h.company_id = ${companyId} and h.site_id = ${NOTHING} and ${hoursSince(since)}`.execute(tx)
  return byHour(rows)
}

/** Counts of some sites together, in the hours of a condition on alias `h`. The cost depends on the number of their rows. */
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

/** Counts alarms of cameras that were granted one by one, which are few. Cameras of sites that the user sees as a whole are left out. */
export async function countViews(
  tx: Tx,
  companyId: string,
  grants: Exclude<Grants, { all: true }>,
  since: Date,
): Promise<CountsByHour> {
  const { rows } = await sql<HourRow>`
    select hour, count(*)::int as received, (count(*) filter (where verdict = 'true'))::int as passed,
      (count(*) filter (where verdict = 'false'))::int as filtered,
      (count(*) filter (where verdict = 'unverified'))::int as unverified,
      (count(*) filter (where outside is not null))::int as outside
    from (
      select date_trunc('hour', a.received_at, 'UTC') as hour, a.verdict, a.outside from alarm a
      where a.company_id = ${companyId} and not a.is_test
        and a.id >= app.uuid_from_time(date_trunc('hour', ${since}::timestamptz, 'UTC'))
        and a.view_id = any(${[...grants.views.keys()]}::uuid[])
        and not ${isOneOf(sql`a.site_id`, grantedIds(grants.sites))}
        and not ${isOneOf(sql`a.project_id`, grantedIds(grants.projects))}) counted
    group by hour`.execute(tx)
  return byHour(rows)
}

/** The sites that a user sees as a whole: granted themselves, or part of a granted client. */
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
