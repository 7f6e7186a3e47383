import { createHash } from 'node:crypto'
import { appendFileSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { committeeKey, type Parameters } from '../../decide/parameters.ts'
import type { Detector } from '../../detect/detector.ts'
import type { LabelledAlarm } from '../read-manifest.ts'
import { collectFindings, type AlarmFindings } from './collect-findings.ts'
import { readEntries, rememberLooks } from './remember-looks.ts'

const SOURCES = path.resolve(import.meta.dirname, '../..')

/** The hash of what findings depend on beside pictures and models: the sources of the filter. Whatever weighs findings is left out. */
function sourcesHash(): string {
  const files = ['analyse', 'decode', 'detect', 'motion', 'regions', 'scene', 'evaluate/nested'].flatMap((folder) =>
    globSync(`${folder}/**/*.ts`, { cwd: SOURCES }).filter((file) => !/\.(test|fixture)\.ts$/.test(file)),
  )
  const collecting = files.filter((file) => !file.startsWith('evaluate') || file.endsWith('collect-findings.ts'))
  const hash = createHash('sha256')
  for (const file of collecting.toSorted()) hash.update(file).update(readFileSync(path.join(SOURCES, file)))
  return hash.digest('hex')
}

function alarmHash(alarm: LabelledAlarm): string {
  const hash = createHash('sha256').update(`${alarm.gapSeconds} ${alarm.condition.includes('thermal')}`)
  for (const file of alarm.files) hash.update(readFileSync(file))
  return hash.digest('hex')
}

/**
 * Returns the findings of each alarm, in order, for each of the sets of models that will be replayed. What is in the cache folder already is read from there: looks by picture and model, and
 * whole findings as long as neither the filter's sources nor the parameters that plan looks changed.
 */
export async function loadFindings(
  detectors: readonly Detector[],
  alarms: readonly LabelledAlarm[],
  parameters: Parameters,
  {
    cache,
    sets = [detectors],
    onDone,
  }: { cache: string; sets?: readonly (readonly Detector[])[]; onDone?: (count: number) => void },
): Promise<AlarmFindings[]> {
  mkdirSync(cache, { recursive: true })
  const models = detectors.map(({ id, version }) => `${id} ${version}`)
  const { bias: _, slope: __, thresholds: ___, ...weights } = parameters
  const keys = sets.map((set) => committeeKey(set.map(({ id }) => id))).toSorted()
  const basis = JSON.stringify([models, keys, sourcesHash(), weights])
  const name = createHash('sha256').update(basis).digest('hex').slice(0, 16)
  const file = path.join(cache, `findings-${name}.jsonl`)
  const known = readEntries<AlarmFindings>(file)
  let remembering: Detector[] | undefined
  const found: AlarmFindings[] = []
  for (const alarm of alarms) {
    const key = alarmHash(alarm)
    let findings = known.get(key)
    if (findings === undefined) {
      remembering ??= detectors.map((detector) => rememberLooks(detector, cache))
      findings = await collectFindings(remembering, alarm, parameters, sets)
      known.set(key, findings)
      appendFileSync(file, `${JSON.stringify([key, findings])}\n`)
    }
    found.push(findings)
    onDone?.(found.length)
  }
  return found
}
