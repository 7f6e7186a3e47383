import { sql } from 'kysely'
import { inSystem, type Db, type Tx } from '../../platform/db/transaction.ts'
import { NOTHING } from '../../platform/http/gate.ts'
import { COUNT_COLUMNS } from './quarter-counts.ts'

/** The age at which the slots of a quarter hour are folded. Alarms change rarely after that, so their transactions need not be apart. */
const FOLD_AFTER_MS = 2 * 86_400_000
/** Quarter hours that one transaction folds. */
const BATCH = 500

const columns = [...COUNT_COLUMNS, 'version'] as const

/**
 * Adds the 16 slots of past quarter hours of each company up in one row, so that long windows read few rows. The total of the versions stays
 * the same, so stored sums stay valid. A later change makes a slot again, and the next run folds it.
 */
export async function foldSlots(db: Db, now: Date, signal: AbortSignal): Promise<void> {
  const before = new Date(now.getTime() - FOLD_AFTER_MS)
  const companies = await inSystem(db, (tx) => tx.selectFrom('company').select('id').orderBy('id').execute())
  for (const { id } of companies)
    while ((await inSystem(db, (tx) => foldBatch(tx, id, before))) === BATCH) signal.throwIfAborted()
}

/** Folds the oldest quarter hours that have slots. Returns their number. */
async function foldBatch(tx: Tx, companyId: string, before: Date): Promise<number> {
  const { rows } = await sql<{ quarter: Date }>`
    select distinct quarter from alarm_quarter
    where company_id = ${companyId} and site_id = ${NOTHING} and slot <> 0 and quarter < ${before} order by quarter limit ${BATCH}`.execute(
    tx,
  )
  if (rows.length === 0) return 0
  const those = sql`company_id = ${companyId} and site_id = ${NOTHING} and quarter = any(${rows.map(({ quarter }) => quarter)}::timestamptz[])`
  // In the order of the triggers, so that the two cannot deadlock.
  await sql`select 1 from alarm_quarter where ${those} order by quarter, slot for update`.execute(tx)
  await sql`
    with folded as (delete from alarm_quarter where ${those} and slot <> 0 returning *)
    insert into alarm_quarter (company_id, site_id, quarter, slot, ${sql.join(columns.map((column) => sql.ref(column)))})
    select company_id, site_id, quarter, 0, ${sql.join(columns.map((column) => sql`sum(${sql.ref(column)})`))}
    from folded group by company_id, site_id, quarter order by quarter
    on conflict (company_id, site_id, quarter, slot) do update set ${sql.join(
      columns.map(
        (column) => sql`${sql.ref(column)} = ${sql.ref(`alarm_quarter.${column}`)} + ${sql.ref(`excluded.${column}`)}`,
      ),
    )}`.execute(tx)
  return rows.length
}
