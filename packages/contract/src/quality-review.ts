import { z } from 'zod'
import { REASON_FITS, reasonFits } from './alarm-labels.ts'
import { LABEL_FILTERS, listTime } from './alarm-query.ts'
import { ID_LIST_BYTES, MAX_IDS } from './body-limit.ts'
import { labelReason } from './label-values.ts'
import { operation } from './operation.ts'
import {
  EVENT_TYPES,
  id,
  idParams,
  isoTime,
  objectClass,
  paged,
  pageQuery,
  queryFlag,
  timezone,
  verdict,
} from './values.ts'

/** The most alarms that a supervisor can draw at once. */
export const DRAW_MAX = 50

/** A share that was estimated from a sample, 0–1, with the bounds between which the true share lies. */
const estimate = z.object({
  /** Null if there are too few labels for an estimate. The bounds hold with any number of labels. */
  share: z.number().nullable(),
  low: z.number(),
  high: z.number(),
  /** The number of labels. */
  of: z.number().int(),
})

/** What the labels of a round say about the filter. */
export const reviewResult = z.object({
  /** Of the true alarms, the share that was passed on. Null without any label. */
  recall: estimate.nullable(),
  /** Of the false alarms, the share that was filtered. Null without any label. */
  falseFiltered: estimate.nullable(),
  /**
   * Of all alarms of the round, the share that was filtered. It is counted, not estimated: `of` is the number of alarms. Null for supervisors,
   * whom it could tell the verdict of an alarm that they have not labelled yet.
   */
  reduction: estimate.nullable(),
  /** How many more labels an estimate needs; 0 if there are enough. */
  missing: z.number().int(),
})
export type ReviewResult = z.output<typeof reviewResult>

/** One sample of a company: alarms of some days, drawn at random when the round was opened. */
export const reviewRound = z.object({
  id,
  /** The alarms of the round were received from `since`, included, to `till`, excluded. */
  since: isoTime,
  till: isoTime,
  openedAt: isoTime,
  /** Since when its alarms cannot be seen any more. Null: supervisors work on it. */
  closedAt: isoTime.nullable(),
  /** The number of alarms from which the sample was drawn. */
  alarms: z.number().int(),
  /** The size of the sample. */
  listed: z.number().int(),
  labelled: z.number().int(),
  result: reviewResult,
})
export type ReviewRound = z.output<typeof reviewRound>

/** The company's switch, with its latest rounds. */
export const qualityReview = z.object({
  on: z.boolean(),
  /** Who switched it last, and when. Null if nobody ever did. */
  changed: z.object({ at: isoTime, by: z.string() }).nullable(),
  /** The latest first. At most ten. */
  rounds: z.array(reviewRound),
})
export type QualityReview = z.output<typeof qualityReview>

const ofCompany = {
  tag: 'Quality review',
  scope: [{ in: 'path', at: 'id', kind: 'company' }],
  permission: 'company.write',
  params: idParams,
} as const

export const getQualityReview = operation({
  ...ofCompany,
  id: 'qualityReview.get',
  method: 'GET',
  path: '/v1/company/:id/quality-review',
  summary: 'Whether supervisors may review alarms of the company that are drawn at random, and what they found',
  reply: qualityReview,
})

export const setQualityReview = operation({
  ...ofCompany,
  id: 'qualityReview.set',
  method: 'PUT',
  path: '/v1/company/:id/quality-review',
  summary: 'Switch the quality review on or off. Off: supervisors see no alarm of the company from this moment',
  body: z.object({ on: z.boolean() }),
  reply: qualityReview,
})

/** A company whose quality review is on, as a supervisor sees it. */
export const reviewedCompany = z.object({
  companyId: id,
  companyName: z.string(),
  /** The round that supervisors work on; null if none was opened yet. */
  round: reviewRound.nullable(),
  /** The alarms of the round that were drawn for the caller, and how many of them the caller has labelled. */
  drawn: z.number().int(),
  labelled: z.number().int(),
  /** How many alarms of the round the caller can still draw: nobody has drawn them, and the caller did not label them in an earlier round. */
  left: z.number().int(),
  /** From when a draw opens a new round. Null: the next draw opens one. */
  nextRoundAt: isoTime.nullable(),
})
export type ReviewedCompany = z.output<typeof reviewedCompany>

/** Supervisors act for themselves only: a label in their name would be taken for their own judgement. */
const ofSupervisor = { tag: 'Quality review', scope: 'self', permission: 'alarm.review', personal: true } as const

export const listReviewed = operation({
  ...ofSupervisor,
  id: 'qualityReview.companies',
  method: 'GET',
  path: '/v1/supervisor/companies',
  summary: 'The companies whose quality review is on, with the caller’s progress and what the labels say so far',
  reply: z.object({ rows: z.array(reviewedCompany) }),
})

