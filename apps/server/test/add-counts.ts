import { sql } from 'kysely'
import type { Tx } from '../src/platform/db/transaction.ts'
import { newId } from '../src/platform/ids.ts'

/** A change of the counts of a site in the quarter hour of an instant. */
export interface CountChange {
  companyId: string
  siteId: string
  viewId?: string
  at: Date
  received?: number
  passed?: number
  filtered?: number
  unverified?: number
}

/** Changes counts as the triggers of the table `alarm` do, without any alarm. */
export async function addTestCounts(tx: Tx, changes: readonly CountChange[]): Promise<void> {
  const rows = changes.map(
    ({ companyId, siteId, viewId = newId(), at, received = 0, passed = 0, filtered = 0, unverified = 0 }) => sql`
      row(${companyId}, ${viewId}, date_bin('15 minutes', ${at}::timestamptz, timestamptz '2000-01-01 00:00:00+00'), ${siteId},
        ${received}, ${passed}, ${filtered}, ${unverified}, 0, 0, 0, 0, 0, 0, 0)::view_quarter`,
  )
  await sql`select app.add_counts(array[${sql.join(rows)}])`.execute(tx)
}
