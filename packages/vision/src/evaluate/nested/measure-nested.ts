import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { loadParameters, readParametersFile, type Committee, type Parameters } from '../../decide/parameters.ts'
import type { Detector } from '../../detect/detector.ts'
import { fitSamples, PROMISED } from '../fit-committee.ts'
import type { LabelledAlarm } from '../read-manifest.ts'
import { nameOfSet, networksMs } from './candidate-sets.ts'
import { loadFindings } from './load-findings.ts'
import { judgeNested, learnOn, type Judged, type NestedOptions, type Recipe } from './nested.ts'
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
  /** What the networks take for a frame, in milliseconds. Undefined if they were not timed. */
  networksMs?: number
}

const camerasOf = (judged: readonly Judged<FoundCase>[]): number => new Set(judged.map(({ one }) => one.camera)).size

function figuresOf(judged: readonly Judged<FoundCase>[]): Omit<SetOfFigures, 'packs' | 'networksMs'> {
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

/** A set of detectors that could be chosen: what it takes, and the figures if it were the only one. */
interface CandidateFigures {
  set: string
  networksMs: number | null
  shares: NestedShares
  curve: NestedCurve
}

export interface NestedRun {
  figures: SetOfFigures
  /** The detectors that were chosen on all alarms, and what was learnt with them, for use in the product. */
  detectors: readonly Detector[]
  committee: Committee & { made: unknown }
  /** The sets that could be chosen. Empty if there was no choice. */
  candidates: CandidateFigures[]
  /** The alarms that were judged wrongly at sensitivity 3. */
  wrong: { id: string; isTrue: boolean; set: string }[]
}

/** The sets of detectors to choose among, and what the networks of the chosen one may take for a frame, in milliseconds. */
export interface Choice {
  sets: readonly (readonly Detector[])[]
  boundMs?: number | undefined
}

/** The shared weights, whatever was chosen for these models before: what is compared must not depend on an earlier choice. */
function weighedTogether(detectors: readonly Detector[]): Parameters {
  const { bias, slope, thresholds } = loadParameters(detectors.map(({ id }) => id)).parameters
  return { ...readParametersFile().shared, bias, slope, thresholds }
}

/** A set of detectors with a recipe for each way of weighing what it saw. */
interface Candidate {
  detectors: readonly Detector[]
  networksMs: number | null
  recipes: { recipe: Recipe<FoundCase>; weights: Partial<Parameters> }[]
}

function candidatesOf(cases: readonly FoundCase[], { sets, boundMs }: Choice, cache: string): Candidate[] {
  const timed = sets.map((detectors) => ({
    detectors,
    networksMs: networksMs(
      cases.map(({ findings }) => findings),
      detectors,
    ),
  }))
  const within = timed.filter((one) => boundMs === undefined || (one.networksMs !== null && one.networksMs <= boundMs))
  return within.map((one) => {
    const parameters = weighedTogether(one.detectors)
    const scores = scoreAll(cases, weighings(), { cache, parameters, models: one.detectors })
    const prefix = sets.length > 1 ? `${nameOfSet(one.detectors)}: ` : ''
    const recipes = weighings().map((weighing) => {
      const { name, learn } = weightRecipe(weighing, scores)
      return { recipe: { name: `${prefix}${name}`, learn }, weights: weighing.change }
    })
    return { ...one, recipes }
  })
}

/**
 * Measures the choice among sets of detectors, and of the weights of each, on the alarms of all manifests together. With one set, only the
 * weights are chosen.
 */
export async function measureNested(
  choice: Choice,
  manifests: readonly { name: string; alarms: readonly LabelledAlarm[] }[],
  { cache, onDone }: { cache: string; onDone?: (count: number) => void },
): Promise<NestedRun> {
  const everyone = [...new Map(choice.sets.flat().map((detector) => [detector.id, detector])).values()]
  const alarms = manifests.flatMap(({ name, alarms: some }) => some.map((alarm) => ({ alarm, set: name })))
  const findings = await loadFindings(
    everyone,
    alarms.map(({ alarm }) => alarm),
    weighedTogether(everyone),
    { cache, sets: choice.sets, ...(onDone && { onDone }) },
  )
  const cases = alarms.map(({ alarm, set }, index): FoundCase => {
    const found = findings[index]!
    const { id, camera, isTrue, files } = alarm
    return { id, camera, isTrue, set, isBurst: files.length > 1, isDisturbed: found.isDisturbed, findings: found }
  })
  const candidates = candidatesOf(cases, choice, cache)
  const all = candidates.flatMap(({ recipes }) => recipes)
  const recipesOf = (some: readonly { recipe: Recipe<FoundCase> }[]) => some.map(({ recipe }) => recipe)
  const judged = judgeNested(cases, recipesOf(all), OPTIONS)
  const { recipe: best, samples } = learnOn(cases, recipesOf(all), OPTIONS)
  const isBest = ({ recipe }: { recipe: Recipe<FoundCase> }) => recipe.name === best
  const chosen = candidates.find(({ recipes }) => recipes.some(isBest))!
  const weights = all.find(isBest)?.weights ?? {}
  const ms = rounded(chosen.networksMs)
  const packs = chosen.detectors.map(({ id, version }) => `${id} ${version}`)
  const wrong = judged.filter(({ one, isPassed }) => isPassed[USUAL] !== one.isTrue)
  return {
    figures: { packs, ...(ms !== null && { networksMs: ms }), ...figuresOf(judged) },
    detectors: chosen.detectors,
    committee: { ...fitSamples(chosen.detectors, samples), ...(Object.keys(weights).length > 0 && { weights }) },
    candidates: candidates.length === 1 ? [] : candidates.map((one) => figuresOfCandidate(one, cases)),
    wrong: wrong.map(({ one: { id, isTrue, set } }) => ({ id, isTrue, set })),
  }
}

const rounded = (ms: number | null): number | null => (ms === null ? null : Math.round(10 * ms) / 10)

function figuresOfCandidate(
  { detectors, networksMs: ms, recipes }: Candidate,
  cases: readonly FoundCase[],
): CandidateFigures {
  const judged = judgeNested(
    cases,
    recipes.map(({ recipe }) => recipe),
    OPTIONS,
  )
  return {
    set: nameOfSet(detectors),
    networksMs: rounded(ms),
    shares: sharesOf(judged, USUAL),
    curve: nestedCurve(judged),
  }
}

const percent = (value: number): string => (value * 100).toFixed(1)

/** The lines that the command prints for a set of detectors. */
export function describeNested(name: string, { figures, candidates, wrong }: NestedRun, namesWrong: boolean): string[] {
  const share = ({ hits, of, low, high }: NestedShares['recall']) =>
    of === 0 ? 'not measured' : `${percent(hits / of)} % (${hits} of ${of}; ${percent(low)}–${percent(high)})`
  const shares = ({ recall, reduction }: NestedShares) => `recall ${share(recall)}, reduction ${share(reduction)}`
  const curve = ({ area, at }: NestedCurve) =>
    `area under the curve ${area.toFixed(4)}; reduction at recall ${at.map((one) => `${one.recall.toFixed(2)}: ${percent(one.reduction)} %`).join(', ')}`
  const took = (ms: number | null | undefined) => (typeof ms === 'number' ? `, networks ${ms} ms a frame` : '')
  return [
    `${name}: ${figures.alarms} alarms of ${figures.cameras} cameras, each judged by what was chosen on the other cameras`,
    ...figures.bySensitivity.map(
      (one, index) => `  sensitivity ${index + 1}, ${percent(one.promised)} % promised: ${shares(one)}`,
    ),
    ...Object.entries(figures.groups).map(([group, one]) => `  ${group} (${one.alarms}): ${shares(one)}`),
    `  ${curve(figures.curve)}`,
    `  chosen: ${Object.entries(figures.chosen)
      .map(([recipe, cameras]) => `${recipe} (${cameras})`)
      .join(', ')}`,
    `  chosen on all alarms: ${figures.packs.join(', ')}${took(figures.networksMs)}`,
    ...candidates.map((one) => `  ${one.set} alone${took(one.networksMs)}: ${shares(one.shares)}; ${curve(one.curve)}`),
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
