import { createHash } from 'node:crypto'
import { sql, type SqlBool } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { NOTHING } from '../../platform/http/register.ts'
import { countSites, hoursSince, type Counts, type CountsByHour } from './hour-counts.ts'

/** Sums that are kept of one set of sites, by hour. */
type Kept = Map<number, { stamp: string; counts: Counts | undefined }>

/** Sets of sites that are remembered, those looked at longest ago forgotten first: some 20 KB each. */
const MOST_SCOPES = 500
/** Hours that are remembered of each, from the newest: the longest window of Home, and the hours at its ends. */
const MOST_HOURS = 170

/** Hourly counts of thousands of sites together. */
export interface ScopeSums {
  count(tx: Tx, companyId: string, siteIds: readonly string[], since: Date): Promise<CountsByHour>
}

/**
 * Remembers, for each set of sites that someone looks at, what was added up before, since a week of thousands of sites is
 * hundreds of thousands of rows. Nothing of it can be out of date: every change to a site's hour changes the company's row of
 * that hour in the same transaction, and a sum counts only while that row is the very version it was made beside. So what is
 * added up at a look is the hours that changed since the last one, as a rule the current one. Only the first look of all, or
 * the first after the grants changed, adds up the window.
 */
export function createScopeSums(): ScopeSums {
  const scopes = new Map<string, Kept>()
  return {
    async count(tx, companyId, siteIds, since) {
      const key = digest(companyId, siteIds)
      const kept: Kept = scopes.get(key) ?? new Map()
      // Before the sums: what is committed in between makes them newer than their stamp, and they are made again next time.
      const stamps = await readStamps(tx, companyId, since)
      const changed = stamps.filter(({ hour, stamp }) => kept.get(hour.getTime())?.stamp !== stamp)
      if (changed.length > 0) {
        const among = sql<SqlBool>`h.hour = any(${changed.map(({ hour }) => hour)}::timestamptz[])`
        const sums = await countSites(tx, companyId, siteIds, among)
        for (const { hour, stamp } of changed) kept.set(hour.getTime(), { stamp, counts: sums.get(hour.getTime()) })
      }
      forgetOld(kept)
      remember(scopes, key, kept)
      const found: CountsByHour = new Map()
      for (const { hour } of stamps) {
        const counts = kept.get(hour.getTime())?.counts
        if (counts) found.set(hour.getTime(), counts)
      }
      return found
    },
  }
}

/** The version of the company's row of each hour: PostgreSQL notes on each the transaction that wrote it. */
async function readStamps(tx: Tx, companyId: string, since: Date): Promise<{ hour: Date; stamp: string }[]> {
  const { rows } = await sql<{ hour: Date; stamp: string }>`
    select h.hour, h.xmin::text as stamp from alarm_hour h
    where h.company_id = ${companyId} and h.site_id = ${NOTHING} and ${hoursSince(since)} order by h.hour`.execute(tx)
  return rows
}

/** The same sites in another order are another key, which costs a look and nothing else: they come in the order of their ids. */
function digest(companyId: string, siteIds: readonly string[]): string {
  return createHash('sha256').update(companyId).update(siteIds.join()).digest('base64')
}

function forgetOld(kept: Kept): void {
  if (kept.size <= MOST_HOURS) return
  const oldest = [...kept.keys()].toSorted((a, b) => a - b).slice(0, kept.size - MOST_HOURS)
  for (const hour of oldest) kept.delete(hour)
}

/** Puts a set of sites at the end of the line, as a Map keeps the order in which keys came. */
function remember(scopes: Map<string, Kept>, key: string, kept: Kept): void {
  scopes.delete(key)
  scopes.set(key, kept)
  const [longestAgo] = scopes.keys()
  if (scopes.size > MOST_SCOPES && longestAgo !== undefined) scopes.delete(longestAgo)
}
