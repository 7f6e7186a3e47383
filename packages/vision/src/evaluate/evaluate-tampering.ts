/**
 * Measures how well tampering is detected. Real and drawn alarms are measured unchanged and with each kind of tampering, always against
 * the usual view of the camera. Prints recall and false alarms by kind, separately for real and drawn alarms.
 *
 *   npm run evaluate:tampering -- --manifest ALARMS.csv [--also STATIC.csv] [--elsewhere CAMERA,…] [--drawn 8] [--wrong]
 *
 * `--elsewhere` names cameras whose view really changes from alarm to alarm. They have no usual view and are left out. `--drawn` is the
 * number of drawn places, 0 for none.
 */
import { parseArgs } from 'node:util'
import { TAMPER_KINDS } from '../tamper/tamper-facts.ts'
import { readManifest } from './read-manifest.ts'
import { drawSequences, measureSequence, realSequences } from './tamper-cases.ts'
import type { Sequence, TamperResult } from './tamper-cases.ts'
import { isWrong, tamperFiguresOf } from './tamper-figures.ts'
import { formatShare } from './wilson.ts'

const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

async function measureAll(sequences: AsyncIterable<Sequence>): Promise<TamperResult[]> {
  const results: TamperResult[] = []
  let count = 0
  for await (const sequence of sequences) {
    for await (const result of measureSequence(sequence)) results.push(result)
    count += 1
    if (process.stderr.isTTY) process.stderr.write(`\r${count} alarms `)
  }
  return results
}

function printFigures(title: string, results: readonly TamperResult[]): void {
  const untouched = results.filter(({ kind }) => kind === null)
  const cameras = new Set(results.map(({ camera }) => camera)).size
  print(
    `${title}: ${untouched.length} untouched alarms and ${results.length - untouched.length} tampered with, of ${cameras} cameras`,
  )
  for (const { kind, recall, byName, falseAlarms } of tamperFiguresOf(results)) {
    print(`  ${kind.padEnd(8)} recall ${formatShare(recall)}, false alarms ${formatShare(falseAlarms)}`)
    for (const { name, recall: share } of byName) print(`    ${name.padEnd(12)} ${formatShare(share)}`)
  }
  const costs = results.map(({ ms }) => ms).toSorted((a, b) => a - b)
  print(
    `  ms a frame: median ${costs[costs.length >> 1]?.toFixed(1)}, 95 % up to ${costs[Math.floor(costs.length * 0.95)]?.toFixed(1)}`,
  )
}

function printWrong(results: readonly TamperResult[]): void {
  for (const { id, name, facts } of results.filter(isWrong)) {
    const scores = TAMPER_KINDS.map((kind) => `${kind} ${facts[kind].score.toFixed(2)}${facts[kind].holds ? '!' : ''}`)
    print(`  ${id}, ${name} (${facts.basis.light}): ${scores.join(' ')}`)
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      manifest: { type: 'string' },
      also: { type: 'string', multiple: true, default: [] },
      elsewhere: { type: 'string', default: '' },
      drawn: { type: 'string', default: '8' },
      wrong: { type: 'boolean', default: false },
    },
  })
  const places = Number(values.drawn)
  if (values.manifest === undefined || !Number.isInteger(places) || places < 0)
    throw new Error('Name the labelled alarms: npm run evaluate:tampering -- --manifest FILE.csv [--drawn PLACES]')
  const left = new Set(values.elsewhere.split(','))
  const alarms = [values.manifest, ...values.also].flatMap(readManifest).filter(({ camera }) => !left.has(camera))
  for (const [title, sequences] of [
    ['real', realSequences(alarms)],
    ['drawn', drawSequences(places)],
  ] as const) {
    const results = await measureAll(sequences)
    if (results.length === 0) continue
    printFigures(title, results)
    if (values.wrong) printWrong(results)
  }
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
