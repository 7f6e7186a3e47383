import { API_BASE, type AlarmRow, type listAlarms, type QueryOf } from '@winnow/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { isReport, TAMPERING } from '../tampering/index.ts'

type Mode = NonNullable<QueryOf<typeof listAlarms>['tamperingReferenceMode']>

/**
 * Adds the reference picture to each row: for an alarm of tampering, the last picture that its camera sent before it. Rows of other types,
 * and of cameras that sent no picture before, get null.
 */
export async function withReferences(tx: Tx, rows: readonly AlarmRow[], mode: Mode): Promise<AlarmRow[]> {
  const tampered = rows.filter(({ eventType }) => isReport(eventType)).map(({ id }) => id)
  if (tampered.length === 0) return rows.map((row) => ({ ...row, reference: null }))
  const { rows: found } = await sql<{ id: string; earlier: string; position: number }>`
    select a.id, before.id as earlier, before.position
    from alarm a
      cross join lateral (
        select b.id, f.position from alarm b
          join lateral (select f.position from frame f where f.alarm_id = b.id and f.display_key is not null
            order by f.position limit 1) f on true
        where b.view_id = a.view_id and b.id < a.id and b.frame_count > 0 and not b.is_test and b.event_type <> all(${[...TAMPERING]}::text[])
        order by b.id desc limit 1) before
    where a.id = any(${tampered}::uuid[])`.execute(tx)
  const references = new Map(
    found.map(({ id, earlier, position }) => [
      id,
      { mode, alarmId: earlier, url: `${API_BASE}/v1/alarm/${earlier}/frame/${position}/image` },
    ]),
  )
  return rows.map((row) => ({ ...row, reference: references.get(row.id) ?? null }))
}
