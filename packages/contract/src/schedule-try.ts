import { z } from 'zod'
import { operation } from './operation.ts'
import { newScheduleContent } from './schedule-windows.ts'
import { id, isoTime } from './values.ts'

/** How many days back a schedule is tried. */
export const TRY_DAYS = 30

export const trySchedule = operation({
  id: 'schedules.try',
  method: 'POST',
  path: '/v1/schedule/try',
  summary: 'How many alarms of the last 30 days would have counted by a schedule, before it is saved',
  tag: 'Schedules',
  scope: [
    { in: 'body', at: 'siteId', kind: 'site', optional: true },
    { in: 'body', at: 'viewId', kind: 'view', optional: true },
  ],
  permission: 'node.read',
  override: true,
  maxBytes: 384 * 1024,
  /** Either a site, with all its cameras, or one camera. */
  body: z.object({ siteId: id.optional(), viewId: id.optional(), ...newScheduleContent }),
  reply: z.object({
    since: isoTime,
    till: isoTime,
    /** Alarms that were received. Test pictures are left out. */
    received: z.number().int(),
    /** Of these, those that counted when they were received. */
    counted: z.number().int(),
    /** Of these, those that would have counted by the schedule alone, without pauses. */
    wouldCount: z.number().int(),
  }),
})
