import type { getHome, ReplyOf } from '@winnow/contract'
import type { Grants } from '@winnow/domain'
import { sql } from 'kysely'
import { inTenant, type Db, type Tx } from '../../platform/db/transaction.ts'
import { grantedIds, inGrants, isOneOf, ofGrantedSite, siteInGrants, viewInGrants } from '../access/index.ts'
import { countGranted, endOfQuarter } from './count-granted.ts'
import { findBlindRules } from '../rules/index.ts'
import { findReceivers } from './find-receivers.ts'
import { addCounts, noCounts, type Counts } from './quarter-counts.ts'
import type { ScopeSums } from './scope-sums.ts'

type Home = ReplyOf<typeof getHome>

const HOUR_MS = 3_600_000

/** Counts by hour of UTC, from the counts by quarter hour, in chronological order. The hour in which the window begins is counted whole. */
async function countsByHour(
  tx: Tx,
  companyId: string,
  grants: Grants,
  { since, now, sums }: { since: Date; now: Date; sums: ScopeSums },
): Promise<Home['byHour']> {
  const firstHour = new Date(Math.floor(since.getTime() / HOUR_MS) * HOUR_MS)
  // An alarm may be a little newer than the clock of this process.
  const window = { since: firstHour, till: endOfQuarter(new Date(now.getTime() + HOUR_MS)) }
  const byHour = new Map<number, Counts>()
  for (const [quarter, counts] of await countGranted(tx, companyId, grants, { window, sums })) {
    const hour = Math.floor(quarter / HOUR_MS) * HOUR_MS
    const ofHour = byHour.get(hour) ?? noCounts()
    addCounts(ofHour, counts)
    byHour.set(hour, ofHour)
  }
  return [...byHour]
    .toSorted(([a], [b]) => a - b)
    .map(([hour, { received, passed, filtered, unverified, outside }]) => ({
      hour: new Date(hour).toISOString(),
      received,
      passed,
      filtered,
      unverified,
      outside,
    }))
}

/** The number of newest alarms from which latency is computed: enough for a 95th percentile, few enough to read at each view of Home. */
const LATENCY_SAMPLE = 500

/**
 * The time from receipt to the first verdict, over the newest alarms of the window. Later pictures of an alarm can change its verdict; such
 * changes are ignored.
 */
async function latency(tx: Tx, companyId: string, grants: Grants, since: Date): Promise<Home['latency']> {
  const { rows } = await sql<{ p50: number | null; p95: number | null; n: string }>`
    select percentile_cont(0.5) within group (order by ms) as p50, percentile_cont(0.95) within group (order by ms) as p95, count(*) as n
    from (
      select extract(epoch from coalesce(a.first_verdict_at, a.released_at, a.verdict_at) - a.received_at) * 1000 as ms from alarm a
      where a.company_id = ${companyId} and a.verdict is not null and not a.is_test and a.id >= app.uuid_from_time(${since})
        and ${inGrants(grants, 'a')}
      order by a.id desc limit ${LATENCY_SAMPLE}) newest`.execute(tx)
  const row = rows[0]
  if (row?.p50 == null || row.p95 == null) return null
  return { p50: Math.round(row.p50), p95: Math.round(row.p95), alarms: Number(row.n) }
}

/** Counts the part of the tree that a user sees. The sites are looked up once, and also used to find their clients. */
async function countAccount(tx: Tx, companyId: string, grants: Grants): Promise<Home['account']> {
  const isWay = grants.all
    ? sql`true`
    : sql`(${isOneOf(sql`id`, grantedIds(grants.projects))} or id in (select project_id from seen))`
  const { rows } = await sql<{ projects: string; sites: string; views: string }>`
    with seen as materialized (
      select project_id, deleted_at from site where company_id = ${companyId} and ${siteInGrants(grants, 'site')})
    select
      (select count(*) from project where company_id = ${companyId} and deleted_at is null and ${isWay}) as projects,
      (select count(*) from seen where deleted_at is null) as sites,
      (select count(*) from view where company_id = ${companyId} and deleted_at is null and ${viewInGrants(grants, 'view')}) as views`.execute(
    tx,
  )
  const row = rows[0]
  return { projects: Number(row?.projects ?? 0), sites: Number(row?.sites ?? 0), views: Number(row?.views ?? 0) }
}

async function countUnmatched(tx: Tx, companyId: string, grants: Grants, since: Date): Promise<number> {
  const { rows } = await sql<{ n: string }>`
    select count(*) as n from signal sg
    where sg.company_id = ${companyId} and sg.view_id is null and sg.site_id is not null
      and sg.id >= app.uuid_from_time(${since}) and ${ofGrantedSite(grants, 'sg')}`.execute(tx)
  return Number(rows[0]?.n ?? 0)
}

/** Reads all figures of Home. The figures of alarms and those of the tree take equally long, and are read in parallel. */
export async function readFigures(
  db: Db,
  companyId: string,
  grants: Grants,
  { since, now }: { since: Date; now: Date },
  sums: ScopeSums,
) {
  const [ofAlarms, ofTree] = await Promise.all([
    inTenant(db, companyId, async (tx) => ({
      byHour: await countsByHour(tx, companyId, grants, { since, now, sums }),
      latency: await latency(tx, companyId, grants, since),
    })),
    inTenant(db, companyId, async (tx) => ({
      account: await countAccount(tx, companyId, grants),
      receivers: await findReceivers(tx, companyId, grants, now),
      unmatched: await countUnmatched(tx, companyId, grants, since),
      blindRules: await findBlindRules(tx, companyId, grants),
    })),
  ])
  return { ...ofAlarms, ...ofTree }
}
