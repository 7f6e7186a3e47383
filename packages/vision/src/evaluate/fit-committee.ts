import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { committeeKey, loadParameters, PARAMETERS_FILE, readParametersFile } from '../decide/parameters.ts'
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

interface LicensedSample extends Sample {
  isLearnt: boolean
}

/** The lowest threshold that filters as many false alarms as are aimed at, but never one that a known true alarm would miss. */
function chooseThreshold(samples: readonly Sample[], aim: number): number {
  return Math.min(thresholdForReduction(samples, aim), BELOW_FAINTEST * thresholdFor(samples, 1))
}

/**
 * Sets calibration and thresholds of a set of models from labelled alarms and writes them with the figures they were made with.
 * Learnt from are only cases whose licence allows it; the cross-validated figures (by camera) and the recall judge all of them.
 * Running it again on the same alarms gives the same file.
 */
export async function fitCommittee(
  detectors: readonly Detector[],
  alarms: readonly LabelledAlarm[],
  onDone?: (count: number) => void,
): Promise<unknown> {
  const models = detectors.map(({ id }) => id)
  const { parameters } = loadParameters(models)
  // With these, the probability tells the evidence itself.
  const raw = { ...parameters, bias: 0, slope: 1 }
  const results = await runAlarms(detectors, alarms, { sensitivity: 3, parameters: raw, ...(onDone && { onDone }) })
  const all: LicensedSample[] = results.map(({ alarm, fullScore }) => ({
    evidence: Math.log(fullScore / (1 - fullScore)),
    isTrue: alarm.isTrue,
    camera: alarm.camera,
    isLearnt: mayLearnFrom(alarm),
  }))
  const learnt = all.filter(({ isLearnt }) => isLearnt)
  const { bias, slope } = fitCalibration(learnt)
  const aims = detectors.length > 1 ? AIMS.several : AIMS.one
  const evidences = aims.map((aim) => chooseThreshold(learnt, aim))
  const probability = (evidence: number) => round(1 / (1 + Math.exp(-(bias + slope * evidence))))
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = evidences.map(probability)
  const made = {
    by: 'npm run evaluate -- --fit',
    learntFrom: {
      alarms: learnt.length,
      true: learnt.filter(({ isTrue }) => isTrue).length,
      cameras: new Set(learnt.map(({ camera }) => camera)).size,
    },
    judgedOn: {
      alarms: all.length,
      true: all.filter(({ isTrue }) => isTrue).length,
      cameras: new Set(all.map(({ camera }) => camera)).size,
    },
    packs: detectors.map(({ id, version }) => `${id} ${version}`),
    areaUnderCurve: round(areaUnderCurve(all)),
    bySensitivity: aims.map((aim, index) => {
      const counted = count(all, evidences[index] ?? 0)
      const unseen = crossValidate(all, (training) =>
        chooseThreshold(
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the folds are made of these very samples
          (training as readonly LicensedSample[]).filter(({ isLearnt }) => isLearnt),
          aim,
        ),
      )
      return {
        sensitivity: index + 1,
        aim,
        evidence: round(evidences[index] ?? 0),
        recall: round(counted.passed / counted.positives),
        reduction: round(counted.filtered / counted.negatives),
        unseenCameras: { recall: round(unseen.recall), reduction: round(unseen.reduction) },
      }
    }),
  }
  const file = readParametersFile()
  const committee = { bias: round(bias), slope: round(slope), thresholds: [one, two, three, four, five], made }
  const committees = { ...file.committees, [committeeKey(models)]: committee }
  writeFileSync(fileURLToPath(PARAMETERS_FILE), `${JSON.stringify({ ...file, committees }, null, 2)}\n`)
  return made
}
