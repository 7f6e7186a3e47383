import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { committeeKey, PARAMETERS_FILE, readParametersFile } from '../decide/parameters.ts'
import type { Detector } from '../detect/detector.ts'
import {
  areaUnderCurve,
  count,
  crossValidate,
  fitCalibration,
  thresholdFor,
  thresholdForReduction,
  type Sample,
} from './fit.ts'
import type { LabelledAlarm } from './read-manifest.ts'
import { runAlarms } from './run-alarms.ts'

/** Share of the false alarms to be filtered by sensitivity 1 … 5; with one model alone more would cost true ones. */
const AIMS = { one: [0.97, 0.93, 0.85, 0.75, 0.6], several: [0.99, 0.98, 0.95, 0.88, 0.75] } as const
/** However few the false alarms, no threshold goes above this share of the faintest true alarm's evidence. */
const BELOW_FAINTEST = 0.9

/** Licences whose pictures may be learnt from: those that let one do as one likes, or that only want to be named; and one's own. */
const PERMISSIVE = /\b(MIT|BSD|Apache|CC0|CC-BY(?!-(NC|SA|ND))|CDLA-permissive|drawn|own)\b/i
const RESTRICTED = /none stated|GPL|non-commercial/i

/** Whether a case may be learnt from; the others only measure. */
export const mayLearnFrom = ({ licence }: Pick<LabelledAlarm, 'licence'>): boolean =>
  PERMISSIVE.test(licence) && !RESTRICTED.test(licence)

const round = (value: number): number => Math.round(value * 10_000) / 10_000

/** A labelled alarm with its evidence, and what may be done with it. */
export interface LicensedSample extends Sample {
  isLearnt: boolean
  isDrawn: boolean
}

/** Evidence and licence of a labelled alarm. */
const sampleOf = (alarm: LabelledAlarm, evidence: number): LicensedSample => ({
  evidence,
  isTrue: alarm.isTrue,
  camera: alarm.camera,
  isLearnt: mayLearnFrom(alarm),
  isDrawn: alarm.licence === 'drawn',
})

/**
 * The lowest threshold that filters as many real false alarms as are aimed at, but never one that a known true alarm would miss. Drawn
 * alarms shape the probability only: how many of them are hard is the choice of who draws.
 */
function chooseThreshold(samples: readonly LicensedSample[], aim: number): number {
  const real = samples.filter(({ isLearnt, isDrawn }) => isLearnt && !isDrawn)
  return Math.min(thresholdForReduction(real, aim), BELOW_FAINTEST * thresholdFor(real, 1))
}

/** Drawn alarms count together as much as the real ones of their kind at most: they fill gaps, and must not drown what cameras sent. */
function weighted(samples: readonly LicensedSample[]): LicensedSample[] {
  return samples.map((sample) => {
    const alike = samples.filter(({ isTrue }) => isTrue === sample.isTrue)
    const drawn = alike.filter(({ isDrawn }) => isDrawn).length
    return sample.isDrawn ? { ...sample, weight: Math.min(1, (alike.length - drawn) / drawn) } : sample
  })
}

const countsOf = (samples: readonly LicensedSample[]): { alarms: number; true: number; cameras: number } => ({
  alarms: samples.length,
  true: samples.filter(({ isTrue }) => isTrue).length,
  cameras: new Set(samples.map(({ camera }) => camera)).size,
})

/**
 * Calibration and thresholds of a set of models from labelled alarms, with the figures they were made with. Learnt from are only
 * cases whose licence allows it; the cross-validated figures (by camera) and the recall judge all real ones.
 */
export function fitSamples(
  packs: readonly Pick<Detector, 'id' | 'version'>[],
  all: readonly LicensedSample[],
): { bias: number; slope: number; thresholds: [number, number, number, number, number]; made: unknown } {
  const learnt = all.filter(({ isLearnt }) => isLearnt)
  const real = all.filter(({ isDrawn }) => !isDrawn)
  const drawn = all.filter(({ isDrawn }) => isDrawn)
  const { bias, slope } = fitCalibration(weighted(learnt))
  const aims = packs.length > 1 ? AIMS.several : AIMS.one
  const evidences = aims.map((aim) => chooseThreshold(learnt, aim))
  const probability = (evidence: number) => round(1 / (1 + Math.exp(-(bias + slope * evidence))))
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = evidences.map(probability)
  const shares = (samples: readonly LicensedSample[], evidence: number) => {
    const counted = count(samples, evidence)
    return { recall: round(counted.passed / counted.positives), reduction: round(counted.filtered / counted.negatives) }
  }
  const made = {
    by: 'npm run evaluate -- --fit',
    learntFrom: countsOf(learnt),
    judgedOn: countsOf(real),
    ...(drawn.length > 0 && { drawn: countsOf(drawn) }),
    packs: packs.map(({ id, version }) => `${id} ${version}`),
    areaUnderCurve: round(areaUnderCurve(real)),
    bySensitivity: aims.map((aim, index) => {
      const evidence = evidences[index] ?? 0
      const unseen = crossValidate(real, (training) =>
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the folds are made of these very samples
        chooseThreshold(training as readonly LicensedSample[], aim),
      )
      return {
        sensitivity: index + 1,
        aim,
        evidence: round(evidence),
        ...shares(real, evidence),
        unseenCameras: { recall: round(unseen.recall), reduction: round(unseen.reduction) },
        ...(drawn.length > 0 && { drawn: shares(drawn, evidence) }),
      }
    }),
  }
  return { bias: round(bias), slope: round(slope), thresholds: [one, two, three, four, five], made }
}

/**
 * Sets calibration and thresholds of a set of models from labelled alarms and writes them with the figures they were made with.
 * Running it again on the same alarms gives the same file.
 */
export async function fitCommittee(
  detectors: readonly Detector[],
  alarms: readonly LabelledAlarm[],
  onDone?: (count: number) => void,
): Promise<unknown> {
  const models = detectors.map(({ id }) => id)
  const results = await runAlarms(detectors, alarms, { sensitivity: 3, ...(onDone && { onDone }) })
  const committee = fitSamples(
    detectors,
    results.map(({ alarm, evidence }) => sampleOf(alarm, evidence)),
  )
  const file = readParametersFile()
  const committees = { ...file.committees, [committeeKey(models)]: committee }
  writeFileSync(fileURLToPath(PARAMETERS_FILE), `${JSON.stringify({ ...file, committees }, null, 2)}\n`)
  return committee.made
}
