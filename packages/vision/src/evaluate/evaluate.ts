/**
 * Measures the filter on labelled alarms: recall (true alarms passed) and reduction (false ones filtered), always both, always with
 * their intervals. `--fit` also sets the calibration and the thresholds from them and writes `decide/parameters.json`.
 *
 *   node src/evaluate/evaluate.ts --manifest ALARMS.csv [--also STATIC.csv] [--sensitivity 3] [--wrong] [--fit]
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createAnalyser } from '../analyse/analyser.ts'
import type { Analyser } from '../analyse/analyser.ts'
import { restrictDecoders } from '../decode/restrict-decoders.ts'
import { loadParameters } from '../decide/parameters.ts'
import type { Parameters } from '../decide/parameters.ts'
import type { Detector } from '../detect/detector.ts'
import { loadBuiltInDetectors } from '../detect/load-detectors.ts'
import type { AlarmAnalysis, ViewSettings } from '../types.ts'
import { areaUnderCurve, crossValidate, fitCalibration, thresholdFor } from './fit.ts'
import type { Sample } from './fit.ts'
import { readManifest } from './read-manifest.ts'
import type { LabelledAlarm } from './read-manifest.ts'
import { formatShare, wilson } from './wilson.ts'

/** Recall aimed at on the labelled alarms by sensitivity 1 … 4; on cameras never seen it comes out about a point lower. */
const RECALLS = [0.9, 0.95, 0.98, 1] as const
/** Sensitivity 5 goes this much below the faintest true alarm of the labelled ones. */
const BEYOND = 0.8
const PARAMETERS_FILE = new URL('../decide/parameters.json', import.meta.url)

