import { MAX_LABELS } from '@winnow/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

const HOUR_MS = 3_600_000

/** The unlabelled alarms of a camera in one hour. */
export interface HourOfCamera {
  /** The newest first, at most `MAX_LABELS`. */
  ids: readonly string[]
  more: boolean
  since: Date
  till: Date
}

/**
 * The unlabelled alarms of an alarm's camera in the hour up to this alarm. Tests are left out, and alarms without a verdict: what nobody has
 * judged yet cannot be like this one.
 */
export async function findHour(tx: Tx, companyId: string, alarmId: string): Promise<HourOfCamera | undefined> {
  const alarm = await tx
    .selectFrom('alarm')
    .select(['view_id', 'received_at'])
    .where('id', '=', alarmId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (!alarm) return undefined
  const since = new Date(alarm.received_at.getTime() - HOUR_MS)
  const { rows } = await sql<{ id: string }>`
    select a.id from alarm a
    where a.view_id = ${alarm.view_id} and a.company_id = ${companyId}
      and a.id >= app.uuid_from_time(${since}::timestamptz) and a.id <= ${alarmId}
      and a.ground_truth is null and a.verdict is not null and not a.is_test
    order by a.id desc limit ${MAX_LABELS + 1}`.execute(tx)
  return {
    ids: rows.slice(0, MAX_LABELS).map(({ id }) => id),
    more: rows.length > MAX_LABELS,
    since,
    till: alarm.received_at,
  }
}
