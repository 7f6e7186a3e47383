import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { committeeKey, PARAMETERS_FILE, readParametersFile, type Committee } from '../decide/parameters.ts'
import type { Detector } from '../detect/detector.ts'
import { areaUnderCurve, count, fitCalibration, thresholdToKeep, type Sample } from './fit.ts'
import type { LabelledAlarm } from './read-manifest.ts'
import { runAlarms } from './run-alarms.ts'

/** The recall that sensitivity 1 … 5 promises on cameras that the filter has not seen. The reduction is what comes of it. */
export const PROMISED = [0.9, 0.95, 0.98, 0.99, 0.995] as const

const round = (value: number): number => Math.round(value * 10_000) / 10_000
/** Downwards, so that the alarm at a threshold is still passed. */
const roundDown = (value: number): number => Math.floor(value * 10_000) / 10_000

/** Less evidence than any finding of several models comes to. Thresholds below it pass whatever was found. */
const LEAST_EVIDENCE = 0.02
/** The largest share of the threshold before that the next sensitivity needs, so that each passes more than the one before. */
const STEP = 0.95

/** The evidence that each sensitivity needs to keep its promise, each less than the one before. */
export function evidenceNeeded(samples: readonly Sample[]): number[] {
  let before = Number.POSITIVE_INFINITY
  return PROMISED.map((promised) => {
    const needed = Math.max(LEAST_EVIDENCE, thresholdToKeep(samples, promised))
    before = needed < before ? needed : STEP * before
    return before
  })
}

type Packs = readonly Pick<Detector, 'id' | 'version'>[]

/** The sample of an alarm. One that the filter passes on whatever was seen has endless evidence, and says nothing of the calibration. */
export const sampleOf = (
  { camera, isTrue }: Pick<Sample, 'camera' | 'isTrue'>,
  evidence: number,
  isDisturbed: boolean,
): Sample => ({ camera, isTrue, evidence: isDisturbed ? Number.POSITIVE_INFINITY : evidence })

/**
 * Fits the calibration and the thresholds of a set of models to labelled alarms: each sensitivity gets the highest threshold that keeps its
 * promised recall to be expected on other cameras.
 */
export function fitSamples(packs: Packs, samples: readonly Sample[]): Committee & { made: unknown } {
  const { bias, slope } = fitCalibration(samples.filter(({ evidence }) => Number.isFinite(evidence)))
  const needed = evidenceNeeded(samples)
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = needed.map((evidence) =>
    roundDown(1 / (1 + Math.exp(-(bias + slope * evidence)))),
  )
  const made = {
    by: 'npm run evaluate -- --nested --write, or --fit',
    learntFrom: {
      alarms: samples.length,
      true: samples.filter(({ isTrue }) => isTrue).length,
      cameras: new Set(samples.map(({ camera }) => camera)).size,
    },
    packs: packs.map(({ id, version }) => `${id} ${version}`),
    areaUnderCurve: round(areaUnderCurve(samples)),
    bySensitivity: needed.map((evidence, index) => {
      const counted = count(samples, evidence)
      return {
        sensitivity: index + 1,
        promised: PROMISED[index],
        evidence: round(evidence),
        recall: round(counted.passed / counted.positives),
        reduction: round(counted.filtered / counted.negatives),
      }
    }),
  }
  return { bias: round(bias), slope: round(slope), thresholds: [one, two, three, four, five], made }
}

/** Writes what was fitted for a set of models into the committed parameters. */
export function commitCommittee(packs: Packs, committee: Committee & { made: unknown }): void {
  const file = readParametersFile()
  const committees = { ...file.committees, [committeeKey(packs.map(({ id }) => id))]: committee }
  writeFileSync(fileURLToPath(PARAMETERS_FILE), `${JSON.stringify({ ...file, committees }, null, 2)}\n`)
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
  const results = await runAlarms(detectors, alarms, { sensitivity: 3, ...(onDone && { onDone }) })
  const committee = fitSamples(
    detectors,
    results.map(({ alarm, evidence, analysis }) => sampleOf(alarm, evidence, analysis.verdict === 'unverified')),
  )
  commitCommittee(detectors, committee)
  return committee.made
}
