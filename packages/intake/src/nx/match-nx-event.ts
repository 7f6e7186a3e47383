import type { EventType } from '../signal.ts'
import type { NxEvent } from './parse-nx-event.ts'

/** What an event means. An empty text stands for any value. */
export interface NxMapping {
  systemName: string
  serverId: string
  cameraId: string
  alarmType: string
  alarmName: string
  actionType: string
  alarmEventId: string
  eventType: EventType
}

const fits = (wanted: string, is: string): boolean => wanted === '' || wanted === is

/**
 * The first mapping that fits an event. For an event that names no camera, a mapping names the camera that the event is given to.
 * @param systemName the name of the event's system, as far as it is known; unknown systems fit all names
 */
export const matchNxEvent = (
  event: NxEvent,
  systemName: string | undefined,
  mappings: readonly NxMapping[],
): NxMapping | undefined =>
  mappings.find(
    (mapping) =>
      (systemName === undefined || fits(mapping.systemName, systemName)) &&
      (event.serverId === '' || fits(mapping.serverId, event.serverId)) &&
      (event.cameraId === '' ? mapping.cameraId !== '' : fits(mapping.cameraId, event.cameraId)) &&
      fits(mapping.alarmType, event.alarmType) &&
      fits(mapping.alarmName, event.alarmName) &&
      fits(mapping.actionType, event.actionType) &&
      fits(mapping.alarmEventId, event.alarmEventId),
  )
