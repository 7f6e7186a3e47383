import type { Tx } from '../../platform/db/transaction.ts'
import { publishLive } from '../live/index.ts'

/** What an alarm's row says of where it stands. */
export interface AlarmPlace {
  company_id: string
  project_id: string
  site_id: string
  view_id: string
  is_test: boolean
}

/** Tells the live stream that an alarm has changed, and which version it is now. */
export async function announceAlarm(tx: Tx, id: string, version: number, alarm: AlarmPlace): Promise<void> {
  await publishLive(tx, alarm.company_id, {
    type: 'alarm.changed',
    id,
    viewId: alarm.view_id,
    siteId: alarm.site_id,
    projectId: alarm.project_id,
    version,
    isTest: alarm.is_test,
  })
}
