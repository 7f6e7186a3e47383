import { createHash } from 'node:crypto'
import { appendFileSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gatherEvidence, type EnsembleMember } from '../../decide/evidence.ts'
import type { Parameters } from '../../decide/parameters.ts'
import type { Detection } from '../../types.ts'
import type { AlarmFindings } from './collect-findings.ts'
import type { Case, Recipe } from './nested.ts'
import { readEntries } from './remember-looks.ts'
import { detectionsByLook } from './replay.ts'

/** A labelled alarm with its findings. */
export interface FoundCase extends Case {
  id: string
  isBurst: boolean
  set: string
  findings: AlarmFindings
}

/** A way of weighing findings: changed shared weights. */
export interface Weighing {
  name: string
  change: Partial<Parameters>
}

const NO_SWARM = 1_000_000
/** Support that nothing has. */
const NEVER = 1

/** Single changes of the shared weights and rules. */
const CHANGES: readonly Weighing[] = [
  { name: 'agreement 0', change: { agreement: 0 } },
  { name: 'animals need more', change: { animalRatio: 1 } },
  { name: 'no animals', change: { animalWeight: 1 } },
  { name: 'standing 0.8', change: { standing: 0.8 } },
  { name: 'standing 0.6', change: { standing: 0.6 } },
  { name: 'strongest 0.25', change: { strongest: 0.25 } },
  { name: 'strongest 0.5', change: { strongest: 0.5 } },
  { name: 'standing 0.8, strongest 0.5', change: { standing: 0.8, strongest: 0.5 } },
  { name: 'animals need more, strongest 0.5', change: { animalRatio: 1, strongest: 0.5 } },
  { name: 'elsewhere 1', change: { elsewhere: 1 } },
  { name: 'no swarms', change: { clutter: NO_SWARM } },
  { name: 'no closer looks', change: { closerFrom: NEVER } },
]

/** The committed weights first, so that they stay where nothing is better; then each change. */
export const weighings = (): Weighing[] => [{ name: 'as it is', change: {} }, ...CHANGES]

/** What each alarm scores under each way of weighing, by the name of the way. */
export type Scores = Map<FoundCase, Map<string, number>>

const SOURCES = path.resolve(import.meta.dirname, '../..')

/** The hash of what evidence depends on beside findings: the sources that weigh, the weights and the models. */
function weighingHash(parameters: Parameters, models: readonly EnsembleMember[]): string {
  const files = ['decide', 'detect', 'link', 'analyse'].flatMap((folder) =>
    globSync(`${folder}/*.ts`, { cwd: SOURCES }).filter((file) => !/\.(test|fixture)\.ts$/.test(file)),
  )
  // The curve and the thresholds do not take part in evidence.
  const { bias: _, slope: __, thresholds: ___, ...weights } = parameters
  const hash = createHash('sha256').update(JSON.stringify([weights, models.map(({ id, sees }) => [id, sees])]))
  for (const file of [...files, 'evaluate/nested/replay.ts'].toSorted())
    hash.update(file).update(readFileSync(path.join(SOURCES, file)))
  return hash.digest('hex').slice(0, 16)
}

const isPlanned = ({ closerFor }: { closerFor?: string }): boolean => closerFor === undefined

/** Replays findings under several ways of weighing. What the models saw after each look is worked out once for all of them. */
function replay(
  { findings }: FoundCase,
  ways: readonly Weighing[],
  models: readonly EnsembleMember[],
  parameters: Parameters,
): number[] {
  const seen = new Map<boolean, readonly Detection[][]>()
  const seenBy = (takesCloser: boolean) => {
    const known = seen.get(takesCloser)
    if (known !== undefined) return known
    const all = [...detectionsByLook(findings, models, parameters, takesCloser ? undefined : isPlanned)]
    seen.set(takesCloser, all)
    return all
  }
  return ways.map(({ change }) =>
    Math.max(
      0,
      ...seenBy(change.closerFrom !== NEVER).map(
        (detections) => gatherEvidence(detections, models, findings.framesToSee, { ...parameters, ...change }).value,
      ),
    ),
  )
}

/** Scores all alarms under all ways, and remembers it in the cache folder until the findings, the weights or the sources that weigh change. */
export function scoreAll(
  cases: readonly FoundCase[],
  ways: readonly Weighing[],
  { cache, parameters, models }: { cache: string; parameters: Parameters; models: readonly EnsembleMember[] },
): Scores {
  mkdirSync(cache, { recursive: true })
  const file = path.join(cache, `scores-${weighingHash(parameters, models)}.jsonl`)
  const known = readEntries<number>(file)
  return new Map(
    cases.map((one) => {
      const found = createHash('sha256').update(JSON.stringify(one.findings)).digest('hex').slice(0, 24)
      const keyOf = ({ change }: Weighing) => `${found} ${JSON.stringify(change)}`
      const missing = ways.filter((way) => !known.has(keyOf(way)))
      const scores = missing.length === 0 ? [] : replay(one, missing, models, parameters)
      for (const [index, way] of missing.entries()) {
        known.set(keyOf(way), scores[index]!)
        appendFileSync(file, `${JSON.stringify([keyOf(way), scores[index]])}\n`)
      }
      return [one, new Map(ways.map((way) => [way.name, known.get(keyOf(way)) ?? 0]))]
    }),
  )
}

/** The recipe of a fixed way of weighing: there is nothing to learn but the threshold. */
export const weightRecipe = ({ name }: Weighing, scores: Scores): Recipe<FoundCase> => ({
  name,
  learn: () => (one) => scores.get(one)?.get(name) ?? 0,
})
