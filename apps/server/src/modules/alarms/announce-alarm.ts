import type { Tx } from '../../platform/db/transaction.ts'
import { publishAllLive } from '../live/index.ts'

/** The place of an alarm in the tree, from its row. */
export interface AlarmPlace {
  company_id: string
  project_id: string
  site_id: string
  view_id: string
  is_test: boolean
}

/** An alarm that has changed, with its new version. */
export interface ChangedAlarm {
  id: string
  version: number
  place: AlarmPlace
}

/** Announces on the live stream that alarms have changed. */
export async function announceAlarms(tx: Tx, alarms: readonly ChangedAlarm[]): Promise<void> {
  await publishAllLive(
    tx,
    alarms.map(({ id, version, place }) => ({
      companyId: place.company_id,
      message: {
        type: 'alarm.changed',
        id,
        viewId: place.view_id,
        siteId: place.site_id,
        projectId: place.project_id,
        version,
        isTest: place.is_test,
      },
    })),
  )
}

/** Does the same as {@link announceAlarms} for one alarm. */
export const announceAlarm = (tx: Tx, id: string, version: number, place: AlarmPlace): Promise<void> =>
  announceAlarms(tx, [{ id, version, place }])
