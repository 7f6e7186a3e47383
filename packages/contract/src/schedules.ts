import { z } from 'zod'
import { bulk, BULK_ERRORS, selectedViews } from './bulk.ts'
import { operation } from './operation.ts'
import { scheduleState, stateCounts } from './schedule-state.ts'
import {
  linkedHolidays,
  newHolidayLink,
  newScheduleContent,
  scheduleContent,
  weeklyWindows,
} from './schedule-windows.ts'
import { changedName, id, idParams, isoTime, name, paged, pageNumberFromZero, queryList, success } from './values.ts'

/**
 * Where a schedule is used: by sites, by cameras that do not follow their site, and by rules with a schedule of their own. Deleted ones are left
 * out.
 */
const utilisation = z.object({ sites: z.number().int(), views: z.number().int(), rules: z.number().int() })
export type Utilisation = z.output<typeof utilisation>

export const scheduleTemplate = z.object({
  id,
  name: z.string(),
  ...scheduleContent,
  /** Null: the schedule is linked to no region. */
  holidays: linkedHolidays.nullable(),
  /** Changes with every change of the template, for `basedOn`. */
  version: z.number().int(),
  changedAt: isoTime,
  changedBy: z.string(),
  utilisation,
  /** Whether the caller may change it: only who may change all cameras that follow it may. */
  permission: z.enum(['read', 'write']),
})
export type ScheduleTemplate = z.output<typeof scheduleTemplate>

/** The device types: 1 counts by time, 2 is armed and disarmed. */
const deviceType = z.union([z.literal(1), z.literal(2)])

/** The content of the schedule of a site or camera; null if it has none. */
const contentOrNone = {
  weekly: scheduleContent.weekly.nullable(),
  holidayIntervals: scheduleContent.holidayIntervals.nullable(),
  closingDays: scheduleContent.closingDays.nullable(),
  holidays: linkedHolidays.nullable(),
}

export const siteSchedule = z.object({
  /** Null: the site has no schedule. */
  deviceType: deviceType.nullable(),
  /** The time zone of the site, in which all windows are. */
  tz: z.string(),
  /** The template that the site follows; null for windows of its own. */
  templateId: id.nullable(),
  templateName: z.string().nullable(),
  ...contentOrNone,
  version: z.number().int(),
  state: scheduleState,
})
export type SiteSchedule = z.output<typeof siteSchedule>

export const viewSchedule = siteSchedule.extend({
  /** Whose schedule this is: the camera's own, or its site's. Null: neither has one. With the device type 2, the windows are unused. */
  source: z.enum(['view', 'site']).nullable(),
})
export type ViewSchedule = z.output<typeof viewSchedule>

const basedOn = z.object({ version: z.number().int() }).optional()
/**
 * The schedule that a site or camera is to have: that of a template, which it then follows, or windows of its own. Without either, a site
 * of the device type 2 has no windows.
 */
const ownContent = {
  templateId: id.nullable().optional(),
  weekly: scheduleContent.weekly.optional(),
  holidayIntervals: scheduleContent.holidayIntervals.optional(),
  closingDays: scheduleContent.closingDays.optional(),
  holidays: newHolidayLink.nullable().optional(),
  /** The version that the caller saw. If it is another by now, the change is refused with CONFLICT. */
  basedOn,
}
/** The same where nothing is sent but a query. */
const removal = { query: z.object({ version: z.coerce.number().int().optional() }), errors: ['CONFLICT'] } as const
const ofTemplate = { in: 'body', at: 'templateId', kind: 'schedule', optional: true } as const
const onSite = { in: 'path', at: 'id', kind: 'site' } as const
const onView = { in: 'path', at: 'id', kind: 'view' } as const
const tag = 'Schedules'
/** The maximum size of a body with windows in bytes, with all that its lists may have. */
const WINDOWS_BYTES = 384 * 1024

export const getSiteSchedule = operation({
  id: 'schedules.getSite',
  method: 'GET',
  path: '/site/:id/schedule',
  summary: 'When the cameras of a site count, and whether they do now',
  tag,
  scope: [onSite],
  permission: 'node.read',
  params: idParams,
  reply: siteSchedule,
})

export const setSiteSchedule = operation({
  id: 'schedules.setSite',
  method: 'PUT',
  path: '/site/:id/schedule',
  summary: 'Set when the cameras of a site count: by a template, or by windows of its own',
  tag,
  scope: [onSite, ofTemplate],
  permission: 'schedule.write',
  maxBytes: WINDOWS_BYTES,
  params: idParams,
  body: z.object({ deviceType: deviceType.default(1), ...ownContent }),
  reply: siteSchedule,
  errors: ['CONFLICT'],
})

export const deleteSiteSchedule = operation({
  id: 'schedules.deleteSite',
  method: 'DELETE',
  path: '/site/:id/schedule',
  summary: 'Remove the schedule of a site. Cameras without a schedule of their own then always count',
  tag,
  scope: [onSite],
  permission: 'schedule.write',
  params: idParams,
  ...removal,
  reply: siteSchedule,
})

export const getViewSchedule = operation({
  id: 'schedules.getView',
  method: 'GET',
  path: '/view/:id/schedule',
  summary: 'When a camera counts, by its own schedule or its site’s, and whether it does now',
  tag,
  scope: [onView],
  permission: 'node.read',
  params: idParams,
  reply: viewSchedule,
})

export const setViewSchedule = operation({
  id: 'schedules.setView',
  method: 'PUT',
  path: '/view/:id/schedule',
  summary: 'Set when a camera counts, in place of the schedule of its site',
  tag,
  scope: [onView, ofTemplate],
  permission: 'schedule.write',
  maxBytes: WINDOWS_BYTES,
  params: idParams,
  body: z.object(ownContent),
  reply: viewSchedule,
  errors: ['CONFLICT'],
})

