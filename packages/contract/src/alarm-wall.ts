import { z } from 'zod'
import { alarmRow } from './alarm-values.ts'
import { VERDICT_FILTERS } from './alarm-query.ts'
import { ID_LIST_BYTES, MAX_IDS } from './body-limit.ts'
import { operation } from './operation.ts'
import { id, queryList } from './values.ts'

/** Days after which an alarm is too old for the wall. */
export const WALL_DAYS = 7

export const listWall = operation({
  id: 'alarms.wall',
  method: 'POST',
  path: '/v1/alarms/wall',
  summary: 'The last alarm of each camera within seven days, newest first',
  tag: 'Alarms',
  scope: [
    { in: 'body', at: 'cameras', kind: 'view', many: true, optional: true, foreign: 'empty' },
    { in: 'body', at: 'sites', kind: 'site', many: true, optional: true, foreign: 'empty', way: true },
    { in: 'body', at: 'projects', kind: 'project', many: true, optional: true, foreign: 'empty', way: true },
  ],
  permission: 'alarm.read',
  maxBytes: ID_LIST_BYTES,
  query: z.object({
    /** If left out, alarms with every verdict except `outside` are returned. */
    verdict: queryList(z.enum(VERDICT_FILTERS)).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  body: z
    .object({
      cameras: z.array(id).max(MAX_IDS).optional(),
      sites: z.array(id).max(MAX_IDS).optional(),
      projects: z.array(id).max(MAX_IDS).optional(),
    })
    .default({}),
  reply: z.object({ rows: z.array(alarmRow) }),
  background: true,
})
