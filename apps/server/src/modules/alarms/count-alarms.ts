import { countChange, type Verdict } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { NOTHING } from '../../platform/http/gate.ts'

const HOUR_MS = 3_600_000

interface Counted {
  companyId: string
  siteId: string
  receivedAt: Date
}

interface Change extends Counted {
  received: number
  passed: number
  filtered: number
  unverified: number
  outside: number
}

/** Adds up the changes of each row. The result is sorted by row, so that two concurrent writers cannot deadlock. */
function sumByRow(changes: readonly Change[]): Change[] {
  const sums = new Map<string, Change>()
  for (const { companyId, siteId, receivedAt, ...counts } of changes) {
    const hour = Math.floor(receivedAt.getTime() / HOUR_MS) * HOUR_MS
    const key = `${companyId} ${siteId} ${hour}`
    const sum = sums.get(key)
    sums.set(key, {
      companyId,
      siteId,
      receivedAt: new Date(hour),
      received: (sum?.received ?? 0) + counts.received,
      passed: (sum?.passed ?? 0) + counts.passed,
      filtered: (sum?.filtered ?? 0) + counts.filtered,
      unverified: (sum?.unverified ?? 0) + counts.unverified,
      outside: (sum?.outside ?? 0) + counts.outside,
    })
  }
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum)
}

/**
 * Adds to the hourly counts of sites and of their companies. The rows of all sites are written before those of all companies. A
 * transaction that counts a single alarm locks its rows in the same order, so the two cannot deadlock.
 */
async function add(tx: Tx, changes: readonly Change[]): Promise<void> {
  const ofCompanies = changes.map((change) => ({ ...change, siteId: NOTHING }))
  for (const rows of [sumByRow(changes), sumByRow(ofCompanies)]) {
    if (rows.length === 0) continue
    const each = <K extends keyof Change>(column: K) => rows.map((row) => row[column])
    await sql`
      insert into alarm_hour (company_id, site_id, hour, received, passed, filtered, unverified, outside)
      select * from unnest(${each('companyId')}::uuid[], ${each('siteId')}::uuid[], ${each('receivedAt')}::timestamptz[],
        ${each('received')}::int[], ${each('passed')}::int[], ${each('filtered')}::int[], ${each('unverified')}::int[], ${each('outside')}::int[])
      on conflict (company_id, site_id, hour) do update set
        received = alarm_hour.received + excluded.received, passed = alarm_hour.passed + excluded.passed,
        filtered = alarm_hour.filtered + excluded.filtered, unverified = alarm_hour.unverified + excluded.unverified, outside = alarm_hour.outside + excluded.outside,
        version = alarm_hour.version + 1`.execute(tx)
  }
}

/** Counts alarms that were received. With `isOutside` an alarm is counted in `outside` too: it gets no verdict, as of a paused camera. */
export const countReceived = (tx: Tx, alarms: readonly (Counted & { isOutside?: boolean })[]): Promise<void> =>
  add(
    tx,
    alarms.map(({ isOutside, ...alarm }) => ({
      ...alarm,
      received: 1,
      passed: 0,
      filtered: 0,
      unverified: 0,
      outside: isOutside ? 1 : 0,
    })),
  )

/** Moves alarms from the count of their previous verdict to the count of their new verdict. */
export const countVerdicts = (
  tx: Tx,
  alarms: readonly (Counted & { before: Verdict | null; after: Verdict })[],
): Promise<void> =>
  add(
    tx,
    alarms
      .filter(({ before, after }) => before !== after)
      .map(({ before, after, companyId, siteId, receivedAt }) => ({
        companyId,
        siteId,
        receivedAt,
        received: 0,
        outside: 0,
        ...countChange(before, after),
      })),
  )