export const deleteViewSchedule = operation({
  id: 'schedules.deleteView',
  method: 'DELETE',
  path: '/view/:id/schedule',
  summary: 'Remove the schedule of a camera. It then follows its site',
  tag,
  scope: [onView],
  permission: 'schedule.write',
  params: idParams,
  ...removal,
  reply: viewSchedule,
})

export const applySchedule = operation({
  ...bulk,
  id: 'bulk.applySchedule',
  method: 'POST',
  path: '/schedule/:id/bulk-apply',
  summary: 'Have cameras follow a template. Those with a schedule of their own keep it, unless `overwrite` is set',
  scope: [{ in: 'path', at: 'id', kind: 'schedule' }, ...bulk.scope],
  permission: 'schedule.write',
  params: idParams,
  body: z.object({ ...selectedViews, overwrite: z.boolean().default(false) }),
  errors: BULK_ERRORS,
})

const onTemplate = { in: 'path', at: 'id', kind: 'schedule' } as const
/**
 * The number of sites, cameras and rules that follow the template, as it was shown to the caller. A change of a template that is used is
 * refused with CONFLICT unless this is right.
 */
const followers = utilisation.extend({ rules: z.number().int().default(0) }).optional()

export const listScheduleTemplates = operation({
  id: 'schedules.listTemplates',
  method: 'GET',
  path: '/v1/schedule-template',
  summary:
    'Templates by name. The first page is 0. Users who see only some clients get those that are used there, and their own',
  tag,
  scope: 'self',
  permission: 'node.read',
  query: z.object({
    /** Part of the name. */
    filters: z.string().trim().max(100).optional(),
    page: pageNumberFromZero,
    limit: z.coerce.number().int().min(1).max(100).default(10),
  }),
  reply: paged(scheduleTemplate),
})

export const countScheduleStates = operation({
  id: 'schedules.countStates',
  method: 'GET',
  path: '/v1/schedule-states',
  summary: 'How many of the cameras that the caller sees count now, how many do not, and why',
  tag,
  scope: 'self',
  permission: 'node.read',
  reply: stateCounts,
})

export const getScheduleUtilisation = operation({
  id: 'schedules.utilisation',
  method: 'GET',
  path: '/v1/schedule-template/utilisation',
  summary: 'How many sites, cameras and rules follow each of these templates',
  tag,
  scope: [{ in: 'query', at: 'ids', kind: 'schedule', many: true, foreign: 'empty' }],
  permission: 'node.read',
  query: z.object({ ids: queryList(id).refine((ids) => ids.length <= 100, { message: 'At most 100 ids' }) }),
  reply: z.array(utilisation.extend({ id })),
})

export const getScheduleTemplate = operation({
  id: 'schedules.getTemplate',
  method: 'GET',
  path: '/v1/schedule-template/:id',
  summary: 'A template',
  tag,
  scope: [onTemplate],
  permission: 'node.read',
  params: idParams,
  reply: scheduleTemplate,
})

export const createScheduleTemplate = operation({
  id: 'schedules.createTemplate',
  method: 'POST',
  path: '/v1/schedule-template',
  summary: 'Create a template. Without windows, it counts every day from 00:00 to 08:00',
  tag,
  scope: 'self',
  permission: 'schedule.write',
  maxBytes: WINDOWS_BYTES,
  body: z.object({ name, ...newScheduleContent }),
  reply: scheduleTemplate,
  errors: ['NAME_TAKEN'],
})

export const updateScheduleTemplate = operation({
  id: 'schedules.updateTemplate',
  method: 'PUT',
  path: '/v1/schedule-template/:id',
  summary: 'Change a template, for all sites, cameras and rules that follow it. Omitted fields stay unchanged',
  tag,
  scope: [onTemplate],
  permission: 'schedule.write',
  maxBytes: WINDOWS_BYTES,
  params: idParams,
  body: z.object({
    name: changedName.optional(),
    weekly: scheduleContent.weekly.optional(),
    holidayIntervals: scheduleContent.holidayIntervals.optional(),
    closingDays: scheduleContent.closingDays.optional(),
    holidays: newHolidayLink.nullable().optional(),
    followers,
    basedOn,
  }),
  reply: scheduleTemplate,
  errors: ['NAME_TAKEN', 'CONFLICT'],
})

export const setScheduleIntervals = operation({
  id: 'schedules.setIntervals',
  method: 'POST',
  path: '/v1/schedule-template/interval/bulk',
  summary: 'Give several templates the same windows of the week. All are changed, or none',
  tag,
  scope: [{ in: 'body', at: 'templateIds', kind: 'schedule', many: true }],
  permission: 'schedule.write',
  maxBytes: WINDOWS_BYTES,
  body: z.object({
    templateIds: z.array(id).min(1).max(100),
    intervals: weeklyWindows,
    /** The sum of the followers of all these templates. */
    followers,
  }),
  reply: z.array(scheduleTemplate),
  errors: ['CONFLICT'],
})

export const deleteScheduleTemplate = operation({
  id: 'schedules.deleteTemplate',
  method: 'DELETE',
  path: '/v1/schedule-template/:id',
  summary: 'Delete a template. One in use can only be replaced: its followers then follow another template',
  tag,
  scope: [onTemplate, { in: 'query', at: 'replaceBy', kind: 'schedule', optional: true }],
  permission: 'schedule.write',
  params: idParams,
  query: z.object({ replaceBy: id.optional() }),
  reply: success,
  errors: ['SCHEDULE_IN_USE'],
})
