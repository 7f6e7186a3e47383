import type { Parameters } from '../decide/parameters.ts'
import { countLabels, groupOf, type Enough, type Example, type LearningScope } from './needed-labels.ts'
import { isPassed, place, type Placed } from './placed.ts'

/** The effect on the labelled alarms, measured on labels that were not used for learning. */
export interface HeldBack {
  true: { passedBefore: number; passedAfter: number; of: number }
  false: { filteredBefore: number; filteredAfter: number; of: number }
}

export const REFUSALS = ['too-few-labels', 'too-little-spread', 'recall-would-fall', 'nothing-gained'] as const
export type Refusal = (typeof REFUSALS)[number]

/** The result of learning. `heldBack` is null when there were too few labels to hold any back. */
export type Learning =
  | { outcome: 'learnt'; shift: number; enough: Enough; heldBack: HeldBack }
  | { outcome: 'refused'; reason: Refusal; enough: Enough; heldBack: HeldBack | null }

/**
 * The largest shift, as a share of the distance from the usual threshold to the weakest known true alarm. It is below 1 because the next
 * true alarm may be weaker.
 */
const WAY_TO_FAINTEST = 0.5
/**
 * The share of the largest possible gain that is sufficient. The smallest shift with this gain is chosen, because the committed thresholds
 * were fitted to more alarms.
 */
const ENOUGH_OF_GAIN = 0.9
const FOLDS = 5
/** The least share and the least number of the currently passed false alarms that a shift must filter to be worth its risk. */
const LEAST_GAIN = { share: 0.1, alarms: 5 }

/** Returns the best shift for these examples, or 0 if no shift filters any false alarm. */
function fitShift(examples: readonly Placed[]): number {
  const passed = examples.filter((example) => isPassed(example, 0))
  // Alarms that no shift can filter do not limit the shift.
  const reachable = passed.filter((example) => !isPassed(example, Infinity))
  const faintest = Math.min(...reachable.filter(({ isTrue }) => isTrue).map(({ margin }) => margin))
  const limit = Math.min(WAY_TO_FAINTEST * faintest, Math.max(0, ...examples.map(({ room }) => room)))
  const margins = reachable
    .filter((example) => !example.isTrue && !isPassed(example, limit))
    .map(({ margin }) => margin)
    .toSorted((a, b) => a - b)
  const last = margins[Math.ceil(ENOUGH_OF_GAIN * margins.length) - 1]
  if (last === undefined) return 0
  // The shift is half-way between the last alarm to be filtered and the next one.
  const next = margins.find((margin) => margin > last) ?? limit
  return (last + next) / 2
}

/** Distributes groups over folds: the largest group first, each to the fold with the fewest examples. Deterministic. */
function dealFolds(examples: readonly Example[], scope: LearningScope): Map<string, number> {
  const sizes = Map.groupBy(examples, (example) => groupOf(example, scope))
  const folds = Array.from({ length: FOLDS }, () => 0)
  const foldOf = new Map<string, number>()
  const bySize = [...sizes].toSorted(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1))
  for (const [group, { length }] of bySize) {
    const lightest = folds.indexOf(Math.min(...folds))
    folds[lightest] = (folds[lightest] ?? 0) + length
    foldOf.set(group, lightest)
  }
  return foldOf
}

const share = (examples: readonly Placed[], isTrue: boolean): Placed[] =>
  examples.filter((example) => example.isTrue === isTrue)

/** Judges every example once without a shift, and once with the shift that was fitted on the other folds. */
function holdBack(examples: readonly Example[], scope: LearningScope, parameters: Parameters): HeldBack {
  const foldOf = dealFolds(examples, scope)
  const placed = examples.map((example) => ({
    ...place(example, parameters),
    fold: foldOf.get(groupOf(example, scope)),
  }))
  const after = placed.map(() => false)
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const shift = fitShift(placed.filter((example) => example.fold !== fold))
    placed.forEach((example, index) => {
      if (example.fold === fold) after[index] = isPassed(example, shift)
    })
  }
  const passedAfter = placed.filter((_example, index) => after[index])
  const [positives, negatives] = [share(placed, true), share(placed, false)]
  return {
    true: {
      passedBefore: positives.filter((example) => isPassed(example, 0)).length,
      passedAfter: share(passedAfter, true).length,
      of: positives.length,
    },
    false: {
      filteredBefore: negatives.filter((example) => !isPassed(example, 0)).length,
      filteredAfter: negatives.length - share(passedAfter, false).length,
      of: negatives.length,
    },
  }
}

/**
 * Learns from labelled alarms how far the threshold of a company's cameras, or of one camera, can be raised.
 *
 * The result is one number, the shift. It is at most half of the distance to the weakest known true alarm, and never exceeds the threshold
 * of the strictest sensitivity. Of several shifts with nearly the largest gain, the smallest is chosen. Some labels are held back for a
 * test (whole cameras for a company, whole days for a camera). The shift is refused unless they show that no true alarm is lost and clearly
 * more false alarms are filtered.
 * @param examples the labelled alarms, all judged with `parameters`
 */
export function learnAdjustment(examples: readonly Example[], scope: LearningScope, parameters: Parameters): Learning {
  const enough = countLabels(examples, scope)
  const refuse = (reason: Refusal, heldBack: HeldBack | null): Learning => ({
    outcome: 'refused',
    reason,
    enough,
    heldBack,
  })
  if (enough.true.have < enough.true.need || enough.false.have < enough.false.need)
    return refuse('too-few-labels', null)
  if (enough.spread.have < enough.spread.need) return refuse('too-little-spread', null)
  const heldBack = holdBack(examples, scope, parameters)
  if (heldBack.true.passedAfter < heldBack.true.passedBefore) return refuse('recall-would-fall', heldBack)
  const { filteredBefore, filteredAfter, of } = heldBack.false
  const needed = Math.max(LEAST_GAIN.alarms, LEAST_GAIN.share * (of - filteredBefore))
  const shift = fitShift(examples.map((example) => place(example, parameters)))
  if (filteredAfter - filteredBefore < needed || shift <= 0) return refuse('nothing-gained', heldBack)
  return { outcome: 'learnt', shift, enough, heldBack }
}
