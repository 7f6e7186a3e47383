import { z } from 'zod'
import { operation } from './operation.ts'
import { id, idParams, isoTime, paged, pageQuery } from './values.ts'

/**
 * What cost the time where a goal was not kept. `analysis`: from the receipt to the verdict. `waiting`: from the verdict to the first attempt to send.
 * `receiver`: from there to the acknowledgement. `given-up`: it was never acknowledged.
 */
const responseStage = z.enum(['analysis', 'waiting', 'receiver', 'given-up'])
export type ResponseStage = z.output<typeof responseStage>

/** The seconds within which alarms of a site should be acknowledged. */
export const RESPONSE_GOAL = { least: 5, most: 3_600 } as const
/** The longest period that can be asked for, in days. */
export const RESPONSE_DAYS = 366

/** Whose times are asked for. Days are those of each site's time zone; both are included. */
const asked = {
  /** Left out: seven days before `till`. */
  since: z.iso.date().optional(),
  /** Left out: the newest day that a site can have. */
  till: z.iso.date().optional(),
  siteId: id.optional(),
  receiverId: id.optional(),
}

/** The times of one or more receivers. */
const responseFigures = z.object({
  /** Messages that were acknowledged or given up. Those that still wait count when it is known what became of them. */
  measured: z.number().int(),
  kept: z.number().int(),
  /** Share of `measured`; null if nothing was measured. */
  keptShare: z.number().nullable(),
  /** Messages that did not keep the goal, by the stage that cost most of the time. */
  late: z.object({
    analysis: z.number().int(),
    waiting: z.number().int(),
    receiver: z.number().int(),
    givenUp: z.number().int(),
  }),
  /**
   * Estimates of the time from receipt to acknowledgement in ms, from numbers by cells that are 19 % wide; null if nothing was acknowledged.
   */
  p50Ms: z.number().nullable(),
  p95Ms: z.number().nullable(),
})
export type ResponseFigures = z.output<typeof responseFigures>

export const RESPONSE_GROUPS = ['day', 'site', 'receiver'] as const

const responseRow = responseFigures.extend({
  day: z.iso.date().nullable(),
  siteId: id.nullable(),
  siteName: z.string().nullable(),
  projectName: z.string().nullable(),
  receiverId: id.nullable(),
  receiverName: z.string().nullable(),
  /** The goal of the site at present, in seconds. */
  goalSeconds: z.number().int().nullable(),
})
export type ResponseRow = z.output<typeof responseRow>

const ofTimes = {
  tag: 'Receivers',
  permission: 'node.read',
  scope: [
    { in: 'query', at: 'siteId', kind: 'site', optional: true },
    { in: 'query', at: 'receiverId', kind: 'receiver', optional: true },
  ],
} as const

export const getResponseTimes = operation({
  ...ofTimes,
  id: 'responseTimes.figures',
  method: 'GET',
  path: '/v1/response-times',
  summary:
    'How many alarms were acknowledged by their receivers within the goals of their sites, and how long it took, by day, site or receiver',
  query: z.object({
    ...asked,
    /** By day, the newest first; by site or receiver, the one with the most breaches first. */
    by: z.enum(RESPONSE_GROUPS).default('day'),
    ...pageQuery({ usual: 31, most: 400 }),
  }),
  reply: paged(responseRow).extend({
    since: z.iso.date(),
    till: z.iso.date(),
    total: responseFigures,
    /** Messages that still wait although their goal is over; at most 1,000 are counted. */
    overdue: z.number().int(),
  }),
})

const responseBreach = z.object({
  id,
  alarmId: id.nullable(),
  receiverId: id,
  receiverName: z.string(),
  siteId: id,
  siteName: z.string(),
  projectName: z.string(),
  /** Null once the alarm has been deleted. */
  viewName: z.string().nullable(),
  goalSeconds: z.number().int(),
  receivedAt: isoTime,
  decidedAt: isoTime,
  sentAt: isoTime.nullable(),
  acknowledgedAt: isoTime.nullable(),
  /** The stage that cost most of the time; of a message that waits, up to now. */
  stage: responseStage,
})
export type ResponseBreach = z.output<typeof responseBreach>

export const RESPONSE_BREACHES = ['ended', 'waiting'] as const

export const listResponseBreaches = operation({
  ...ofTimes,
  id: 'responseTimes.breaches',
  method: 'GET',
  path: '/v1/response-times/breaches',
  summary: 'Alarms that were not acknowledged within the goal of their site, with the stage that cost the time',
  query: z.object({
    ...asked,
    /** `ended`: acknowledged too late or given up, the newest day first. `waiting`: not acknowledged yet, the oldest first, of any day. */
    which: z.enum(RESPONSE_BREACHES).default('ended'),
    ...pageQuery({ usual: 30, most: 500 }),
  }),
  reply: paged(responseBreach),
})

export const setResponseGoal = operation({
  id: 'responseTimes.setGoal',
  method: 'PUT',
  path: '/v1/site/:id/response-goal',
  summary:
    'Set the seconds within which alarms of a site should be acknowledged. Alarms decided before keep the goal they had',
  tag: 'Receivers',
  scope: [{ in: 'path', at: 'id', kind: 'site' }],
  permission: 'integration.manage',
  params: idParams,
  body: z.object({ seconds: z.number().int().min(RESPONSE_GOAL.least).max(RESPONSE_GOAL.most) }),
  reply: z.object({ seconds: z.number().int() }),
})
