import { LONGEST_HOME_HOURS, type getHome, type ReplyOf } from '@winnow/contract'
import type { Grants } from '@winnow/domain'
import { sql } from 'kysely'
import { inTenant, type Db, type Tx } from '../../platform/db/transaction.ts'
import { grantedIds, inGrants, isOneOf, ofGrantedSite, siteInGrants, viewInGrants } from '../access/index.ts'
import {
  countCompany,
  countSites,
  countViews,
  hoursSince,
  wholeSites,
  type Counts,
  type CountsByHour,
} from './hour-counts.ts'
import { findReceivers } from './find-receivers.ts'
import type { ScopeSums } from './scope-sums.ts'

type Home = ReplyOf<typeof getHome>

/** Up to this number of sites, their hourly rows are added up at each view of Home, without stored sums. */
const FEW_SITES = 100

/**
 * Counts by hour from the hourly table. A user who sees the whole company needs one row per hour. Others get the sums of their sites, plus
 * the alarms of single cameras.
 */
async function countsByHour(
  tx: Tx,
  companyId: string,
  grants: Grants,
  since: Date,
  sums: ScopeSums,
): Promise<Home['byHour']> {
  if (grants.all) return present([await countCompany(tx, companyId, since)])
  const sites = await wholeSites(tx, companyId, grants)
  const ofSites =
    sites.length > FEW_SITES
      ? await sums.count(tx, companyId, sites, since)
      : await countSites(tx, companyId, sites, hoursSince(since))
  return present(grants.views.size === 0 ? [ofSites] : [ofSites, await countViews(tx, companyId, grants, since)])
}

/** Computes the sums that {@link readFigures} will need, for any window that ends now or a little later. Not needed for few sites. */
export async function addUpAhead(
  tx: Tx,
  companyId: string,
  grants: Exclude<Grants, { all: true }>,
  now: Date,
  sums: ScopeSums,
): Promise<void> {
  const sites = await wholeSites(tx, companyId, grants)
  if (sites.length > FEW_SITES)
    await sums.count(tx, companyId, sites, new Date(now.getTime() - LONGEST_HOME_HOURS * 3_600_000))
}

const NONE: Counts = { received: 0, passed: 0, filtered: 0, unverified: 0, outside: 0 }

/** Adds up several counts of each hour. The result is in chronological order. */
function present(parts: readonly CountsByHour[]): Home['byHour'] {
  const hours = [...new Set(parts.flatMap((part) => [...part.keys()]))].toSorted((a, b) => a - b)
  return hours.map((hour) => {
    const found = parts.map((part) => part.get(hour) ?? NONE)
    const sum = (field: keyof Counts) => found.reduce((total, counts) => total + counts[field], 0)
    return {
      hour: new Date(hour).toISOString(),
      received: sum('received'),
      passed: sum('passed'),
      filtered: sum('filtered'),
      unverified: sum('unverified'),
      outside: sum('outside'),
    }
  })
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
      byHour: await countsByHour(tx, companyId, grants, since, sums),
      latency: await latency(tx, companyId, grants, since),
    })),
    inTenant(db, companyId, async (tx) => ({
      account: await countAccount(tx, companyId, grants),
      receivers: await findReceivers(tx, companyId, grants, now),
      unmatched: await countUnmatched(tx, companyId, grants, since),
    })),
  ])
  return { ...ofAlarms, ...ofTree }
}