export const drawAlarms = operation({
  ...ofSupervisor,
  id: 'qualityReview.draw',
  method: 'POST',
  path: '/v1/supervisor/draw',
  summary: 'Draw the next alarms of a company at random into the caller’s own sample',
  body: z.object({ companyId: id, count: z.number().int().min(1).max(DRAW_MAX).default(20) }),
  reply: z.object({
    drawn: z.number().int(),
    /**
     * Why fewer were drawn than asked for. `no-alarms`: the company had none in the days of the round; `all-drawn`: the sample is used up
     * until the next round; `too-many`: the caller has a hundred alarms to label.
     */
    short: z.enum(['no-alarms', 'all-drawn', 'too-many']).nullable(),
  }),
  errors: ['NOT_FOUND'],
})

/** What the caller learns about an alarm after labelling it. */
const revealed = z.object({
  verdict,
  score: z.number().nullable(),
  classes: z.array(objectClass),
  /** What the company itself says. */
  cusGroundTruth: z.boolean().nullable(),
})

/**
 * An alarm of the caller's sample. It tells nothing of the filter's verdict, nor of what others say, before the caller has labelled it.
 */
export const sampledAlarm = z.object({
  id,
  companyId: id,
  companyName: z.string(),
  viewId: id,
  viewName: z.string(),
  siteName: z.string(),
  projectName: z.string(),
  /** Time zone of the site. */
  timezone: z.string(),
  receivedAt: isoTime,
  eventType: z.enum(EVENT_TYPES),
  frameCount: z.number().int(),
  drawnAt: isoTime,
  /** What the caller says. `first`: their first label, which counts for the result. Null before they labelled it. */
  label: z
    .object({ groundTruth: z.boolean(), reason: labelReason.nullable(), at: isoTime, first: z.boolean() })
    .nullable(),
  /** Null before the caller labelled the alarm. */
  revealed: revealed.nullable(),
})
export type SampledAlarm = z.output<typeof sampledAlarm>

/** Alarms drawn at random for supervisors. Supervisors see no other alarms. */
export const listRandomAlarms = operation({
  ...ofSupervisor,
  id: 'alarms.listRandom',
  method: 'POST',
  path: '/supervisor/viewalarms',
  summary: 'The alarms of the caller’s sample, in the order in which they were drawn',
  maxBytes: ID_LIST_BYTES,
  override: true,
  query: z.object({
    since: listTime.optional(),
    till: listTime.optional(),
    ...pageQuery({ usual: 50, most: 200 }),
    /** By the caller's own label. */
    label: z.enum(LABEL_FILTERS).default('all'),
    siteTimeZone: z.union([queryFlag, timezone]).optional(),
  }),
  body: z
    .object({ cameras: z.array(id).max(MAX_IDS).optional(), companies: z.array(id).max(200).optional() })
    .default({}),
  reply: paged(sampledAlarm).extend({ more: z.boolean() }),
})

const sampledFrame = z.object({
  position: z.number().int(),
  /** Path of the picture on the console's own origin; null if there is nothing that a browser can display. */
  url: z.string().nullable(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  offsetMs: z.number().int().nullable(),
})
export type SampledFrame = z.output<typeof sampledFrame>

export const sampledDetail = sampledAlarm.extend({ frames: z.array(sampledFrame) })
export type SampledDetail = z.output<typeof sampledDetail>

export const getSampledAlarm = operation({
  ...ofSupervisor,
  id: 'qualityReview.alarm',
  method: 'GET',
  path: '/v1/supervisor/alarm/:id',
  summary: 'An alarm of the caller’s sample with its pictures. The company’s audit log records who saw it',
  params: idParams,
  reply: sampledDetail,
  errors: ['NOT_FOUND'],
})

export const getSampledFrame = operation({
  ...ofSupervisor,
  id: 'qualityReview.frame',
  method: 'GET',
  path: '/v1/supervisor/alarm/:id/frame/:position',
  summary: 'A picture of an alarm of the caller’s sample, without boxes',
  params: z.object({ id, position: z.coerce.number().int().min(0).max(10_000) }),
  replyType: 'binary',
  errors: ['NOT_FOUND'],
})

export const labelSampledAlarm = operation({
  ...ofSupervisor,
  id: 'qualityReview.label',
  method: 'PUT',
  path: '/v1/supervisor/alarm/:id',
  summary:
    'Label an alarm of the caller’s sample. It becomes the alarm’s `supGroundTruth`, and the reply has the verdict',
  params: idParams,
  body: z
    .object({
      groundTruth: z.boolean(),
      reason: labelReason.nullable().optional(),
      /** The id of this act, made by the caller. A repeated request with the same id changes nothing. */
      act: id.optional(),
    })
    .refine(reasonFits, REASON_FITS),
  reply: sampledDetail,
  errors: ['NOT_FOUND'],
})
