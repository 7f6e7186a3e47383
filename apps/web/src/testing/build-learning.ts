import type { Evaluation, HeldBack, Learning, LearningProposals } from '@winnow/contract'

const heldBack: HeldBack = {
  true: { passedBefore: 60, passedAfter: 60, of: 62 },
  false: { filteredBefore: 20, filteredAfter: 45, of: 80 },
}
const evaluation: Evaluation = {
  method: 'folds-of-days',
  recall: {
    before: { share: 60 / 62, low: 0.888, high: 0.996, count: 60, of: 62 },
    after: { share: 60 / 62, low: 0.888, high: 0.996, count: 60, of: 62 },
  },
  reduction: {
    before: { share: 0.25, low: 0.16, high: 0.359, count: 20, of: 80 },
    after: { share: 0.5625, low: 0.447, high: 0.673, count: 45, of: 80 },
  },
  lost: { share: 0, low: 0, high: 0.06, count: 0, of: 60 },
}

type Adjustment = NonNullable<Learning['proposed']>

/** A proposal that Ada learnt, changed by the overrides. */
export const buildAdjustment = (overrides: Partial<Adjustment> = {}): Adjustment => ({
  id: '01900000-0000-7000-8000-000000000055',
  shift: 0.4,
  threshold: 0.58,
  heldBack,
  evaluation,
  learntBy: 'Ada',
  learntAt: '2026-11-20T01:00:00.000Z',
  appliedBy: null,
  appliedAt: null,
  isStale: false,
  ...overrides,
})

/** A camera with enough labels and without a proposal, changed by the overrides. */
export const buildLearning = (overrides: Partial<Learning> = {}): Learning => ({
  labels: { true: { have: 62, need: 50 }, false: { have: 80, need: 50 }, spread: { have: 9, need: 5 } },
  notComparable: 0,
  state: 'ready',
  threshold: { usual: 0.5, now: 0.5 },
  sensitivity: 3,
  proposed: null,
  withheld: 0,
  applied: null,
  losing: 0,
  reverted: null,
  followsCompany: false,
  ...overrides,
})

/** What Home tells of learning when there is nothing to decide, changed by the overrides. */
export const buildProposals = (overrides: Partial<LearningProposals> = {}): LearningProposals => ({
  cameras: [],
  applicable: 0,
  sum: null,
  losing: [],
  used: [],
  company: null,
  inUse: 0,
  ...overrides,
})

export { heldBack as HELD_BACK, evaluation as EVALUATION }
