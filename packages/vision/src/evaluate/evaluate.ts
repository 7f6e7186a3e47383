/**
 * Measures the filter on labelled alarms. Prints the recall (share of true alarms that are passed) and the reduction (share of false alarms
 * that are filtered), both with confidence intervals.
 *
 *   npm run evaluate -- --manifest ALARMS.csv [--also STATIC.csv] [--packs recommended|accurate|fast|builtin|ID,…] [--sensitivity 3]
 *                       [--report FOLDER] [--wrong] [--fit] [--cache FOLDER]
 *   npm run evaluate -- --sequences ALARMS.csv [--also MORE.csv] [--pictures-apart] [--packs …] [--sensitivity 3] [--cache FOLDER]
 *   npm run evaluate -- --nested [--manifest ALARMS.csv --also MORE.csv] [--packs …] [--cache FOLDER] [--write] [--wrong]
 *
 * `--fit` first fits calibration and thresholds of these packs to the alarms and writes `decide/parameters.json`. `--sequences` runs the
 * alarms of each camera in order, passes the camera's memory on, and fails when the memory caused a true alarm to be filtered.
 * `--pictures-apart` treats every picture as an alarm. `--nested` judges each camera by what was chosen and learnt on all other cameras,
 * and compares the figures with the committed ones, or commits them (`--write`). What the networks saw is kept in the cache folder, so that
 * a run that was cut off goes on; times are then those of what had not been seen before.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { restrictDecoders } from '../decode/restrict-decoders.ts'
import type { Detector } from '../detect/detector.ts'
import { packFolder } from '../packs/pack-folder.ts'
import type { ViewSettings } from '../types.ts'
import { chooseDetectors } from './choose-detectors.ts'
import { costOf, curveCells, figuresOf, groupedFigures, RECALLS, type GroupFigures } from './figures.ts'
import { fitCommittee } from './fit-committee.ts'
import { readManifest, type LabelledAlarm } from './read-manifest.ts'
import { writeReport } from './report-html.ts'
import { runNested } from './nested/nested-command.ts'
import { rememberLooks } from './nested/remember-looks.ts'
import { describeSequences } from './describe-sequences.ts'
import { isPassed, runAlarms, type Result } from './run-alarms.ts'
import { lostByMemory, picturesApart, runSequence, sequencesOf, type SequenceResult } from './run-sequences.ts'
import { formatShare } from './wilson.ts'

const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

/** The column headings for the performance at other thresholds: the area under the curve, and the reduction at each recall in RECALLS. */
const CURVE_HEAD = ['area', ...RECALLS.map((recall) => `@${recall.toFixed(2)}`)]

