import { countChange, type Verdict } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { NOTHING } from '../../platform/http/register.ts'

interface Counted {
  companyId: string
  siteId: string
  receivedAt: Date
}

/** Adds to the hourly counts of a site and of its company. Always in this order, so that two writers never wait for each other in a ring. */
async function add(
  tx: Tx,
  alarm: Counted,
  change: { received: number; passed: number; filtered: number; unverified: number },
): Promise<void> {
  for (const siteId of [alarm.siteId, NOTHING])
    await sql`
      insert into alarm_hour (company_id, site_id, hour, received, passed, filtered, unverified)
      values (${alarm.companyId}, ${siteId}, date_trunc('hour', ${alarm.receivedAt}::timestamptz, 'UTC'),
        ${change.received}, ${change.passed}, ${change.filtered}, ${change.unverified})
      on conflict (company_id, site_id, hour) do update set
        received = alarm_hour.received + excluded.received, passed = alarm_hour.passed + excluded.passed,
        filtered = alarm_hour.filtered + excluded.filtered, unverified = alarm_hour.unverified + excluded.unverified,
        version = alarm_hour.version + 1`.execute(tx)
}

export const countReceived = (tx: Tx, alarm: Counted): Promise<void> =>
  add(tx, alarm, { received: 1, passed: 0, filtered: 0, unverified: 0 })

export async function countVerdict(tx: Tx, alarm: Counted, before: Verdict | null, after: Verdict): Promise<void> {
  if (before !== after) await add(tx, alarm, { received: 0, ...countChange(before, after) })
}
