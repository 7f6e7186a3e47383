import { z } from 'zod'
import { listQuery, nodeQuery } from './alarm-query.ts'
import { alarmPage } from './alarms.ts'
import { alarmRow } from './alarm-values.ts'
import { ID_LIST_BYTES, MAX_IDS } from './body-limit.ts'
import { operation, type ScopeRef } from './operation.ts'
import { id, idParams } from './values.ts'

/** The keys of a page. */
const keys = [
  { in: 'query', at: 'before', kind: 'alarm', optional: true, foreign: 'empty' },
  { in: 'query', at: 'after', kind: 'alarm', optional: true, foreign: 'empty' },
] as const satisfies readonly ScopeRef[]

/** Nodes as filters, and the keys of a page. */
const filters = [
  { in: 'query', at: 'cameras', kind: 'view', many: true, optional: true, foreign: 'empty' },
  { in: 'query', at: 'sites', kind: 'site', many: true, optional: true, foreign: 'empty', way: true },
  { in: 'query', at: 'projects', kind: 'project', many: true, optional: true, foreign: 'empty', way: true },
  ...keys,
] as const satisfies readonly ScopeRef[]

const ofSite = [{ in: 'path', at: 'id', kind: 'site', way: true }, ...keys] as const satisfies readonly ScopeRef[]
const ofView = [{ in: 'path', at: 'id', kind: 'view' }, ...keys] as const satisfies readonly ScopeRef[]

const common = { tag: 'Alarms', permission: 'alarm.read' } as const

export const listAlarmRows = operation({
  ...common,
  id: 'alarms.listRows',
  method: 'GET',
  path: '/alarmlist',
  summary: 'Alarms, newest first, with all filters in the query',
  scope: filters,
  maxBytes: ID_LIST_BYTES,
  override: true,
  query: listQuery.extend(nodeQuery),
  reply: alarmPage,
})

export const getAlarmRow = operation({
  ...common,
  id: 'alarms.getRow',
  method: 'GET',
  path: '/v1/alarmlist/:id',
  summary: 'One alarm as a row of the list',
  scope: [{ in: 'path', at: 'id', kind: 'alarm' }],
  params: idParams,
  reply: alarmRow,
})

export const listSiteAlarms = operation({
  ...common,
  id: 'alarms.listOfSite',
  method: 'GET',
  path: '/v1/alarms/site/:id',
  summary: 'Alarms of a site, newest first',
  scope: ofSite,
  params: idParams,
  query: listQuery,
  reply: alarmPage,
})

export const listDetections = operation({
  ...common,
  id: 'alarms.listDetections',
  method: 'GET',
  path: '/alarmlistdetection',
  summary: 'Alarms in whose pictures an object was found, newest first',
  scope: filters,
  maxBytes: ID_LIST_BYTES,
  override: true,
  query: listQuery.extend(nodeQuery),
  reply: alarmPage,
})

export const listViewDetections = operation({
  ...common,
  id: 'alarms.listDetectionsOfView',
  method: 'GET',
  path: '/alarmlistdetection/view/:id',
  summary: 'Alarms of a camera in whose pictures an object was found, newest first',
  scope: ofView,
  params: idParams,
  query: listQuery,
  reply: alarmPage,
})

export const listSiteDetections = operation({
  ...common,
  id: 'alarms.listDetectionsOfSite',
  method: 'GET',
  path: '/alarmlistdetection/site/:id',
  summary: 'Alarms of a site in whose pictures an object was found, newest first',
  scope: ofSite,
  params: idParams,
  query: listQuery,
  reply: alarmPage,
})

export const listDetectionIds = operation({
  ...common,
  id: 'alarms.listDetectionIds',
  method: 'GET',
  path: '/alarmlistdetection/alarm-ids',
  summary: 'The ids of alarms in whose pictures an object was found, newest first',
  scope: filters,
  maxBytes: ID_LIST_BYTES,
  override: true,
  query: listQuery
    .omit({ page: true, limit: true, tamperingReferenceMode: true })
    .extend({ ...nodeQuery, limit: z.coerce.number().int().min(1).max(MAX_IDS).default(1_000) }),
  reply: z.object({
    ids: z.array(id),
    /** Whether there are more in the requested direction. They are reached with `before` or `after`. */
    more: z.boolean(),
  }),
})