function progress(of: number): (count: number) => void {
  return (count) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${count} of ${of} `)
  }
}

function printGroups(title: string, groups: readonly GroupFigures[]): void {
  const rows = [CURVE_HEAD, ...groups.map(({ curve }) => curveCells(curve))]
  const widths = CURVE_HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const [head = '', ...curves] = rows.map((row) =>
    row.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  '),
  )
  const name = Math.max(title.length - 2, ...groups.map((group) => group.name.length))
  print(`  ${title.padEnd(name + 2)}        ${head}`)
  for (const [index, group] of groups.entries()) {
    print(
      `    ${group.name.padEnd(name)}  ${String(group.alarms).padStart(4)}  ${curves[index]}  recall ${formatShare(group.recall)}, reduction ${formatShare(group.reduction)}`,
    )
  }
}

function printFigures(title: string, results: readonly Result[], seconds: number): void {
  const all = figuresOf('all', results)
  const cost = costOf(results)
  print(
    `${title}: ${results.length} alarms of ${new Set(results.map(({ alarm }) => alarm.camera)).size} cameras, ${cost.frames} frames`,
  )
  print(`  recall     ${formatShare(all.recall)}`)
  print(`  reduction  ${formatShare(all.reduction)}`)
  print(`  unverified ${results.filter(({ analysis }) => analysis.verdict === 'unverified').length}`)
  if (all.curve !== null) {
    print(`  area under the curve ${all.curve.area.toFixed(4)}`)
    print(
      `  reduction at recall ${all.curve.at.map(({ recall, reduction }) => `${recall.toFixed(2)}: ${(reduction * 100).toFixed(1)} %`).join(', ')}`,
    )
  }
  printGroups(
    'by number of frames',
    groupedFigures(results, ({ alarm }) => [alarm.files.length > 1 ? 'several' : 'one']),
  )
  printGroups(
    'by class',
    groupedFigures(results, ({ alarm }) => [alarm.class]),
  )
  printGroups(
    'by condition',
    groupedFigures(results, ({ alarm }) => [...new Set(alarm.condition.split(',').map((one) => one.trim()))]),
  )
  printGroups(
    'by camera',
    groupedFigures(results, ({ alarm }) => [alarm.camera]),
  )
  const { decode, motion, detect, decide, total, models } = cost.ms
  print(
    `  ms a frame: decode ${decode.toFixed(1)}, motion ${motion.toFixed(1)}, detect ${detect.toFixed(1)} (models alone ${models.toFixed(1)}), decide ${decide.toFixed(1)}, total ${total.toFixed(1)}`,
  )
  print(`  ${(results.length / seconds).toFixed(2)} alarms/s, one after the other on one core`)
  print(`  peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`)
}

function printWrong(results: readonly Result[]): void {
  for (const result of results.filter((one) => isPassed(one) !== one.alarm.isTrue)) {
    const { alarm, analysis } = result
    const reasons = analysis.reasons.map((reason) => reason.code).join(' ')
    print(
      `  ${alarm.isTrue ? 'missed' : 'passed'} ${alarm.id} (${alarm.class}, ${alarm.condition}) evidence ${result.evidence.toFixed(3)}: ${reasons}`,
    )
  }
}

function toSensitivity(text: string): ViewSettings['sensitivity'] {
  const known = ([1, 2, 3, 4, 5] as const).find((one) => String(one) === text)
  if (known === undefined) throw new Error('--sensitivity takes 1 to 5')
  return known
}

async function measureSequences(
  detectors: readonly Detector[],
  alarms: readonly LabelledAlarm[],
  sensitivity: ViewSettings['sensitivity'],
): Promise<void> {
  const sequences: SequenceResult[][] = []
  // A camera's only alarm meets no memory.
  for (const sequence of sequencesOf(alarms).filter(({ length }) => length > 1))
    sequences.push(await runSequence(detectors, sequence, { sensitivity }))
  for (const line of describeSequences(sequences)) print(line)
  if (lostByMemory(sequences.flat()).length > 0) process.exitCode = 1
}

/** The options of the command. */
function readOptions() {
  const { values } = parseArgs({
    options: {
      manifest: { type: 'string' },
      also: { type: 'string', multiple: true, default: [] },
      packs: { type: 'string' },
      sensitivity: { type: 'string', default: '3' },
      report: { type: 'string' },
      wrong: { type: 'boolean', default: false },
      fit: { type: 'boolean', default: false },
      sequences: { type: 'string' },
      'pictures-apart': { type: 'boolean', default: false },
      nested: { type: 'boolean', default: false },
      cache: { type: 'string' },
      write: { type: 'boolean', default: false },
    },
  })
  return values
}

type Values = ReturnType<typeof readOptions>

/** Measures by cameras that were left out. */
async function measureNested(values: Values, place: Omit<Parameters<typeof runNested>[1], 'print'>): Promise<void> {
  const command = {
    manifests: values.manifest === undefined ? [] : [values.manifest, ...values.also],
    packs: values.packs,
    cache: values.cache,
    writes: values.write,
    namesWrong: values.wrong,
  }
  if (!(await runNested(command, { ...place, print }))) process.exitCode = 1
}

async function report(
  file: string,
  manifest: string,
  { detectors, results }: { detectors: readonly Detector[]; results: readonly Result[] },
): Promise<void> {
  const ids = detectors.map(({ id }) => id)
  print(`report: ${await writeReport(file, `The filter on ${manifest}`, ids, [...results])}`)
}

async function main(): Promise<void> {
  const values = readOptions()
  if (values.manifest === undefined && values.sequences === undefined && !values.nested)
    throw new Error('Name the labelled alarms: npm run evaluate -- --manifest FILE.csv')
  const root = path.resolve(import.meta.dirname, '../../../..')
  const beside = path.join(root, '..', 'shared', 'models')
  const sources = {
    installed: packFolder(path.resolve(root, process.env['WINNOW_DATA'] ?? 'data')),
    files: process.env['WINNOW_TEST_MODELS'] ?? (existsSync(beside) ? beside : undefined),
  }
  if (values.nested) return measureNested(values, { root, sources })
  const chosen: Detector[] = await chooseDetectors(values.packs, sources)
  const { cache } = values
  const detectors = cache === undefined ? chosen : chosen.map((detector) => rememberLooks(detector, cache))
  restrictDecoders()
  print(`models: ${detectors.map(({ id, version }) => `${id} ${version}`).join(', ')}`)
  const sensitivity = toSensitivity(values.sensitivity)
  if (values.sequences !== undefined) {
    const alarms = [values.sequences, ...(values.manifest === undefined ? values.also : [])].flatMap(readManifest)
    await measureSequences(detectors, values['pictures-apart'] ? picturesApart(alarms) : alarms, sensitivity)
  }
  if (values.manifest === undefined) return
  const manifests = [values.manifest, ...values.also].map((file): [string, LabelledAlarm[]] => [
    file,
    readManifest(file),
  ])
  const everything: Result[] = []
  if (values.fit) {
    const alarms = manifests.flatMap(([, list]) => list)
    print(JSON.stringify(await fitCommittee(detectors, alarms, progress(alarms.length)), null, 2))
  }
  for (const [file, alarms] of manifests) {
    const results = await runAlarms(detectors, alarms, { sensitivity, onDone: progress(alarms.length) })
    const seconds = results.reduce((sum, { analysis }) => sum + analysis.timings.total, 0) / 1000
    printFigures(file, results, seconds)
    if (values.wrong) printWrong(results)
    everything.push(...results)
  }
  if (values.report !== undefined) await report(values.report, values.manifest, { detectors, results: everything })
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
