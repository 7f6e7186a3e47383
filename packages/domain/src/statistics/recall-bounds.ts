import { CONFIDENCE, proportionInterval } from './proportion.ts'

/** A sample that was drawn at random from a group of alarms, each alarm with the same chance. */
export interface Sampled {
  /** The number of alarms in the group. */
  population: number
  /** The number of those that were drawn and labelled. */
  sampled: number
  /** The number of those that are true alarms. */
  positive: number
}

/** The range of the number of true alarms in a group. What was looked at is known; only the rest is estimated. */
function positives({ population, sampled, positive }: Sampled, confidence: number): { low: number; high: number } {
  if (sampled > population || positive > sampled)
    throw new RangeError(`${positive} of ${sampled} of ${population} is not a sample`)
  const interval = proportionInterval(positive, sampled, confidence)
  const known = { low: positive, high: population - (sampled - positive) }
  if (interval === null) return known
  return {
    low: Math.max(known.low, interval.low * population),
    high: Math.min(known.high, interval.high * population),
  }
}

/** Recall of the filter with bounds, all 0–1. */
export interface RecallBounds {
  /** The estimate from the sample; null if the sample has no true alarm. */
  recall: number | null
  low: number
  high: number
  /** The number of labelled alarms in both samples. */
  of: number
}

/**
 * The share of true alarms that the filter passed on, from random samples of the alarms that it passed on and of those that it filtered.
 * The sizes of the two samples may be in any proportion. Each group gets an interval by Clopper and Pearson with half of the allowed error
 * (Bonferroni's correction), so that both hold together with the confidence; the bounds are the worst and the best case of both. The
 * intervals are made for draws with replacement. Alarms are drawn without, which scatters less, so the bounds contain the truth at least as
 * often: coverage.test.ts computes exactly how often.
 * @returns null if neither group has a sample
 */
export function recallBounds(passed: Sampled, filtered: Sampled, confidence = CONFIDENCE): RecallBounds | null {
  if (passed.sampled + filtered.sampled === 0) return null
  const each = 1 - (1 - confidence) / 2
  const [found, missed] = [positives(passed, each), positives(filtered, each)]
  const estimate = ({ population, sampled, positive }: Sampled): number =>
    sampled === 0 ? 0 : (positive / sampled) * population
  const [foundAbout, missedAbout] = [estimate(passed), estimate(filtered)]
  const isKnown = foundAbout + missedAbout > 0 && (passed.sampled > 0 || passed.population === 0)
  return {
    recall:
      isKnown && (filtered.sampled > 0 || filtered.population === 0) ? foundAbout / (foundAbout + missedAbout) : null,
    low: found.low === 0 ? 0 : found.low / (found.low + missed.high),
    high: missed.low === 0 ? 1 : found.high / (found.high + missed.low),
    of: passed.sampled + filtered.sampled,
  }
}
