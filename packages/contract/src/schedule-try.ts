import { z } from 'zod'
import { operation } from './operation.ts'
import { newScheduleContent } from './schedule-windows.ts'
import { id, isoTime } from './values.ts'

/** How many days back a schedule is tried. */
export const TRY_DAYS = 30
/** Of how many parts of the time one can be asked for. */
export const TRY_PARTS = 10

export const trySchedule = operation({
  id: 'schedules.try',
  method: 'POST',
  path: '/v1/schedule/try',
  summary: 'How many alarms of the last 30 days would have counted by a schedule, before it is saved',
  tag: 'Schedules',
  scope: [
    { in: 'body', at: 'siteId', kind: 'site', optional: true },
    { in: 'body', at: 'viewId', kind: 'view', optional: true },
    { in: 'body', at: 'templateId', kind: 'schedule', optional: true },
  ],
  permission: 'node.read',
  override: true,
  maxBytes: 384 * 1024,
  body: z.object({
    /** One of the three: a site with all its cameras, one camera, or all cameras that follow a template. */
    siteId: id.optional(),
    viewId: id.optional(),
    templateId: id.optional(),
    /** The part of the time that is tried: 0 is the oldest. Left out: the whole time. Many cameras take long, so they are tried part by part. */
    part: z
      .number()
      .int()
      .min(0)
      .max(TRY_PARTS - 1)
      .optional(),
    /** The end of the time, so that further parts are those of the same time. Left out: now. */
    till: isoTime.optional(),
    ...newScheduleContent,
  }),
  reply: z.object({
    /** The time, or the part of it, that was tried. */
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
