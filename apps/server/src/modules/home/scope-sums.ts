import { createHash } from 'node:crypto'
import { sql, type SqlBool } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { NOTHING } from '../../platform/http/register.ts'
import { countSites, hoursSince, type Counts, type CountsByHour } from './hour-counts.ts'

/** Sums that are kept of one set of sites, by hour. */
type Kept = Map<number, { version: string; counts: Counts | undefined }>

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
 * hundreds of thousands of rows. Nothing of it can be out of date: every change to a site's hour changes the version of the
 * company's row of that hour in the same transaction, and a sum counts only while that row is the very version it was made
 * beside. So what is added up at a look is the hours that changed since the last one, as a rule the current one. Sums of past
 * hours are written down: by looks, for those after a start and in other processes, and by jobs, ahead of the very first look.
 */
export function createScopeSums(): ScopeSums {
  const scopes = new Map<string, Kept>()
  return {
    async count(tx, companyId, siteIds, since) {
      const scope = digest(companyId, siteIds)
      const kept: Kept = scopes.get(scope) ?? new Map()
      // Before the sums: what is committed in between makes them newer than their version, and they are made again next time.
      const versions = await readVersions(tx, companyId, since)
      const isOutdated = ({ hour, version }: Version) => kept.get(hour.getTime())?.version !== version
      let changed = versions.filter(isOutdated)
      // More than the newest hour, also of what is remembered: somebody else may have written them down meanwhile.
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
        // Not the newest hour, which changes with every alarm.
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

const NONE: Counts = { received: 0, passed: 0, filtered: 0, unverified: 0 }

/** What was written down of a set of sites. Hours in which they had nothing are there, too, without counts. */
async function readKept(tx: Tx, companyId: string, scope: string): Promise<Kept> {
  const rows = await tx
    .selectFrom('scope_hour')
    .select(['hour', 'version', 'received', 'passed', 'filtered', 'unverified'])
    .where('company_id', '=', companyId)
    .where('scope', '=', scope)
    .orderBy('hour', 'desc')
    .limit(MOST_HOURS)
    .execute()
  return new Map(
    rows.map(({ hour, version, ...counts }) => [
      hour.getTime(),
      { version, counts: counts.received === 0 ? undefined : counts },
    ]),
  )
}

/** Writes down sums, in the order of their hours, so that two looks at once never wait for each other in a ring. */
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
      })),
    )
    .execute()
}

interface Version {
  hour: Date
  version: string
}

/** The version of the company's row of each hour, in the order of time. */
async function readVersions(tx: Tx, companyId: string, since: Date): Promise<Version[]> {
  const { rows } = await sql<Version>`
    select h.hour, h.version::text from alarm_hour h
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
