import { z } from 'zod'
import { adjustment, evaluation, heldBack } from './learning.ts'
import { operation } from './operation.ts'
import { id } from './values.ts'

/** The most adjustments that one request applies or undoes. */
export const MOST_PROPOSALS = 100

const place = { viewId: id, name: z.string(), siteId: id, siteName: z.string(), clientId: id, projectName: z.string() }

/** A camera with a proposal. */
const proposedCamera = z.object({
  ...place,
  proposal: adjustment,
  /** The score that an alarm needs to pass now, 0–1. */
  threshold: z.number(),
  /** Whether the caller may apply it. */
  mayApply: z.boolean(),
})
export type ProposedCamera = z.output<typeof proposedCamera>

/** A camera with an adjustment in use. */
const usedCamera = z.object({
  ...place,
  applied: adjustment,
  /** The number of alarms labelled true that it filters. */
  losing: z.number().int(),
  /** Whether the caller may take it back. */
  mayRevert: z.boolean(),
})
export type UsedCamera = z.output<typeof usedCamera>

const learningProposals = z.object({
  /** The cameras that the caller sees and that have a proposal; the largest gain first, at most as many as one request applies. */
  cameras: z.array(proposedCamera),
  /** The number of these cameras whose proposal the caller may apply. */
  applicable: z.number().int(),
  /** The sum of the effects on the labels of these cameras, held back while learning. Null without any camera. */
  sum: z.object({ heldBack, evaluation }).nullable(),
  /** Cameras whose adjustment in use filters alarms labelled true. */
  losing: z.array(usedCamera),
  /** The other cameras with an adjustment in use; the last applied first, at most a hundred. */
  used: z.array(usedCamera),
  /** The proposal for all cameras without an adjustment of their own. Null for callers who may not change the company. */
  company: adjustment.nullable(),
  /** The number of cameras that the caller sees with an adjustment of their own in use. */
  inUse: z.number().int(),
})
export type LearningProposals = z.output<typeof learningProposals>

export const listLearningProposals = operation({
  id: 'learning.proposals',
  method: 'GET',
  path: '/v1/learning/proposals',
  summary: 'What was learnt from labels and waits for a decision, camera by camera and in sum',
  tag: 'Learning',
  scope: 'self',
  permission: 'node.read',
  background: true,
  reply: learningProposals,
})

/** Why a proposal was not applied. `gone`: it was replaced or decided by somebody else. */
const APPLY_REFUSALS = ['gone', 'no-right', 'stale', 'recall-would-fall'] as const

export const applyLearningProposals = operation({
  id: 'learning.applyProposals',
  method: 'PUT',
  path: '/v1/learning/proposals',
  summary: 'Apply the proposals of several cameras',
  tag: 'Learning',
  scope: 'self',
  permission: 'node.write',
  body: z.object({ proposals: z.array(id).min(1).max(MOST_PROPOSALS) }),
  reply: z.object({
    applied: z.array(id),
    refused: z.array(z.object({ id, reason: z.enum(APPLY_REFUSALS) })),
  }),
})

export const undoLearning = operation({
  id: 'learning.undo',
  method: 'PUT',
  path: '/v1/learning/proposals/undo',
  summary:
    'Undo that adjustments of cameras were applied: what was in use before is in use again, and they are proposals again',
  tag: 'Learning',
  scope: 'self',
  permission: 'node.write',
  body: z.object({ adjustments: z.array(id).min(1).max(MOST_PROPOSALS) }),
  reply: z.object({
    undone: z.array(id),
    /** Those that are not in use any more, or that the caller may not revert. They are left as they are. */
    kept: z.array(id),
  }),
})
