import { fitCalibration, thresholdBetween, thresholdToKeep, type Sample } from '../fit.ts'
import { sampleOf } from '../fit-committee.ts'

/** A labelled alarm as the measure knows it: whose it is, and what it is. Everything else belongs to the recipes. */
export interface Case {
  camera: string
  isTrue: boolean
  /** Passed on whatever was seen, because something disturbed the analysis. */
  isDisturbed: boolean
}

/** The score of an alarm; 0 for one in which nothing counts, which no threshold passes. */
export type Scorer<T extends Case> = (one: T) => number

/** One way of judging alarms, with all that it must learn. It sees the training alarms only. */
export interface Recipe<T extends Case> {
  name: string
  learn: (training: readonly T[]) => Scorer<T>
}

/** An alarm judged by what was chosen and learnt on other cameras. */
export interface Judged<T extends Case> {
  one: T
  recipe: string
  /** Log-odds by the calibration of its training cameras, so that alarms of different folds can be compared. */
  logOdds: number
  /** Whether it was passed, for each aim. */
  isPassed: boolean[]
}

export interface NestedOptions {
  /** The recall that each sensitivity promises. */
  aims: readonly number[]
  innerFolds: number
  seed: number
}

/** The recalls over which recipes are compared: the mean reduction at these, because no one of them is sure on few alarms. */
const COMPARED_AT = [0.95, 0.96, 0.97, 0.98, 0.99] as const

/** Lehmer's generator (Park and Miller 1988): the same numbers in every run. */
export function createDraw(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

/** Deals whole cameras out to folds of equal numbers of cameras. */
export function foldsOf(cameras: readonly string[], folds: number, draw: () => number): Map<string, number> {
  const shuffled = [...new Set(cameras)].map((camera) => ({ camera, at: draw() })).toSorted((a, b) => a.at - b.at)
  return new Map(shuffled.map(({ camera }, index) => [camera, index % folds]))
}

/** Scores each training alarm by what the recipe learnt on the other inner folds. */
function scoreApart<T extends Case>(recipe: Recipe<T>, training: readonly T[], foldOf: Map<string, number>): Sample[] {
  const folds = [...new Set(foldOf.values())]
  const scorers = new Map(
    folds.map((fold) => [fold, recipe.learn(training.filter(({ camera }) => foldOf.get(camera) !== fold))]),
  )
  return training.map((one) => sampleOf(one, scorers.get(foldOf.get(one.camera) ?? 0)!(one), one.isDisturbed))
}

/** The mean reduction at the recalls by which recipes are compared. */
function meritOf(samples: readonly Sample[]): number {
  const negatives = samples.filter(({ isTrue }) => !isTrue)
  const reductions = COMPARED_AT.map((recall) => {
    const threshold = thresholdBetween(samples, recall)
    return negatives.filter(({ evidence }) => evidence <= 0 || evidence < threshold).length
  })
  return reductions.reduce((sum, one) => sum + one, 0) / (negatives.length * COMPARED_AT.length)
}

/** What is chosen and learnt on some cameras: the best recipe, its scorer, its thresholds and its calibration. */
export interface Learnt<T extends Case> {
  recipe: string
  merit: number
  /** The training alarms with their scores from inner folds. */
  samples: Sample[]
  score: Scorer<T>
  thresholds: number[]
  calibration: { bias: number; slope: number }
}

/**
 * Chooses the recipe with the best merit in inner folds of whole cameras, the first of equals, and learns it, its thresholds and its
 * calibration on all training alarms. The thresholds come from scores of inner folds, so that they do not rest on fitted scores.
 */
export function learnOn<T extends Case>(
  training: readonly T[],
  recipes: readonly Recipe<T>[],
  { aims, innerFolds, seed }: NestedOptions,
): Learnt<T> {
  const foldOf = foldsOf(
    training.map(({ camera }) => camera),
    innerFolds,
    createDraw(seed),
  )
  let best: { recipe: Recipe<T>; samples: Sample[]; merit: number } | undefined
  for (const recipe of recipes) {
    const samples = scoreApart(recipe, training, foldOf)
    const merit = meritOf(samples)
    if (best === undefined || merit > best.merit + 1e-9) best = { recipe, samples, merit }
  }
  if (best === undefined) throw new Error('There is no recipe to choose from')
  const seen = best.samples.filter(({ evidence }) => Number.isFinite(evidence))
  return {
    recipe: best.recipe.name,
    merit: best.merit,
    samples: best.samples,
    score: best.recipe.learn(training),
    thresholds: aims.map((aim) => thresholdToKeep(best.samples, aim)),
    calibration: fitCalibration(seen),
  }
}

/**
 * Judges every alarm by what was chosen and learnt on the alarms of all other cameras: recipe, weights, thresholds and calibration. No
 * alarm of a camera takes part in anything that judges this camera.
 */
export function judgeNested<T extends Case>(
  cases: readonly T[],
  recipes: readonly Recipe<T>[],
  options: NestedOptions,
  onDone?: (cameras: number) => void,
): Judged<T>[] {
  const cameras = [...new Set(cases.map(({ camera }) => camera))]
  const judged = new Map<T, Judged<T>>()
  for (const [index, held] of cameras.entries()) {
    const training = cases.filter(({ camera }) => camera !== held)
    const { recipe, score, thresholds, calibration } = learnOn(training, recipes, options)
    for (const one of cases.filter(({ camera }) => camera === held)) {
      const value = score(one)
      const isPassed = thresholds.map((threshold) => one.isDisturbed || (value > 0 && value >= threshold))
      judged.set(one, { one, recipe, isPassed, logOdds: calibration.bias + calibration.slope * value })
    }
    onDone?.(index + 1)
  }
  return cases.flatMap((one) => judged.get(one) ?? [])
}
