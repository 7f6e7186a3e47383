import { z } from 'zod'
import { proportion } from './alarm-counts.ts'
import { operation } from './operation.ts'
import { id, idParams, isoTime } from './values.ts'

const progress = z.object({ have: z.number().int(), need: z.number().int() })

/**
 * The result for labels that were not used for learning (held-out data), before and after the change. For alarms labelled true: how many
 * are passed. For alarms labelled false: how many are filtered.
 */
export const heldBack = z.object({
  true: z.object({ passedBefore: z.number().int(), passedAfter: z.number().int(), of: z.number().int() }),
  false: z.object({ filteredBefore: z.number().int(), filteredAfter: z.number().int(), of: z.number().int() }),
})
export type HeldBack = z.output<typeof heldBack>

const change = z.object({ before: proportion, after: proportion })

/**
 * The same result as shares with intervals. The labels were dealt into five folds, by whole days for a camera and by whole cameras for a
 * company; the alarms of each fold were judged with what was learnt from the other four.
 */
export const evaluation = z.object({
  method: z.enum(['folds-of-days', 'folds-of-cameras']),
  /** The share of the alarms labelled true that is passed on. */
  recall: change,
  /** The share of the alarms labelled false that is filtered. */
  reduction: change,
  /** The share of the true alarms that pass without the adjustment and are filtered with it. The upper end is the risk. */
  lost: proportion,
})
export type Evaluation = z.output<typeof evaluation>

export const adjustment = z.object({
  id,
  /** The increase of the threshold, in log-odds. */
  shift: z.number(),
  /** The score that an alarm needs with this adjustment, 0–1. Null if it cannot be told: see `threshold`. */
  threshold: z.number().nullable(),
  heldBack,
  evaluation,
  /** Null: the program made the proposal by itself. */
  learntBy: z.string().nullable(),
  learntAt: isoTime,
  appliedBy: z.string().nullable(),
  appliedAt: isoTime.nullable(),
  /** Whether the detectors or their parameters have changed since the adjustment was learnt. A stale adjustment has no effect. */
  isStale: z.boolean(),
})
export type Adjustment = z.output<typeof adjustment>

/** Why nothing was learnt. */
export const LEARNING_REFUSALS = ['too-few-labels', 'too-little-spread', 'recall-would-fall', 'nothing-gained'] as const

export const learning = z.object({
  /** The existing and the required number of labels. `spread` is a number of cameras for a company, and a number of days for a camera. */
  labels: z.object({ true: progress, false: progress, spread: progress }),
  /**
   * Labelled alarms that are not used: they were judged by other detectors, or with other masks or object classes than the current ones.
   */
  notComparable: z.number().int(),
  /**
   * What there is to do: `few-labels`, `ready` to learn, a proposal, an adjustment in use, or one that was reverted. A proposal comes before
   * an adjustment in use.
   */
  state: z.enum(['few-labels', 'ready', 'proposed', 'applied', 'reverted']),
  /**
   * The score (0–1) that an alarm needs to pass: without learning, and now. Null if no alarm was analysed lately. A company's is that for
   * `sensitivity`; a camera's `sensitivity` is its own.
   */
  threshold: z.object({ usual: z.number(), now: z.number() }).nullable(),
  sensitivity: z.number().int(),
  /** The adjustment that was learnt and is not applied yet. One that would filter an alarm labelled true is not offered. */
  proposed: adjustment.nullable(),
  /** The number of alarms labelled true that a stored proposal would filter, which is why it is not offered. Otherwise 0. */
  withheld: z.number().int(),
  /** The adjustment that applies to every new alarm, unless it is stale. */
  applied: adjustment.nullable(),
  /** The number of alarms labelled true that pass without the adjustment in use, and are filtered with it. */
  losing: z.number().int(),
  /** The adjustment that was reverted last, if none was applied since. It stays reverted until somebody applies it or another one. */
  reverted: adjustment.extend({ revertedBy: z.string(), revertedAt: isoTime }).nullable(),
  /** Whether the adjustment of the company applies to this camera, because the camera has none that applies. False for a company. */
  followsCompany: z.boolean(),
})
export type Learning = z.output<typeof learning>

const learnt = z.object({
  learning,
  /** Why there is no proposal; null if there is one. `heldBack` has the figures if there were enough labels to calculate them. */
  refusal: z.object({ reason: z.enum(LEARNING_REFUSALS), heldBack: heldBack.nullable() }).nullable(),
})
export type Learnt = z.output<typeof learnt>

