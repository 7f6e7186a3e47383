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

/** Target share of false alarms filtered at sensitivity 1 … 5. With a single model, higher targets would filter true alarms. */
const AIMS = { one: [0.97, 0.93, 0.85, 0.75, 0.6], several: [0.99, 0.98, 0.95, 0.88, 0.75] } as const
/**
 * The upper limit of every threshold, as a share of the evidence of the weakest known true alarm. It also applies with few false alarms.
 */
const BELOW_FAINTEST = 0.9

/** Licences whose pictures may be used for fitting: those without conditions, those that require attribution only, and our own pictures. */
const PERMISSIVE = /\b(MIT|BSD|Apache|CC0|CC-BY(?!-(NC|SA|ND))|CDLA-permissive|drawn|own)\b/i
const RESTRICTED = /none stated|GPL|non-commercial/i

/** Whether a case may be used for fitting. The other cases are used for measuring only. */
export const mayLearnFrom = ({ licence }: Pick<LabelledAlarm, 'licence'>): boolean =>
  PERMISSIVE.test(licence) && !RESTRICTED.test(licence)

const round = (value: number): number => Math.round(value * 10_000) / 10_000

/** A labelled alarm with its evidence and the permitted use of it. */
export interface LicensedSample extends Sample {
  isLearnt: boolean
  isDrawn: boolean
}

/** Creates the sample of a labelled alarm from its evidence. */
const sampleOf = (alarm: LabelledAlarm, evidence: number): LicensedSample => ({
  evidence,
  isTrue: alarm.isTrue,
  camera: alarm.camera,
  isLearnt: mayLearnFrom(alarm),
  isDrawn: alarm.licence === 'drawn',
})

/**
 * Returns the lowest threshold that filters the target share of the real false alarms, but never a threshold that filters a known true
 * alarm. Drawn alarms affect the calibration only, because the share of difficult cases among them is an arbitrary choice.
 */
function chooseThreshold(samples: readonly LicensedSample[], aim: number): number {
  const real = samples.filter(({ isLearnt, isDrawn }) => isLearnt && !isDrawn)
  return Math.min(thresholdForReduction(real, aim), BELOW_FAINTEST * thresholdFor(real, 1))
}

/** Limits the total weight of drawn alarms to that of the real alarms with the same label: they fill gaps and must not dominate. */
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
 * Fits the calibration and the thresholds of a set of models to labelled alarms, and returns them with the figures of the fit. Only cases
 * whose licence allows it are used for fitting. The cross-validated figures (by camera) and the recall cover all real cases.
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
 * Fits calibration and thresholds of a set of models to labelled alarms and writes them with the figures of the fit.
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
