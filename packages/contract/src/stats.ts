import { z } from 'zod'
import { alarmStep, alarmTotals, COUNT_STEPS, countedWindow, countWindow } from './alarm-counts.ts'
import { operation } from './operation.ts'
import { id, idParams, isoTime, paged, pageQuery } from './values.ts'

const company = [{ in: 'path', at: 'id', kind: 'company' }] as const
const PAGE = { usual: 50, most: 200 }

/** A part of a name, in any case. */
const search = z.string().trim().min(1).max(100).optional()

const series = { step: z.enum(COUNT_STEPS), total: alarmTotals, series: z.array(alarmStep) }

const client = { projectId: id, projectName: z.string() }

/** Figures of a site, of the cameras that the caller may see. */
const siteStat = z.object({
  id,
  name: z.string(),
  ...client,
  /** The site's own zone, or the company's default. Its counts are of the window of the reply all the same. */
  timezone: z.string(),
  views: z.number().int(),
  ...alarmTotals.shape,
})

const viewStat = z.object({ id, name: z.string(), siteId: id, siteName: z.string(), ...client, ...alarmTotals.shape })

export const getSiteStats = operation({
  id: 'stats.sites',
  method: 'GET',
  path: '/company/:id/sitestats',
  summary: 'Figures of the sites of a company in a window, by page',
  tag: 'Stats',
  scope: company,
  permission: 'alarm.read',
  params: idParams,
  query: z.object({ ...countWindow, search, ...pageQuery({ ...PAGE, sort: ['name', 'alarms'] }) }),
  reply: paged(siteStat).extend(countedWindow),
})

export const getViewStats = operation({
  id: 'stats.views',
  method: 'GET',
  path: '/company/:id/camstats',
  summary: 'Figures of the cameras of a company or of one of its sites in a window, by page',
  tag: 'Stats',
  scope: [...company, { in: 'query', at: 'siteId', kind: 'site', optional: true, foreign: 'empty', way: true }],
  permission: 'alarm.read',
  params: idParams,
  query: z.object({
    ...countWindow,
    search,
    siteId: id.optional(),
    ...pageQuery({ ...PAGE, sort: ['name', 'alarms'] }),
  }),
  reply: paged(viewStat).extend(countedWindow),
})

export const getAlarmStats = operation({
  id: 'stats.alarms',
  method: 'GET',
  path: '/company/:id/alarmstats',
  summary: 'Figures of all alarms of a company in a window, and a series in a named zone',
  tag: 'Stats',
  scope: company,
  permission: 'alarm.read',
  params: idParams,
  query: z.object({ ...countWindow, step: z.enum(COUNT_STEPS).optional() }),
  reply: z.object({ ...countedWindow, ...series }),
})

export const getLastAlarmStats = operation({
  id: 'stats.lastAlarms',
  method: 'GET',
  path: '/company/:id/lastalarmstats',
  summary: 'The last alarm of each camera, by page',
  tag: 'Stats',
  scope: company,
  permission: 'alarm.read',
  params: idParams,
  query: z.object({
    search,
    /** Only cameras without an alarm for this number of hours, also those that never had one. */
    idleHours: z.coerce.number().int().min(1).max(8760).optional(),
    /** By `lastAlarm`, cameras that never had an alarm come last in both directions. */
    ...pageQuery({ ...PAGE, sort: ['name', 'lastAlarm'] }),
  }),
  reply: paged(
    z.object({
      id,
      name: z.string(),
      siteId: id,
      siteName: z.string(),
      ...client,
      /** Null if the camera has no alarm. Alarms of tests do not count. */
      lastAlarmAt: isoTime.nullable(),
      lastAlarmId: id.nullable(),
    }),
  ).extend({ now: isoTime }),
})

export const getLastAlarmClients = operation({
  id: 'stats.lastAlarmClients',
  method: 'GET',
  path: '/company/:id/lastalarmstats/clients',
  summary: 'The last alarm of each client, and how many of its cameras had one, by page',
  tag: 'Stats',
  scope: company,
  permission: 'alarm.read',
  params: idParams,
  query: z.object({
    search,
    /** A camera counts as idle after this number of hours without an alarm. */
    idleHours: z.coerce.number().int().min(1).max(8760).default(24),
    ...pageQuery({ ...PAGE, sort: ['name', 'lastAlarm'] }),
  }),
  reply: paged(
    z.object({
      id,
      name: z.string(),
      views: z.number().int(),
      /** Cameras without an alarm for `idleHours`, also those that never had one. */
      idleViews: z.number().int(),
      lastAlarmAt: isoTime.nullable(),
    }),
  ).extend({ now: isoTime }),
})

export const getStatsOfSite = operation({
  id: 'stats.site',
  method: 'GET',
  path: '/sitestats/:id',
  summary: 'Figures of a site in a window, and a series in a named zone',
  tag: 'Stats',
  scope: [{ in: 'path', at: 'id', kind: 'site', way: true }],
  permission: 'alarm.read',
  params: idParams,
  query: z.object({ ...countWindow, step: z.enum(COUNT_STEPS).optional() }),
  reply: z.object({
    ...countedWindow,
    ...series,
    id,
    name: z.string(),
    ...client,
    views: z.number().int(),
    lastAlarmAt: isoTime.nullable(),
  }),
})
