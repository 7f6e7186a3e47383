import { z } from 'zod'
import { operation } from './operation.ts'
import { EVENT_TYPES, id, idParams, isoTime } from './values.ts'

/** A picture or clip that was attached to a mail: the signal's id, and the number of the attachment. */
const footageId = z.string().regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}:\d{1,4}$/)

/** An alarm that arrived as a mail with the XML of Immix. */
export const immixAlarm = z.object({
  /** The signal's id. */
  id,
  receivedAt: isoTime,
  /** Null if no camera of the site has this input. */
  viewId: id.nullable(),
  alarmId: id.nullable(),
  /** `Input1` of the XML, in the sender's own form. */
  input: z.string().nullable(),
  event: z.string().nullable(),
  eventType: z.enum(EVENT_TYPES).nullable(),
  deviceTime: z.string().nullable(),
  /** What was attached. `GET /v1/alarm/{alarmId}/frame/{position}/image?original=true` sends it. */
  attachedFootage: z.array(
    z.object({
      attachedFootageId: footageId,
      kind: z.enum(['still', 'clip']),
      type: z.string(),
      bytes: z.number().int(),
      position: z.number().int(),
    }),
  ),
})
export type ImmixAlarm = z.output<typeof immixAlarm>

const newest = { limit: z.coerce.number().int().min(1).max(100).default(20), before: id.optional() }

export const listImmixOfSite = operation({
  id: 'immix.site',
  method: 'GET',
  path: '/v1/immix/site/:id',
  summary:
    'The latest Immix alarms of a site with what was attached. With attachedFootageId: only the alarm with this footage',
  tag: 'Immix',
  scope: [{ in: 'path', at: 'id', kind: 'site' }],
  permission: 'alarm.read',
  params: idParams,
  query: z.object({ ...newest, attachedFootageId: footageId.optional() }),
  reply: z.array(immixAlarm),
})

export const listImmixOfView = operation({
  id: 'immix.view',
  method: 'GET',
  path: '/v1/immix/view/:id',
  summary: 'The latest Immix alarms of a camera with what was attached',
  tag: 'Immix',
  scope: [{ in: 'path', at: 'id', kind: 'view' }],
  permission: 'alarm.read',
  params: idParams,
  query: z.object(newest),
  reply: z.array(immixAlarm),
})
