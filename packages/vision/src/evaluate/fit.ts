/** A labelled alarm with the evidence the pipeline found in it. */
export interface Sample {
  evidence: number
  isTrue: boolean
  camera: string
  /** Its weight in the calibration; default 1. */
  weight?: number
}

/**
 * The weight of regularisation. It keeps the slope finite if true and false alarms are perfectly separable. A larger weight would flatten
 * the curve.
 */
const RIDGE = 0.0003

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value))
}

const weightOf = (samples: readonly Sample[]): number => samples.reduce((sum, { weight = 1 }) => sum + weight, 0)

/**
 * Fits a logistic regression of the label on the evidence (Platt 1999) by Newton's method. True and false alarms have equal total weight.
 */
export function fitCalibration(samples: readonly Sample[]): { bias: number; slope: number } {
  const positives = weightOf(samples.filter((sample) => sample.isTrue))
  const negatives = weightOf(samples) - positives
  let bias = 0
  let slope = 1
  for (let step = 0; step < 50; step += 1) {
    let gradientBias = -RIDGE * 0.01 * bias
    let gradientSlope = -RIDGE * slope
    let biasBias = RIDGE * 0.01
    let biasSlope = 0
    let slopeSlope = RIDGE
    for (const { evidence, isTrue, weight: share = 1 } of samples) {
      const weight = (0.5 * share) / (isTrue ? positives : negatives)
      const p = sigmoid(bias + slope * evidence)
      const error = weight * ((isTrue ? 1 : 0) - p)
      const curve = weight * p * (1 - p)
      gradientBias += error
      gradientSlope += error * evidence
      biasBias += curve
      biasSlope += curve * evidence
      slopeSlope += curve * evidence * evidence
    }
    const determinant = biasBias * slopeSlope - biasSlope * biasSlope
    bias += (slopeSlope * gradientBias - biasSlope * gradientSlope) / determinant
    slope += (biasBias * gradientSlope - biasSlope * gradientBias) / determinant
  }
  return { bias, slope }
}

/** Returns the highest evidence threshold at which at least the share `recall` of the true alarms is passed. */
export function thresholdFor(samples: readonly Sample[], recall: number): number {
  const positives = samples
    .filter((sample) => sample.isTrue)
    .map((sample) => sample.evidence)
    .toSorted((a, b) => b - a)
  return positives[Math.min(positives.length, Math.max(1, Math.ceil(recall * positives.length))) - 1] ?? 0
}

/** Counts the true alarms and the false alarms that a threshold classifies correctly. */
export function count(
  samples: readonly Sample[],
  threshold: number,
): { passed: number; positives: number; filtered: number; negatives: number } {
  const positives = samples.filter((sample) => sample.isTrue)
  const negatives = samples.filter((sample) => !sample.isTrue)
  return {
    passed: positives.filter((sample) => sample.evidence >= threshold).length,
    positives: positives.length,
    filtered: negatives.filter((sample) => sample.evidence < threshold).length,
    negatives: negatives.length,
  }
}

/** Returns the probability that a true alarm has more evidence than a false one. */
export function areaUnderCurve(samples: readonly Sample[]): number {
  const positives = samples.filter((sample) => sample.isTrue)
  const negatives = samples.filter((sample) => !sample.isTrue)
  let wins = 0
  for (const { evidence } of positives) {
    for (const other of negatives) wins += evidence > other.evidence ? 1 : evidence === other.evidence ? 0.5 : 0
  }
  return wins / (positives.length * negatives.length)
}

/** With too few true alarms for a recall, the threshold is this share of the score of the faintest of them. */
const BELOW_FAINTEST = 0.9

/** The scores of the true alarms, the lowest first. */
const trueScores = (samples: readonly Sample[]): number[] =>
  samples
    .filter(({ isTrue }) => isTrue)
    .map(({ evidence }) => evidence)
    .toSorted((a, b) => a - b)

/**
 * Returns the threshold from which at least the share `recall` of true alarms of other cameras is to be expected: with n true alarms the
 * k-th lowest score, k = ⌊(1 − recall)(n + 1)⌋ (split conformal prediction, Papadopoulos 2002). It is more careful than the share itself.
 */
export function thresholdToKeep(samples: readonly Sample[], recall: number): number {
  const scores = trueScores(samples)
  const rank = Math.floor((1 - recall) * (scores.length + 1) + 1e-9)
  return rank === 0 ? BELOW_FAINTEST * (scores[0] ?? 0) : (scores[rank - 1] ?? 0)
}

/** The same threshold, between two scores where the rank is not whole. For comparisons, which must not hang on one alarm more or less. */
export function thresholdBetween(samples: readonly Sample[], recall: number): number {
  const scores = trueScores(samples)
  const [faintest = 0] = scores
  const place = (1 - recall) * (scores.length + 1)
  const rank = Math.floor(place)
  const below = rank === 0 ? BELOW_FAINTEST * faintest : (scores[rank - 1] ?? faintest)
  const above = scores[rank] ?? below
  return Number.isFinite(above) ? below + (place - rank) * (above - below) : below
}
