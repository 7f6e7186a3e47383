import { z } from 'zod'
import { alarmStep, alarmTotals, COUNT_STEPS, countedWindow, countWindow } from './alarm-counts.ts'
import { operation } from './operation.ts'
import { id, isoTime } from './values.ts'

export const getHomeFigures = operation({
  id: 'home.figures',
  method: 'GET',
  path: '/v1/home/figures',
  summary:
    'The figures of Home: counts of a window, the week before, a series in a named zone, and alarms that are late',
  tag: 'Home',
  scope: 'self',
  permission: 'alarm.read',
  query: z.object({
    ...countWindow,
    /** Left out: quarters up to 6 hours, hours up to 3 days, else days. */
    step: z.enum(COUNT_STEPS).optional(),
  }),
  reply: z.object({
    ...countedWindow,
    step: z.enum(COUNT_STEPS),
    total: alarmTotals,
    /** The same local times a week before. */
    before: alarmTotals.extend({ since: isoTime, till: isoTime }),
    series: z.array(alarmStep),
    /** Alarms that still wait for their verdict past their deadline, whenever they were received. */
    late: z.object({ count: z.number().int(), oldest: isoTime.nullable() }),
  }),
})

/** A site or camera, and the number by which it is ranked. */
const ranked = {
  id,
  name: z.string(),
  projectId: id,
  projectName: z.string(),
  /** The number by which the list is sorted, in the window and at the same local times a week before. */
  count: z.number().int(),
  before: z.number().int(),
}
const rankedSite = z.object(ranked)
const rankedView = z.object({ ...ranked, siteId: id, siteName: z.string() })

/** The most first. A site or camera without any such alarm is left out. */
const ranking = <T extends z.ZodType>(row: T) =>
  z.object({
    /** By alarms that count: received ones without `outside`. */
    alarming: z.array(row),
    /** By alarms labelled true. */
    true: z.array(row),
    /** By alarms labelled false. */
    false: z.array(row),
  })

/** A reply may be up to half a minute old. */
export const getHomeRanking = operation({
  id: 'home.ranking',
  method: 'GET',
  path: '/v1/home/ranking',
  summary: 'The sites and cameras with the most alarms, the most true and the most false ones',
  tag: 'Home',
  scope: 'self',
  permission: 'alarm.read',
  query: z.object({ ...countWindow, limit: z.coerce.number().int().min(1).max(50).default(10) }),
  reply: z.object({
    ...countedWindow,
    sites: ranking(rankedSite),
    views: ranking(rankedView),
    /**
     * While the counts of a large company are still being read after a start of the program: how many of its quarter hours have been read. The
     * rankings are empty until then; ask again in a second. Otherwise null.
     */
    preparing: z.object({ done: z.number().int(), of: z.number().int() }).nullable(),
  }),
})
