import { createHash } from 'node:crypto'
import { sql, type SqlBool } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { NOTHING } from '../../platform/http/gate.ts'
import { countSites, hoursSince, type Counts, type CountsByHour } from './hour-counts.ts'

/** Cached sums of one set of sites, by the start of the hour in Unix milliseconds. `counts` is undefined for an hour without alarms. */
type Kept = Map<number, { version: string; counts: Counts | undefined }>

/** Sets of sites in the cache, some 20 KB each. The least recently used one is evicted. */
const MAX_SCOPES = 500
/**
 * The number of hours that are kept for each set: the longest window of Home (a week) and the partial hours at both ends. Older hours are
 * dropped.
 */
const MAX_HOURS = 170

/** Hourly counts, summed over thousands of sites. */
export interface ScopeSums {
  count(tx: Tx, companyId: string, siteIds: readonly string[], since: Date): Promise<CountsByHour>
}

/**
 * Creates a cache of hourly sums with one entry for each set of sites that a user sees. A week of thousands of sites is hundreds of
 * thousands of rows, too many to add up at each view of Home.
 *
 * The cache never returns an outdated sum. The company has a row with a version for each hour. A transaction that changes the counts of a
 * site in an hour also changes the version of the company's row for that hour. A sum is stored with the version from which it was computed,
 * and is used only while the row still has that version. So a view of Home adds up only the hours that changed since the previous view,
 * usually just the current hour.
 *
 * Sums of past hours are also stored in the database (`scope_hour`). A view of Home stores them for other processes and for the time after
 * a restart. Background jobs store them in advance, before a user's first view.
 */
export function createScopeSums(): ScopeSums {
  const scopes = new Map<string, Kept>()
  return {
    async count(tx, companyId, siteIds, since) {
      const scope = digest(companyId, siteIds)
      const kept: Kept = scopes.get(scope) ?? new Map()
      // Versions are read before the sums. A commit in between makes a sum newer than its version, and the next call computes it again.
      const versions = await readVersions(tx, companyId, since)
      const isOutdated = ({ hour, version }: Version) => kept.get(hour.getTime())?.version !== version
      let changed = versions.filter(isOutdated)
      // If more than one hour is missing or outdated, another process or a job may have stored the sums already.
      if (changed.length > 1) {
        const written = await readKept(tx, companyId, scope)
        for (const { hour, version } of changed) {
          const sum = written.get(hour.getTime())
          if (sum?.version === version) kept.set(hour.getTime(), sum)
        }
        changed = changed.filter(isOutdated)
      }
      if (changed.length > 0) {
        const among = sql<SqlBool>`h.hour = any(${changed.map(({ hour }) => hour)}::timestamptz[])`
        const sums = await countSites(tx, companyId, siteIds, among)
        for (const { hour, version } of changed) kept.set(hour.getTime(), { version, counts: sums.get(hour.getTime()) })
        // The newest hour is not stored: every alarm changes it.
        const newest = versions.at(-1)?.hour.getTime()
        await writeKept(
          tx,
          { companyId, scope },
          changed.flatMap(({ hour, version }) =>
            hour.getTime() === newest ? [] : [{ hour, version, counts: sums.get(hour.getTime()) ?? NONE }],
          ),
        )
      }
      forgetOld(kept)
      remember(scopes, scope, kept)
      const found: CountsByHour = new Map()
      for (const { hour } of versions) {
        const counts = kept.get(hour.getTime())?.counts
        if (counts) found.set(hour.getTime(), counts)
      }
      return found
    },
  }
}

const NONE: Counts = { received: 0, passed: 0, filtered: 0, unverified: 0, outside: 0 }

/** The stored sums of a set of sites. Hours without alarms are stored too; their `counts` are undefined. */
async function readKept(tx: Tx, companyId: string, scope: string): Promise<Kept> {
  const rows = await tx
    .selectFrom('scope_hour')
    .select(['hour', 'version', 'received', 'passed', 'filtered', 'unverified', 'outside'])
    .where('company_id', '=', companyId)
    .where('scope', '=', scope)
    .orderBy('hour', 'desc')
    .limit(MAX_HOURS)
    .execute()
  return new Map(
    rows.map(({ hour, version, ...counts }) => [
      hour.getTime(),
      { version, counts: counts.received === 0 ? undefined : counts },
    ]),
  )
}

/** Stores sums in the order of their hours, so that two concurrent calls cannot deadlock. */
async function writeKept(
  tx: Tx,
  { companyId, scope }: { companyId: string; scope: string },
  sums: readonly { hour: Date; version: string; counts: Counts }[],
): Promise<void> {
  if (sums.length === 0) return
  await tx
    .insertInto('scope_hour')
    .values(sums.map(({ hour, version, counts }) => ({ company_id: companyId, scope, hour, version, ...counts })))
    .onConflict((conflict) =>
      conflict.columns(['company_id', 'scope', 'hour']).doUpdateSet((eb) => ({
        version: eb.ref('excluded.version'),
        received: eb.ref('excluded.received'),
        passed: eb.ref('excluded.passed'),
        filtered: eb.ref('excluded.filtered'),
        unverified: eb.ref('excluded.unverified'),
        outside: eb.ref('excluded.outside'),
      })),
    )
    .execute()
}

interface Version {
  hour: Date
  version: string
}

/** The version of the company's row of each hour, in chronological order. */
async function readVersions(tx: Tx, companyId: string, since: Date): Promise<Version[]> {
  const { rows } = await sql<Version>`
    select h.hour, h.version::text from alarm_hour h
    where h.company_id = ${companyId} and h.site_id = ${NOTHING} and ${hoursSince(since)} order by h.hour`.execute(tx)
  return rows
}

/** Cache key of a set of sites. It depends on their order; callers pass ids sorted. Another order only costs a cache miss. */
function digest(companyId: string, siteIds: readonly string[]): string {
  return createHash('sha256').update(companyId).update(siteIds.join()).digest('base64')
}

function forgetOld(kept: Kept): void {
  if (kept.size <= MAX_HOURS) return
  const oldest = [...kept.keys()].toSorted((a, b) => a - b).slice(0, kept.size - MAX_HOURS)
  for (const hour of oldest) kept.delete(hour)
}

/** Marks a set as most recently used, and evicts the least recently used one. A Map keeps its keys in insertion order. */
function remember(scopes: Map<string, Kept>, key: string, kept: Kept): void {
  scopes.delete(key)
  scopes.set(key, kept)
  const [longestAgo] = scopes.keys()
  if (scopes.size > MAX_SCOPES && longestAgo !== undefined) scopes.delete(longestAgo)
}
