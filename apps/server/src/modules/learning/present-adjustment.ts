import type { Adjustment as PresentedAdjustment, Evaluation, HeldBack, Learning } from '@winnow/contract'
import { proportionInterval } from '@winnow/domain'
import { adjustedThreshold, parametersOf, type Committee } from '@winnow/vision/learn'
import { isStale, type AdjustmentRow } from './adjustment-queries.ts'

/** A setting of cameras. */
export type Sensitivity = Parameters<typeof adjustedThreshold>[1]

/** For what an adjustment is presented: the models and parameters of new alarms, and the sensitivity of the camera. */
export interface Today {
  /** Undefined if no alarm was judged lately. */
  committee: Committee | undefined
  sensitivity: Sensitivity
}

/** The score (0–1) that an alarm needs, with the threshold raised by `shift`. Null if the parameters are not known. */
export function thresholdWith(shift: number, { committee, sensitivity }: Today): number | null {
  const parameters = committee && parametersOf(committee)
  return parameters ? adjustedThreshold(parameters, sensitivity, shift) : null
}

/** The result on held-back labels as shares with their intervals. */
export function evaluationOf({ true: positives, false: negatives }: HeldBack, of: 'camera' | 'company'): Evaluation {
  return {
    method: of === 'camera' ? 'folds-of-days' : 'folds-of-cameras',
    recall: {
      before: proportionInterval(positives.passedBefore, positives.of),
      after: proportionInterval(positives.passedAfter, positives.of),
    },
    reduction: {
      before: proportionInterval(negatives.filteredBefore, negatives.of),
      after: proportionInterval(negatives.filteredAfter, negatives.of),
    },
    lost: proportionInterval(positives.passedBefore - positives.passedAfter, positives.passedBefore),
  }
}

/** The results of several adjustments, added up. */
export const sumHeldBack = (all: readonly HeldBack[]): HeldBack => ({
  true: {
    passedBefore: sum(all.map((one) => one.true.passedBefore)),
    passedAfter: sum(all.map((one) => one.true.passedAfter)),
    of: sum(all.map((one) => one.true.of)),
  },
  false: {
    filteredBefore: sum(all.map((one) => one.false.filteredBefore)),
    filteredAfter: sum(all.map((one) => one.false.filteredAfter)),
    of: sum(all.map((one) => one.false.of)),
  },
})

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

export const heldBackOf = (row: Pick<AdjustmentRow, 'held_back'>): HeldBack => row.held_back as unknown as HeldBack

/** An adjustment as the API returns it. */
export function present(row: AdjustmentRow, today: Today): PresentedAdjustment {
  const heldBack = heldBackOf(row)
  const stale = isStale(row, today.committee)
  return {
    id: row.id,
    shift: row.shift,
    threshold: stale ? null : thresholdWith(row.shift, today),
    heldBack,
    evaluation: evaluationOf(heldBack, row.view_id === null ? 'company' : 'camera'),
    learntBy: row.learnt_by,
    learntAt: row.learnt_at.toISOString(),
    appliedBy: row.applied_by,
    appliedAt: row.applied_at?.toISOString() ?? null,
    isStale: stale,
  }
}

export function presentReverted(row: AdjustmentRow | undefined, today: Today): Learning['reverted'] {
  if (!row?.ended_at || row.ended_by === null) return null
  return { ...present(row, today), revertedBy: row.ended_by, revertedAt: row.ended_at.toISOString() }
}
