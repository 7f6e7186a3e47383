import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { loadParameters, readParametersFile, type Committee, type Parameters } from '../../decide/parameters.ts'
import type { Detector } from '../../detect/detector.ts'
import { fitSamples, PROMISED } from '../fit-committee.ts'
import type { LabelledAlarm } from '../read-manifest.ts'
import { loadFindings } from './load-findings.ts'
import { judgeNested, learnOn, type Judged, type NestedOptions } from './nested.ts'
import { nestedCurve, sharesOf, type NestedCurve, type NestedShares } from './nested-figures.ts'
import { scoreAll, weighings, weightRecipe, type FoundCase } from './weight-recipes.ts'

const NESTED_FILE = new URL('../../packs/nested-figures.json', import.meta.url)

const OPTIONS: NestedOptions = { aims: PROMISED, innerFolds: 5, seed: 20_261_126 }
/** The index of sensitivity 3, which new cameras get. */
const USUAL = 2

/** The figures of one set of detectors, as they stand in the committed file. */
export interface SetOfFigures {
  packs: string[]
  alarms: number
  cameras: number
  bySensitivity: (NestedShares & { promised: number })[]
  /** At sensitivity 3. */
  groups: Record<string, NestedShares & { alarms: number }>
  curve: NestedCurve
  /** What each camera was judged by: the number of cameras for each choice. */
  chosen: Record<string, number>
}

const camerasOf = (judged: readonly Judged<FoundCase>[]): number => new Set(judged.map(({ one }) => one.camera)).size

function figuresOf(packs: string[], judged: readonly Judged<FoundCase>[]): SetOfFigures {
  const groupOf = (name: string, isIn: (one: FoundCase) => boolean): [string, SetOfFigures['groups'][string]] => {
    const some = judged.filter(({ one }) => isIn(one))
    return [name, { alarms: some.length, ...sharesOf(some, USUAL) }]
  }
  const sets = [...new Set(judged.map(({ one }) => one.set))]
  const choices = new Map(judged.map(({ one, recipe }) => [one.camera, recipe]))
  const chosen = [...Map.groupBy(choices.values(), (recipe) => recipe)]
    .map(([recipe, cameras]): [string, number] => [recipe, cameras.length])
    .toSorted(([a, many], [b, few]) => few - many || a.localeCompare(b))
  return {
    packs,
    alarms: judged.length,
    cameras: camerasOf(judged),
    bySensitivity: PROMISED.map((promised, index) => ({ promised, ...sharesOf(judged, index) })),
    groups: Object.fromEntries([
      groupOf('several pictures', ({ isBurst }) => isBurst),
      groupOf('one picture', ({ isBurst }) => !isBurst),
      ...sets.map((set) => groupOf(set, (one) => one.set === set)),
    ]),
    curve: nestedCurve(judged),
    chosen: Object.fromEntries(chosen),
  }
}

export interface NestedRun {
  figures: SetOfFigures
  /** What was chosen and learnt on all alarms, for use in the product. */
  committee: Committee & { made: unknown }
  /** The alarms that were judged wrongly at sensitivity 3. */
  wrong: { id: string; isTrue: boolean; set: string }[]
}

/** The shared weights, whatever was chosen for these models before: what is compared must not depend on an earlier choice. */
function weighedTogether(detectors: readonly Detector[]): Parameters {
  const { bias, slope, thresholds } = loadParameters(detectors.map(({ id }) => id)).parameters
  return { ...readParametersFile().shared, bias, slope, thresholds }
}

/** Measures one set of detectors on the alarms of all manifests together. */
export async function measureNested(
  detectors: readonly Detector[],
  sets: readonly { name: string; alarms: readonly LabelledAlarm[] }[],
  options: { cache: string; onDone?: (count: number) => void },
): Promise<NestedRun> {
  const parameters = weighedTogether(detectors)
  const alarms = sets.flatMap(({ name, alarms: some }) => some.map((alarm) => ({ alarm, set: name })))
  const findings = await loadFindings(
    detectors,
    alarms.map(({ alarm }) => alarm),
    parameters,
    options,
  )
  const cases = alarms.map(({ alarm, set }, index): FoundCase => {
    const found = findings[index]!
    const { id, camera, isTrue, files } = alarm
    return { id, camera, isTrue, set, isBurst: files.length > 1, isDisturbed: found.isDisturbed, findings: found }
  })
  const scores = scoreAll(cases, weighings(), { cache: options.cache, parameters, models: detectors })
  const recipes = weighings().map((weighing) => weightRecipe(weighing, scores))
  const judged = judgeNested(cases, recipes, OPTIONS)
  const { recipe, samples } = learnOn(cases, recipes, OPTIONS)
  const weights = weighings().find(({ name }) => name === recipe)?.change ?? {}
  const packs = detectors.map(({ id, version }) => `${id} ${version}`)
  const wrong = judged.filter(({ one, isPassed }) => isPassed[USUAL] !== one.isTrue)
  return {
    figures: figuresOf(packs, judged),
    committee: { ...fitSamples(detectors, samples), ...(Object.keys(weights).length > 0 && { weights }) },
    wrong: wrong.map(({ one: { id, isTrue, set } }) => ({ id, isTrue, set })),
  }
}

const percent = (value: number): string => (value * 100).toFixed(1)

/** The lines that the command prints for a set of detectors. */
export function describeNested(name: string, { figures, wrong }: NestedRun, namesWrong: boolean): string[] {
  const share = ({ hits, of, low, high }: NestedShares['recall']) =>
    of === 0 ? 'not measured' : `${percent(hits / of)} % (${hits} of ${of}; ${percent(low)}–${percent(high)})`
  const shares = ({ recall, reduction }: NestedShares) => `recall ${share(recall)}, reduction ${share(reduction)}`
  return [
    `${name}: ${figures.alarms} alarms of ${figures.cameras} cameras, each judged by what was chosen on the other cameras`,
    ...figures.bySensitivity.map(
      (one, index) => `  sensitivity ${index + 1}, ${percent(one.promised)} % promised: ${shares(one)}`,
    ),
    ...Object.entries(figures.groups).map(([group, one]) => `  ${group} (${one.alarms}): ${shares(one)}`),
    `  area under the curve ${figures.curve.area.toFixed(4)}; reduction at recall ${figures.curve.at.map((one) => `${one.recall.toFixed(2)}: ${percent(one.reduction)} %`).join(', ')}`,
    `  chosen: ${Object.entries(figures.chosen)
      .map(([recipe, cameras]) => `${recipe} (${cameras})`)
      .join(', ')}`,
    ...(namesWrong ? wrong.map(({ id, isTrue, set }) => `  ${isTrue ? 'missed' : 'passed'} ${id} (${set})`) : []),
  ]
}

/** The committed figures by name of the set. */
function readNestedFile(): Record<string, SetOfFigures> {
  if (!existsSync(NESTED_FILE)) return {}
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by this command, and compared as text
  return JSON.parse(readFileSync(NESTED_FILE, 'utf8')) as Record<string, SetOfFigures>
}

/** Returns whether the committed file holds exactly these figures. */
export const isCommitted = (name: string, figures: SetOfFigures): boolean =>
  JSON.stringify(readNestedFile()[name]) === JSON.stringify(figures)

/** Writes the figures of a set into the committed file. */
export function commitFigures(name: string, figures: SetOfFigures): void {
  const all = { ...readNestedFile(), [name]: figures }
  const sorted = Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => a.localeCompare(b)))
  writeFileSync(fileURLToPath(NESTED_FILE), `${JSON.stringify(sorted, null, 2)}\n`)
}
