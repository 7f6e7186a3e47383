import { z } from 'zod'
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

export const adjustment = z.object({
  id,
  /** The increase of the threshold, in log-odds. */
  shift: z.number(),
  heldBack,
  learntBy: z.string(),
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
  /** The adjustment that was learnt and is not applied yet. */
  proposed: adjustment.nullable(),
  /** The adjustment that applies to every new alarm, unless it is stale. */
  applied: adjustment.nullable(),
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

/** The id of the proposal that the caller saw. If a newer proposal exists, the request is a conflict. */
const chosen = z.object({ proposal: id })

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
  errors: ['CONFLICT'],
})

export const revertViewLearning = operation({
  ...ofView,
  id: 'learning.revertView',
  method: 'DELETE',
  path: '/v1/view/:id/learning',
  summary: 'Revert what was learnt for a camera',
  permission: 'node.write',
  reply: learning,
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
