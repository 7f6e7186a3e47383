/**
 * Measures advanced rules on labelled stills and bursts, on false alarms and on drawn scenes, real and drawn apart.
 *
 *   npm run evaluate:rules -- [--rules RULES.csv] [--manifest ALARMS.csv …] [--loitering LABELS.csv]
 *     [--drawn 6] [--packs recommended|accurate|fast|builtin|ID,…]
 *     [--only lying,count …] [--results FILE] [--cache FOLDER] [--wrong]
 *
 * With `--results`, each case that is measured is kept in a file. A run that was cut off goes on where it was. With `--cache`, what the networks
 * saw is kept in a folder, so that a picture that comes again is looked at once.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { restrictDecoders } from '../decode/restrict-decoders.ts'
import { packFolder } from '../packs/pack-folder.ts'
import { chooseDetectors } from './choose-detectors.ts'
import { openResults } from './kept-results.ts'
import { rememberLooks } from './nested/remember-looks.ts'
import { drawRuleCases, loiteringCases, negativeCases, readRuleCases, type LeftOut } from './rule-cases.ts'
import { ruleFiguresOf, runRuleCases, type RuleResult } from './run-rule-cases.ts'
import { formatShare, type Share } from './wilson.ts'

const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const format = (share: Share): string => (share.of === 0 ? '–' : formatShare(share))

const place = ({ frame, box: { x, y, width, height } }: RuleResult['boxes'][number]): string =>
  `picture ${frame} at ${[x, y, width, height].map((part) => part.toFixed(2)).join(' ')}`

function printFigures(results: readonly RuleResult[], leftOut: readonly LeftOut[]): void {
  for (const { task, isDrawn, recall, falseHits, notSeen } of ruleFiguresOf(results)) {
    print(`${task}, ${isDrawn ? 'drawn' : 'real'}`)
    print(`  hits where there must be one   ${format(recall)}`)
    print(`  hits where there must be none  ${format(falseHits)}`)
    if (notSeen > 0) print(`  could not look                 ${notSeen}`)
  }
  for (const { task, count } of leftOut)
    print(`${task}: ${count} cases, not measured: no detector of it comes with the product`)
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rules: { type: 'string' },
      manifest: { type: 'string', multiple: true, default: [] },
      loitering: { type: 'string' },
      drawn: { type: 'string', default: '6' },
      packs: { type: 'string' },
      only: { type: 'string' },
      results: { type: 'string' },
      cache: { type: 'string' },
      wrong: { type: 'boolean', default: false },
    },
  })
  const root = path.resolve(import.meta.dirname, '../../../..')
  const beside = path.join(root, '..', 'shared', 'models')
  const chosen = await chooseDetectors(values.packs, {
    installed: packFolder(path.resolve(root, process.env['WINNOW_DATA'] ?? 'data')),
    files: process.env['WINNOW_TEST_MODELS'] ?? (existsSync(beside) ? beside : undefined),
  })
  const { cache } = values
  const detectors = cache === undefined ? chosen : chosen.map((detector) => rememberLooks(detector, cache))
  restrictDecoders()
  print(`people, vehicles and bags by ${detectors.map(({ id }) => id).join(', ')}`)
  const labelled = values.rules === undefined ? { cases: [], leftOut: [] } : readRuleCases(values.rules)
  const only = values.only?.split(',')
  const negatives = values.manifest.flatMap((file) => negativeCases(file, only))
  const stays = values.loitering === undefined ? [] : loiteringCases(values.loitering, values.manifest)
  const drawn = await drawRuleCases(Number.parseInt(values.drawn, 10))
  const asked = [...labelled.cases, ...stays, ...drawn].filter(({ task }) => only?.includes(task) ?? true)
  const cases = [...asked, ...negatives]
  const kept =
    values.results === undefined
      ? undefined
      : openResults(
          values.results,
          detectors.map(({ id }) => id),
        )
  const onDone = (count: number) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${count} of ${cases.length} `)
  }
  const results = await runRuleCases(detectors, cases, { kept, onDone })
  printFigures(results, labelled.leftOut)
  if (!values.wrong) return
  for (const { case: one, outcome, boxes } of results)
    if (one.isHit !== (outcome === 'hit')) print(`  ${[`${one.id}: ${outcome}`, ...boxes.map(place)].join(', ')}`)
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
