import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

/**
 * Deletes the counts of sites and cameras that retention has brought down to zero. Only rows older than a company's retention time are read,
 * and those are gone after the first time. Rows of whole companies stay: their versions must never fall.
 */
export async function deleteEmptyCounts(tx: Tx, now: Date): Promise<void> {
  for (const table of ['alarm_quarter', 'view_quarter'])
    await sql`
      delete from ${sql.table(table)} q using company c
      where q.company_id = c.id and q.received = 0 and q.site_id <> '00000000-0000-0000-0000-000000000000'
        and q.quarter < ${now}::timestamptz - make_interval(days => c.retention_days)`.execute(tx)
}
