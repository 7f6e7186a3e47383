import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { announceAlarm, type AlarmPlace } from './announce-alarm.ts'

/** Raises an alarm's version after something about it changed, and announces it. */
export async function touchAlarm(tx: Tx, companyId: string, alarmId: string): Promise<void> {
  const { rows } = await sql<AlarmPlace & { version: number }>`update alarm set version = version + 1,
      note_count = (select count(*) from alarm_note n where n.alarm_id = alarm.id)
    where id = ${alarmId} and company_id = ${companyId}
    returning company_id, project_id, site_id, view_id, version, is_test`.execute(tx)
  const alarm = rows[0]
  if (alarm) await announceAlarm(tx, alarmId, alarm.version, alarm)
}