/**
 * The id of the proposal that the caller saw, or of the adjustment that was reverted last. The request is a conflict if a newer proposal
 * exists, or if an alarm labelled true would be filtered.
 */
const chosen = z.object({ proposal: id })

/** An alarm that an adjustment filters, and that passes without it. */
const changedAlarm = z.object({
  id,
  viewId: id,
  receivedAt: isoTime,
  /** 0–1. */
  score: z.number(),
  groundTruth: z.boolean().nullable(),
  hasPicture: z.boolean(),
})

/** The alarms among the newest ones for which an adjustment makes a difference. */
const changedAlarms = z.object({
  /** The number of alarms that were looked at, and the time of the oldest of them. */
  of: z.number().int(),
  since: isoTime.nullable(),
  labelledTrue: z.number().int(),
  labelledFalse: z.number().int(),
  unlabelled: z.number().int(),
  /** The newest ones. */
  alarms: z.array(changedAlarm),
})
export type ChangedAlarms = z.output<typeof changedAlarms>

/** `proposed`: which alarms that passed would be filtered. `applied`: which alarms were filtered since it is in use, and only because of it. */
const whichAlarms = z.object({ of: z.enum(['proposed', 'applied']) })

const ofView = { tag: 'Learning', scope: [{ in: 'path', at: 'id', kind: 'view' }], params: idParams } as const
const ofCompany = { tag: 'Learning', scope: [{ in: 'path', at: 'id', kind: 'company' }], params: idParams } as const

export const getViewLearning = operation({
  ...ofView,
  id: 'learning.getView',
  method: 'GET',
  path: '/v1/view/:id/learning',
  summary: 'What was learnt from the labels of a camera, and how many are missing',
  permission: 'node.read',
  reply: learning,
})

export const learnView = operation({
  ...ofView,
  id: 'learning.learnView',
  method: 'POST',
  path: '/v1/view/:id/learning',
  summary: 'Learn from the labels of a camera. The result is a proposal and not applied',
  permission: 'node.write',
  reply: learnt,
})

export const applyViewLearning = operation({
  ...ofView,
  id: 'learning.applyView',
  method: 'PUT',
  path: '/v1/view/:id/learning',
  summary: 'Apply the proposal for a camera',
  permission: 'node.write',
  body: chosen,
  reply: learning,
  errors: ['CONFLICT', 'VIEW_BY_API'],
})

export const revertViewLearning = operation({
  ...ofView,
  id: 'learning.revertView',
  method: 'DELETE',
  path: '/v1/view/:id/learning',
  summary: 'Revert what was learnt for a camera',
  permission: 'node.write',
  reply: learning,
  errors: ['VIEW_BY_API'],
})

export const listViewLearningAlarms = operation({
  ...ofView,
  id: 'learning.viewAlarms',
  method: 'GET',
  path: '/v1/view/:id/learning/alarms',
  summary: 'The latest alarms of a camera that the proposal, or the adjustment in use, filters',
  permission: 'alarm.read',
  query: whichAlarms,
  reply: changedAlarms,
})

export const getCompanyLearning = operation({
  ...ofCompany,
  id: 'learning.getCompany',
  method: 'GET',
  path: '/v1/company/:id/learning',
  summary: 'What was learnt from the labels of all cameras, and how many are missing',
  permission: 'company.write',
  reply: learning,
})

export const learnCompany = operation({
  ...ofCompany,
  id: 'learning.learnCompany',
  method: 'POST',
  path: '/v1/company/:id/learning',
  summary: 'Learn from the labels of all cameras. The result is a proposal and not applied',
  permission: 'company.write',
  reply: learnt,
})

export const applyCompanyLearning = operation({
  ...ofCompany,
  id: 'learning.applyCompany',
  method: 'PUT',
  path: '/v1/company/:id/learning',
  summary: 'Apply the proposal for all cameras without a result of their own',
  permission: 'company.write',
  body: chosen,
  reply: learning,
  errors: ['CONFLICT'],
})

export const revertCompanyLearning = operation({
  ...ofCompany,
  id: 'learning.revertCompany',
  method: 'DELETE',
  path: '/v1/company/:id/learning',
  summary: 'Revert what was learnt for all cameras',
  permission: 'company.write',
  reply: learning,
})

export const listCompanyLearningAlarms = operation({
  ...ofCompany,
  id: 'learning.companyAlarms',
  method: 'GET',
  path: '/v1/company/:id/learning/alarms',
  summary: 'The latest alarms of all cameras that the proposal, or the adjustment in use, filters',
  permission: 'company.write',
  query: whichAlarms,
  reply: changedAlarms,
})
