import type { Grants } from '@winnow/domain'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { NOTHING } from '../../platform/http/gate.ts'
import { grantedIds, isOneOf } from '../access/index.ts'

/** The counts of the tables `alarm_quarter`, `view_quarter` and `scope_quarter`, by column. */
export const COUNT_COLUMNS = [
  'received',
  'passed',
  'filtered',
  'unverified',
  'outside',
  'true_passed',
  'true_filtered',
  'true_unverified',
  'false_passed',
  'false_filtered',
  'false_unverified',
] as const

/**
 * Numbers of alarms of a period. Alarms that wait for their verdict are counted in `received` only. Fields with two words are labelled
 * alarms: their ground truth, then their verdict.
 */
export type Counts = Record<(typeof COUNT_COLUMNS)[number], number>

/** Counts by the start of the quarter hour, in Unix milliseconds. Quarter hours without alarms are missing. */
export type CountsByQuarter = Map<number, Counts>

/** A period of whole quarter hours. It includes `since` and excludes `till`. */
export interface Window {
  since: Date
  till: Date
}

type QuarterRow = Counts & { quarter: Date }

const byQuarter = (rows: readonly QuarterRow[]): CountsByQuarter =>
  new Map(rows.map(({ quarter, ...counts }) => [quarter.getTime(), counts]))

export const noCounts = (): Counts => ({
  received: 0,
  passed: 0,
  filtered: 0,
  unverified: 0,
  outside: 0,
  true_passed: 0,
  true_filtered: 0,
  true_unverified: 0,
  false_passed: 0,
  false_filtered: 0,
  false_unverified: 0,
})

/** Adds counts to others, in place. */
export function addCounts(to: Counts, counts: Counts): void {
  for (const column of COUNT_COLUMNS) to[column] += counts[column]
}

/** The sums of all counts of rows, as columns of the same names. */
export const SUMS = sql.join(COUNT_COLUMNS.map((column) => sql`sum(${sql.ref(column)})::int as ${sql.ref(column)}`))

/** SQL condition for the quarter hours of a window, on the column `quarter`. */
export const inWindow = ({ since, till }: Window): RawBuilder<SqlBool> =>
  sql<SqlBool>`(quarter >= ${since}::timestamptz and quarter < ${till}::timestamptz)`

/** Counts of the whole company, which has rows of its own for each quarter hour: one for each slot. */
export async function countCompany(tx: Tx, companyId: string, window: Window): Promise<CountsByQuarter> {
  const { rows } = await sql<QuarterRow>`
    select quarter, ${SUMS} from alarm_quarter
    where company_id = ${companyId} and site_id = ${NOTHING} and ${inWindow(window)} group by quarter`.execute(tx)
  return byQuarter(rows)
}

/** Counts of some sites together, in the quarter hours of a condition. The cost depends on the number of their rows. */
export async function countSites(
  tx: Tx,
  companyId: string,
  siteIds: readonly string[],
  quarters: RawBuilder<SqlBool>,
): Promise<CountsByQuarter> {
  const { rows } = await sql<QuarterRow>`
    select quarter, ${SUMS} from alarm_quarter
    where company_id = ${companyId} and ${quarters} and ${isOneOf(sql`site_id`, siteIds)} group by quarter`.execute(tx)
  return byQuarter(rows)
}

/** Counts of cameras that were granted one by one. Their rows of sites that the user sees as a whole are left out. */
export async function countViews(
  tx: Tx,
  companyId: string,
  { viewIds, siteIds }: { viewIds: readonly string[]; siteIds: readonly string[] },
  window: Window,
): Promise<CountsByQuarter> {
  const { rows } = await sql<QuarterRow>`
    select quarter, ${SUMS} from view_quarter
    where company_id = ${companyId} and ${inWindow(window)} and ${isOneOf(sql`view_id`, viewIds)}
      and not ${isOneOf(sql`site_id`, siteIds)}
    group by quarter`.execute(tx)
  return byQuarter(rows)
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
