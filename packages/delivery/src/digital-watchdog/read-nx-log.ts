import { nxId } from '@winnow/domain'
import { type Fields, isRecord, nxName, rowsOf } from './read-nx.ts'

/** An entry of a system's event log. What is not there is empty. */
export interface NxLogged {
  at: Date
  /** `analyticsSdkEvent`, `userDefinedEvent`, `cameraMotionEvent` … */
  alarmType: string
  alarmName: string
  /** What the rule did: `execHttpRequestAction` … */
  actionType: string
  /** The type of an analytics event, or the source of another one. */
  alarmEventId: string
  cameraId: string
  serverId: string
  description: string
}

const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {})

/** The first text of some fields. Versions of the API name them differently. */
const first = (from: Fields, read: (value: unknown) => string, names: readonly string[]): string =>
  names.map((name) => read(from[name])).find((text) => text !== '') ?? ''

const firstOf = (list: unknown): unknown => (Array.isArray(list) ? list[0] : undefined)

function cameraOf(event: Fields): string {
  const named = first(event, nxId, ['deviceId', 'cameraId', 'eventResourceId'])
  return named || nxId(firstOf(event['deviceIds'])) || nxId(firstOf(fieldsOf(event['metadata'])['cameraRefs']))
}

function readEntry(row: Fields): NxLogged[] {
  const at = new Date(Number(row['timestampMs']))
  const event = fieldsOf(row['eventData'])
  const alarmType = first(event, nxName, ['eventType', 'type'])
  if (Number.isNaN(at.getTime()) || row['timestampMs'] === null || alarmType === '') return []
  return [
    {
      at,
      alarmType,
      alarmName: first(event, nxName, ['objectName', 'caption']),
      actionType: first(fieldsOf(row['actionData']), nxName, ['actionType', 'type']),
      alarmEventId: first(event, nxName, ['eventTypeId', 'analyticsEventTypeId', 'inputPortId', 'source']),
      cameraId: cameraOf(event),
      serverId: first(event, nxId, ['serverId', 'sourceServerId']),
      description: nxName(event['description']),
    },
  ]
}

/** Reads `GET /rest/v4/events/log`. Entries without time or type are left out. */
export const readLog = (answer: unknown): NxLogged[] | undefined => rowsOf(answer)?.flatMap(readEntry)
