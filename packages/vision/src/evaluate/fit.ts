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

/** Returns the lowest evidence threshold at which at least the share `reduction` of the false alarms is filtered. */
export function thresholdForReduction(samples: readonly Sample[], reduction: number): number {
  const negatives = samples
    .filter((sample) => !sample.isTrue)
    .map((sample) => sample.evidence)
    .toSorted((a, b) => a - b)
  const needed = Math.min(negatives.length, Math.ceil(reduction * negatives.length))
  const last = negatives[needed - 1] ?? 0
  // The threshold is between the last alarm that must be filtered and the next one. Without a next one, it is slightly above the last
  // alarm.
  const next = negatives[needed]
  return next === undefined ? last * 1.1 : (last + next) / 2
}

/**
 * Measures recall and reduction on cameras that were not used to set the threshold, by repeated cross-validation with folds of whole
 * cameras. The random sequence is fixed, so that two runs agree. `training` may leave out samples that must not be used for fitting. All
 * samples are judged.
 */
export function crossValidate(
  samples: readonly Sample[],
  setThreshold: (training: readonly Sample[]) => number,
  options = { folds: 5, repeats: 20 },
): { recall: number; reduction: number } {
  const cameras = [...new Set(samples.map((sample) => sample.camera))]
  let state = 20_261_121
  const draw = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  const sum = { passed: 0, positives: 0, filtered: 0, negatives: 0 }
  for (let repeat = 0; repeat < options.repeats; repeat += 1) {
    const foldOf = new Map(cameras.map((camera) => [camera, Math.floor(draw() * options.folds)]))
    for (let fold = 0; fold < options.folds; fold += 1) {
      const training = samples.filter((sample) => foldOf.get(sample.camera) !== fold)
      const held = samples.filter((sample) => foldOf.get(sample.camera) === fold)
      const counted = count(held, setThreshold(training))
      sum.passed += counted.passed
      sum.positives += counted.positives
      sum.filtered += counted.filtered
      sum.negatives += counted.negatives
    }
  }
  return { recall: sum.passed / sum.positives, reduction: sum.filtered / sum.negatives }
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
