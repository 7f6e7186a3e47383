import { createHash } from 'node:crypto'
import { sql, type SqlBool } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import {
  COUNT_COLUMNS,
  countSites,
  noCounts,
  type Counts,
  type CountsByQuarter,
  type Window,
} from './quarter-counts.ts'
import { readVersions, type Version } from './quarter-versions.ts'

/**
 * Cached sums of one set of sites, by the start of the quarter hour in Unix milliseconds. `counts` is undefined for a quarter hour without
 * alarms.
 */
type Kept = Map<number, { version: string; counts: Counts | undefined }>

/** The number of days for which sums are made ahead and kept: a week of Home, and the week before it for comparison. */
export const SUM_DAYS = 14
/** Sets of sites in the cache, some 300 KB each. The least recently used one is evicted. */
const MAX_SCOPES = 100
/** The number of quarter hours that are kept for each set. Older ones are dropped. */
const MAX_QUARTERS = SUM_DAYS * 96 + 8

/** Counts by quarter hour, summed over thousands of sites. */
export interface ScopeSums {
  count(tx: Tx, companyId: string, siteIds: readonly string[], window: Window): Promise<CountsByQuarter>
}

/**
 * Creates a cache of sums by quarter hour with one entry for each set of sites that a user sees. A week of thousands of sites is hundreds
 * of thousands of rows, too many to add up at each view of Home.
 *
 * The cache never returns an outdated sum. The company has rows with versions for each quarter hour, one for each slot. A transaction that
 * changes the counts of a site also raises the version of a slot of the company. A sum is stored with the total of the versions from which
 * it was computed, and is used only while that total is the same. So a view of Home adds up only the quarter hours that changed since the
 * previous view, usually just the current one.
 *
 * Sums of past quarter hours are also stored in the database (`scope_quarter`). A view of Home stores them for other processes and for the time after
 * a restart. Background jobs store them in advance, before a user's first view.
 */
export function createScopeSums(): ScopeSums {
  const scopes = new Map<string, Kept>()
  return {
    async count(tx, companyId, siteIds, window) {
      const scope = digest(companyId, siteIds)
      const kept: Kept = scopes.get(scope) ?? new Map()
      // Versions are read before the sums. A commit in between makes a sum newer than its version, and the next call computes it again.
      const versions = await readVersions(tx, companyId, window)
      const isOutdated = ({ quarter, version }: Version) => kept.get(quarter.getTime())?.version !== version
      let changed = versions.filter(isOutdated)
      // If more than one quarter hour is missing or outdated, another process or a job may have stored the sums already.
      if (changed.length > 1) {
        const written = await readKept(tx, companyId, scope, window)
        for (const { quarter, version } of changed) {
          const sum = written.get(quarter.getTime())
          if (sum?.version === version) kept.set(quarter.getTime(), sum)
        }
        changed = changed.filter(isOutdated)
      }
      if (changed.length > 0) {
        const among = sql<SqlBool>`quarter = any(${changed.map(({ quarter }) => quarter)}::timestamptz[])`
        const sums = await countSites(tx, companyId, siteIds, among)
        for (const { quarter, version } of changed)
          kept.set(quarter.getTime(), { version, counts: sums.get(quarter.getTime()) })
        // The newest quarter hour is not stored: every alarm changes it.
        const newest = versions.at(-1)?.quarter.getTime()
        await writeKept(
          tx,
          { companyId, scope },
          changed.flatMap(({ quarter, version }) =>
            quarter.getTime() === newest
              ? []
              : [{ quarter, version, counts: sums.get(quarter.getTime()) ?? noCounts() }],
          ),
        )
      }
      remember(scopes, scope, kept)
      const found: CountsByQuarter = new Map()
      for (const { quarter } of versions) {
        const counts = kept.get(quarter.getTime())?.counts
        if (counts) found.set(quarter.getTime(), counts)
      }
      // Last: the window itself may be longer than what is kept.
      forgetOld(kept)
      return found
    },
  }
}

/** The stored sums of a set of sites. Quarter hours without alarms are stored too; their `counts` are undefined. */
async function readKept(tx: Tx, companyId: string, scope: string, { since, till }: Window): Promise<Kept> {
  const rows = await tx
    .selectFrom('scope_quarter')
    .select(['quarter', 'version', ...COUNT_COLUMNS])
    .where('company_id', '=', companyId)
    .where('scope', '=', scope)
    .where('quarter', '>=', since)
    .where('quarter', '<', till)
    .execute()
  return new Map(
    rows.map(({ quarter, version, ...counts }) => [
      quarter.getTime(),
      { version, counts: counts.received === 0 ? undefined : counts },
    ]),
  )
}

/** Stores sums in the order of time, so that two concurrent calls cannot deadlock. */
async function writeKept(
  tx: Tx,
  { companyId, scope }: { companyId: string; scope: string },
  sums: readonly { quarter: Date; version: string; counts: Counts }[],
): Promise<void> {
  if (sums.length === 0) return
  const columns = ['version', ...COUNT_COLUMNS]
  await sql`
    insert into scope_quarter (company_id, scope, quarter, ${sql.join(columns.map((column) => sql.ref(column)))})
    select ${companyId}, ${scope}, kept.* from unnest(${sums.map(({ quarter }) => quarter)}::timestamptz[],
      ${sums.map(({ version }) => version)}::bigint[],
      ${sql.join(COUNT_COLUMNS.map((column) => sql`${sums.map(({ counts }) => counts[column])}::int[]`))}) kept
    on conflict (company_id, scope, quarter) do update set
      ${sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`))}`.execute(tx)
}

/** Cache key of a set of sites. It depends on their order; callers pass ids sorted. Another order only costs a cache miss. */
function digest(companyId: string, siteIds: readonly string[]): string {
  return createHash('sha256').update(companyId).update(siteIds.join()).digest('base64')
}

function forgetOld(kept: Kept): void {
  if (kept.size <= MAX_QUARTERS) return
  const oldest = [...kept.keys()].toSorted((a, b) => a - b).slice(0, kept.size - MAX_QUARTERS)
  for (const quarter of oldest) kept.delete(quarter)
}

/** Marks a set as most recently used, and evicts the least recently used one. A Map keeps its keys in insertion order. */
function remember(scopes: Map<string, Kept>, key: string, kept: Kept): void {
  scopes.delete(key)
  scopes.set(key, kept)
  const [longestAgo] = scopes.keys()
  if (scopes.size > MAX_SCOPES && longestAgo !== undefined) scopes.delete(longestAgo)
}
