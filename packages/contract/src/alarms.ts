import { z } from 'zod'
import { listQuery } from './alarm-query.ts'
import { alarm, alarmRow } from './alarm-values.ts'
import { ID_LIST_BYTES, MAX_IDS } from './body-limit.ts'
import { operation } from './operation.ts'
import { id, idParams, isoTime, paged, queryFlag, success } from './values.ts'
import { viewFilter } from './view-filter.ts'

/** A page of alarms. */
export const alarmPage = paged(alarmRow).extend({
  /** Null with key-set paging. */
  count: z.number().int().nullable(),
  /** Whether there are more rows in the requested direction. */
  more: z.boolean(),
})
export type AlarmPage = z.output<typeof alarmPage>

/** The alarms to search. */
export const listBody = z
  .object({
    cameras: z.array(id).max(MAX_IDS).optional(),
    sites: z.array(id).max(MAX_IDS).optional(),
    projects: z.array(id).max(MAX_IDS).optional(),
    /**
     * Returns only those of these alarms that match the other filters. An open list uses it to update the rows that the live stream
     * named. The rows are not counted.
     */
    alarms: z.array(id).max(200).optional(),
    /** Only alarms of cameras that match this filter of the tree. */
    filters: z.object(viewFilter).optional(),
  })
  .default({})

export const listAlarms = operation({
  id: 'alarms.list',
  method: 'POST',
  path: '/viewalarms',
  summary: 'Alarms, newest first',
  tag: 'Alarms',
  scope: [
    { in: 'body', at: 'cameras', kind: 'view', many: true, optional: true, foreign: 'empty' },
    { in: 'body', at: 'sites', kind: 'site', many: true, optional: true, foreign: 'empty', way: true },
    { in: 'body', at: 'projects', kind: 'project', many: true, optional: true, foreign: 'empty', way: true },
    { in: 'body', at: 'alarms', kind: 'alarm', many: true, optional: true, foreign: 'empty' },
    { in: 'query', at: 'before', kind: 'alarm', optional: true, foreign: 'empty' },
    { in: 'query', at: 'after', kind: 'alarm', optional: true, foreign: 'empty' },
  ],
  permission: 'alarm.read',
  maxBytes: ID_LIST_BYTES,
  override: true,
  query: listQuery,
  body: listBody,
  reply: alarmPage,
})

export const getAlarmCount = operation({
  id: 'alarms.count',
  method: 'GET',
  path: '/v1/get-alarm-count',
  summary: 'The number of alarms received between two instants',
  tag: 'Alarms',
  scope: 'self',
  permission: 'alarm.read',
  query: z.object({ from: isoTime, to: isoTime, trueOnly: queryFlag.optional() }),
  reply: z.object({ count: z.number().int(), countIsExact: z.boolean() }),
  background: true,
})

export const getAlarm = operation({
  id: 'alarms.get',
  method: 'GET',
  path: '/alarm/:id',
  summary: 'An alarm with its frames, detections and reasons',
  tag: 'Alarms',
  scope: [{ in: 'path', at: 'id', kind: 'alarm' }],
  permission: 'alarm.read',
  params: idParams,
  reply: alarm,
})

export const markAlarmViewed = operation({
  id: 'alarms.viewed',
  method: 'POST',
  path: '/v1/alarm/:id/viewed',
  summary: 'Record that the user views the prefetched pictures of an alarm. The audit contains it once an hour',
  tag: 'Alarms',
  scope: [{ in: 'path', at: 'id', kind: 'alarm' }],
  permission: 'alarm.read',
  params: idParams,
  reply: success,
})
