import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

/** Older changes are not looked for: whoever asks has a form open in which a value has just changed. */
const DAYS = 7

/** Returns who last changed the settings of a node, and when. The audit log knows it for forms, bulk actions and imports alike. */
export async function findLastChange(
  tx: Tx,
  { kind, id, now }: { kind: 'project' | 'site' | 'view'; id: string; now: Date },
): Promise<{ at: string; by: string } | null> {
  const since = new Date(now.getTime() - DAYS * 24 * 3_600_000)
  const { rows } = await sql<{ time: Date; user_name: string }>`
    select time, user_name from audit
    where object_type = ${kind} and object_id = ${id} and action = ${`${kind}.changed`}
      and id >= app.uuid_from_time(${since}::timestamptz)
    order by id desc limit 1`.execute(tx)
  const [row] = rows
  return row ? { at: row.time.toISOString(), by: row.user_name } : null
}
