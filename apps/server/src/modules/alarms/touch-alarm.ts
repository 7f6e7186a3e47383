import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { publishLive } from '../live/index.ts'

/** Raises an alarm's version after something about it changed, and announces it. */
export async function touchAlarm(tx: Tx, companyId: string, alarmId: string): Promise<void> {
  const { rows } = await sql<{
    project_id: string
    site_id: string
    view_id: string
    version: number
    is_test: boolean
  }>`update alarm set version = version + 1,
      note_count = (select count(*) from alarm_note n where n.alarm_id = alarm.id)
    where id = ${alarmId} and company_id = ${companyId}
    returning project_id, site_id, view_id, version, is_test`.execute(tx)
  const alarm = rows[0]
  if (!alarm) return
  await publishLive(tx, companyId, {
    type: 'alarm.changed',
    id: alarmId,
    viewId: alarm.view_id,
    siteId: alarm.site_id,
    projectId: alarm.project_id,
    version: alarm.version,
    isTest: alarm.is_test,
  })
}
