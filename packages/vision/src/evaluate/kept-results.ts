import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { RuleFinding } from '@winnow/domain'

/** What the last alarm of a case came to, and what its finding names. */
export interface RuleOutcome {
  outcome: RuleFinding['outcome'] | 'nothing'
  boxes: RuleFinding['boxes']
}

/** What a file keeps of one case. */
type KeptResult = RuleOutcome & { id: string }

/** Results of former runs of the same measurement, in a file that grows with each case. */
export interface KeptResults {
  find: (id: string) => KeptResult | undefined
  add: (result: RuleOutcome & { case: { id: string } }) => void
}

const isKept = (value: unknown): value is KeptResult =>
  typeof value === 'object' && value !== null && 'id' in value && 'outcome' in value && 'boxes' in value

/** What a line says; undefined for one that a killed run did not write to its end. */
function readLine(line: string): KeptResult | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isKept(value) ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * Opens such a file, or begins it. Its first line names the detectors.
 * @throws if the file has results of other detectors
 */
export function openResults(file: string, detectors: readonly string[]): KeptResults {
  const [first = '', ...lines] = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  const names = JSON.stringify({ detectors })
  if (first !== '' && first !== names) throw new Error(`${file} has results of other detectors: ${first}`)
  if (first === '') appendFileSync(file, `${names}\n`)
  else if (lines.at(-1) !== '') appendFileSync(file, '\n')
  const kept = new Map(
    lines.flatMap((line) => {
      const result = line === '' ? undefined : readLine(line)
      return result ? [[result.id, result] as const] : []
    }),
  )
  return {
    find: (id) => kept.get(id),
    add: ({ case: { id }, outcome, boxes }) => appendFileSync(file, `${JSON.stringify({ id, outcome, boxes })}\n`),
  }
}
