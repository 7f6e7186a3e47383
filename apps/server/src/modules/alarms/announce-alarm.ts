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

/** The most ids in one message. */
const IDS_PER_MESSAGE = 200

/**
 * Announces many alarms that have changed at once, with one message for each camera and 200 alarms: a message for each alarm would have
 * every open page receive a thousand.
 */
export async function announceTogether(tx: Tx, alarms: readonly ChangedAlarm[]): Promise<void> {
  const byCamera = new Map<string, ChangedAlarm[]>()
  for (const alarm of alarms) {
    const { view_id: camera } = alarm.place
    const group = byCamera.get(camera)
    if (group) group.push(alarm)
    else byCamera.set(camera, [alarm])
  }
  const groups = [...byCamera.values()]
  await announceAlarms(tx, groups.filter(({ length }) => length === 1).flat())
  await publishAllLive(
    tx,
    groups.filter(({ length }) => length > 1).flatMap((group) => messagesOf(group)),
  )
}

function messagesOf(group: readonly ChangedAlarm[]) {
  const [first] = group
  if (first === undefined) return []
  const { company_id: companyId, view_id: viewId, site_id: siteId, project_id: projectId } = first.place
  return Array.from({ length: Math.ceil(group.length / IDS_PER_MESSAGE) }, (_, part) => ({
    companyId,
    message: {
      type: 'alarms.changed' as const,
      viewId,
      siteId,
      projectId,
      ids: group.slice(part * IDS_PER_MESSAGE, (part + 1) * IDS_PER_MESSAGE).map(({ id }) => id),
    },
  }))
}
