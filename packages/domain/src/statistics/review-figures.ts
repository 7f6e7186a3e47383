import { proportionInterval } from './proportion.ts'
import { recallBounds, type RecallBounds } from './recall-bounds.ts'

/** The labels that each group needs before a share is told; of a smaller group, all of its alarms. */
export const ENOUGH_LABELS = 30
/** The true alarms among the labelled ones that recall needs; likewise the false ones for the share of false alarms. */
export const ENOUGH_CASES = 10

/** The alarms of one verdict, and what was said about those that were drawn at random and labelled. */
export interface ReviewedGroup {
  /** The number of alarms from which was drawn. */
  population: number
  labelled: number
  /** How many of the labelled ones are true alarms. */
  positive: number
}

/** A share (0–1) with its bounds. */
export interface Estimate {
  /** Null with too few labels. */
  share: number | null
  low: number
  high: number
  /** The number of labels. */
  of: number
}

export interface ReviewFigures {
  recall: Estimate | null
  falseFiltered: Estimate | null
  reduction: Estimate | null
  /** How many more labels the shares need. */
  missing: number
}

const lacks = ({ population, labelled }: ReviewedGroup): number =>
  Math.max(0, Math.min(ENOUGH_LABELS, population) - labelled)

const toEstimate = (bounds: RecallBounds | null, isEnough: boolean): Estimate | null =>
  bounds && { share: isEnough ? bounds.recall : null, low: bounds.low, high: bounds.high, of: bounds.of }

/**
 * What a blind review says about the filter. The alarms that it passed on and those that it filtered are drawn from separately, each alarm
 * of a group with the same chance, so each group's share of true alarms is estimated without bias, and weighted with the group's size. The
 * bounds are those of {@link recallBounds}. The share of false alarms that were filtered is the same with the roles exchanged. Without
 * enough labels the bounds stand alone, since a share of a few labels is mostly chance.
 */
export function reviewFigures(passed: ReviewedGroup, filtered: ReviewedGroup): ReviewFigures {
  const missing = lacks(passed) + lacks(filtered)
  const positive = passed.positive + filtered.positive
  const negative = passed.labelled + filtered.labelled - positive
  const isEnough = (cases: number) => missing === 0 && cases >= ENOUGH_CASES
  const trueOf = ({ population, labelled, positive: count }: ReviewedGroup) => ({
    population,
    sampled: labelled,
    positive: count,
  })
  const falseOf = ({ population, labelled, positive: count }: ReviewedGroup) => ({
    population,
    sampled: labelled,
    positive: labelled - count,
  })
  const all = passed.population + filtered.population
  const counted = proportionInterval(filtered.population, all)
  return {
    recall: toEstimate(recallBounds(trueOf(passed), trueOf(filtered)), isEnough(positive)),
    falseFiltered: toEstimate(recallBounds(falseOf(filtered), falseOf(passed)), isEnough(negative)),
    reduction: counted && { share: counted.share, low: counted.low, high: counted.high, of: all },
    missing,
  }
}
