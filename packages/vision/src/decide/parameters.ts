import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { ViewSettings } from '../types.ts'

/** What the verdict is computed with; made by the evaluation command from labelled alarms. */
export interface Parameters {
  /** Weight of the second-best frame of a thing against its best, in bursts. */
  agreement: number
  /** What is left of the evidence for a thing that an animal's better score covers. */
  animalWeight: number
  /** Correlation from which on a place counts as unchanged. */
  stillness: number
  /** What is left of the evidence for a person that did not change between the frames. */
  stillPersonWeight: number
  /** Probability = 1 ÷ (1 + e^−(bias + slope · evidence)). */
  bias: number
  slope: number
  /** Probability from which on an alarm is true, for sensitivity 1 … 5. */
  thresholds: [number, number, number, number, number]
}

const FILE = new URL('./parameters.json', import.meta.url)

function isParameters(value: unknown): value is Parameters {
  if (typeof value !== 'object' || value === null) return false
  const record: Record<string, unknown> = { ...value }
  const names = ['agreement', 'animalWeight', 'stillness', 'stillPersonWeight', 'bias', 'slope']
  const { thresholds } = record
  if (!names.every((name) => typeof record[name] === 'number') || !Array.isArray(thresholds)) return false
  return thresholds.length === 5 && thresholds.every((threshold) => typeof threshold === 'number')
}

/** Reads the committed parameters; `version` changes with every one of them and is stored with each verdict. */
export function loadParameters(): { parameters: Parameters; version: string } {
  const file: unknown = JSON.parse(readFileSync(FILE, 'utf8'))
  const parameters: unknown =
    typeof file === 'object' && file !== null && 'parameters' in file ? file.parameters : undefined
  if (!isParameters(parameters)) throw new Error('decide/parameters.json is damaged')
  const version = createHash('sha256').update(JSON.stringify(parameters)).digest('hex').slice(0, 12)
  return { parameters, version }
}

/** The probability from which on an alarm of this view is passed on. */
export function thresholdOf(parameters: Parameters, sensitivity: ViewSettings['sensitivity']): number {
  return parameters.thresholds[sensitivity - 1] ?? parameters.thresholds[2]
}