interface Result {
  alarm: LabelledAlarm
  analysis: AlarmAnalysis
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

async function run(
  analyser: Analyser,
  alarms: LabelledAlarm[],
  sensitivity: ViewSettings['sensitivity'],
): Promise<Result[]> {
  const results: Result[] = []
  for (const alarm of alarms) {
    const media = alarm.files.map((file, index) => ({
      id: String(index),
      bytes: new Uint8Array(readFileSync(file)),
      ...(alarm.gapSeconds === null ? {} : { takenOffsetMs: Math.round(index * alarm.gapSeconds * 1000) }),
    }))
    const view: ViewSettings = {
      masks: [],
      wantedClasses: ['person', 'vehicle', 'cycle'],
      sensitivity,
      thermal: alarm.condition.includes('thermal'),
    }
    const now = new Date('2026-01-01T12:00:00Z')
    const { analysis } = await analyser.analyse({ media, view, memory: null, now }, { softTimeoutMs: 600_000 })
    results.push({ alarm, analysis })
    if (process.stderr.isTTY) process.stderr.write(`\r${results.length} of ${alarms.length} `)
  }
  return results
}

function isPassed(result: Result): boolean {
  return result.analysis.verdict !== 'false'
}

function report(title: string, results: Result[]): { recall: string; reduction: string } {
  const positives = results.filter((result) => result.alarm.isTrue)
  const negatives = results.filter((result) => !result.alarm.isTrue)
  const recall = formatShare(wilson(positives.filter(isPassed).length, positives.length))
  const reduction = formatShare(wilson(negatives.filter((result) => !isPassed(result)).length, negatives.length))
  const unverified = results.filter((result) => result.analysis.verdict === 'unverified').length
  const frames = results.reduce((sum, result) => sum + result.analysis.frames.length, 0)
  const time = (stage: keyof AlarmAnalysis['timings']) =>
    results.reduce((sum, result) => sum + result.analysis.timings[stage], 0) / frames
  print(
    `${title}: ${results.length} alarms of ${new Set(results.map((result) => result.alarm.camera)).size} cameras, ${frames} frames`,
  )
  print(`  recall     ${recall}`)
  print(`  reduction  ${reduction}`)
  print(`  unverified ${unverified}`)
  print(
    `  ms a frame ${(['decode', 'motion', 'detect', 'decide', 'total'] as const).map((stage) => `${stage} ${time(stage).toFixed(1)}`).join(', ')}`,
  )
  return { recall, reduction }
}

function listWrong(results: Result[]): void {
  for (const result of results.filter((one) => isPassed(one) !== one.alarm.isTrue)) {
    const { alarm, analysis } = result
    const reasons = analysis.reasons.map((reason) => reason.code).join(' ')
    print(
      `  ${alarm.isTrue ? 'missed' : 'passed'} ${alarm.id} (${alarm.class}, ${alarm.condition}) ${analysis.score?.toFixed(3) ?? '–'} ${reasons}`,
    )
  }
}

function round(value: number): number {
  return Math.round(value * 10_000) / 10_000
}

/** Runs without early ends and with evidence for a score, so that calibration and thresholds can be set on it. */
async function fit(alarms: LabelledAlarm[], parameters: Parameters, detectors: readonly Detector[]): Promise<void> {
  const raw: Parameters = { ...parameters, bias: 0, slope: 1, thresholds: [2, 2, 2, 2, 2] }
  const results = await run(createAnalyser({ detectors, parameters: raw }), alarms, 3)
  const samples: Sample[] = results.map(({ alarm, analysis }) => {
    const score = analysis.score ?? 0.5
    return { evidence: Math.log(score / (1 - score)), isTrue: alarm.isTrue, camera: alarm.camera }
  })
  const { bias, slope } = fitCalibration(samples)
  const evidences = [...RECALLS.map((recall) => thresholdFor(samples, recall)), BEYOND * thresholdFor(samples, 1)]
  const thresholds = evidences.map((evidence) => round(1 / (1 + Math.exp(-(bias + slope * evidence))) - 0.001))
  const unseen = RECALLS.map((recall) => crossValidate(samples, recall))
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = thresholds
  const made = {
    by: 'evaluate --fit',
    alarms: samples.length,
    true: samples.filter((sample) => sample.isTrue).length,
    cameras: new Set(samples.map((sample) => sample.camera)).size,
    packs: detectors.map((detector) => `${detector.id} ${detector.version}`),
    areaUnderCurve: round(areaUnderCurve(samples)),
    bySensitivity: RECALLS.map((recall, index) => ({
      sensitivity: index + 1,
      aim: recall,
      evidence: round(evidences[index] ?? 0),
      unseenCameras: { recall: round(unseen[index]?.recall ?? 0), reduction: round(unseen[index]?.reduction ?? 0) },
    })),
  }
  const next: Parameters = {
    ...parameters,
    bias: round(bias),
    slope: round(slope),
    thresholds: [one, two, three, four, five],
  }
  writeFileSync(PARAMETERS_FILE, `${JSON.stringify({ parameters: next, made }, null, 2)}\n`)
  print(JSON.stringify(made, null, 2))
}

function toSensitivity(text: string): ViewSettings['sensitivity'] {
  const known = ([1, 2, 3, 4, 5] as const).find((one) => String(one) === text)
  if (known === undefined) throw new Error('--sensitivity takes 1 to 5')
  return known
}

const { values } = parseArgs({
  options: {
    manifest: { type: 'string' },
    also: { type: 'string', multiple: true, default: [] },
    sensitivity: { type: 'string', default: '3' },
    wrong: { type: 'boolean', default: false },
    fit: { type: 'boolean', default: false },
  },
})
if (values.manifest === undefined) throw new Error('Name the labelled alarms: --manifest FILE.csv')

restrictDecoders()
const { detectors, error } = await loadBuiltInDetectors()
if (error !== null) throw new Error(`No detector: ${error}`)
const alarms = readManifest(values.manifest)
if (values.fit) await fit(alarms, loadParameters().parameters, detectors)
const analyser = createAnalyser({ detectors })
const sensitivity = toSensitivity(values.sensitivity)
for (const file of [values.manifest, ...values.also]) {
  const results = await run(analyser, readManifest(file), sensitivity)
  report(file, results)
  if (values.wrong) listWrong(results)
}
