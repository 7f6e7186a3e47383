/**
 * Measures the reading of number plates on pictures of vehicles whose plates are known.
 *
 *   npm run evaluate:plates -- --manifest PLATES.csv [--packs recommended|accurate|fast|builtin|ID,…] [--wrong]
 *
 * `--packs` names the packs that find the vehicles. The plate packs of the installation find the plates on them.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { restrictDecoders } from '../decode/restrict-decoders.ts'
import { loadNetworks } from '../detect/load-networks.ts'
import { detectorOf } from '../detect/network.ts'
import { packFolder } from '../packs/pack-folder.ts'
import { createPlateReader } from '../plates/plate-reader.ts'
import { loadRecogniser } from '../plates/recogniser.ts'
import { chooseDetectors } from './choose-detectors.ts'
import { groupedPlateFigures, plateFiguresOf, widthGroup, type PlateFigures } from './plate-figures.ts'
import { readPlateManifest } from './read-plate-manifest.ts'
import { runPlates, type PlateResult } from './run-plates.ts'
import { formatShare } from './wilson.ts'

const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

function printFigures({ name, plates, found, exact, alike, withinOne, sure, sureRight }: PlateFigures): void {
  print(`${name}: ${plates} plates`)
  print(`  found                      ${formatShare(found)}`)
  print(`  read exactly               ${formatShare(exact)}`)
  print(`  right but for look-alikes  ${formatShare(alike)}`)
  print(`  within one character       ${formatShare(withinOne)}`)
  print(`  sure                       ${formatShare(sure)}`)
  print(`  right among the sure       ${formatShare(sureRight)}`)
}

function printCost(results: readonly PlateResult[]): void {
  const times = results.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const mean = times.reduce((sum, ms) => sum + ms, 0) / times.length
  const middle = times[Math.floor(times.length / 2)] ?? 0
  print(
    `ms a picture, without the detectors: mean ${mean.toFixed(0)}, median ${middle.toFixed(0)}, the first ${(results[0]?.ms ?? 0).toFixed(0)}`,
  )
  print(`peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`)
}

function printWrong(results: readonly PlateResult[]): void {
  for (const { label, plate, isFound, others } of results) {
    const more = others.map(({ text, isSure }) => `${text}${isSure ? ' (sure)' : ''}`).join(' ')
    if (plate?.text === label.text && more === '') continue
    const read = plate === null ? (isFound === false ? 'not found' : 'nothing read') : plate.text
    const certainty = plate === null ? '' : ` ${plate.confidence.toFixed(2)}${plate.isSure ? ' sure' : ''}`
    print(`  ${path.basename(label.file)} ${label.text}: ${read}${certainty}${more === '' ? '' : `; also ${more}`}`)
  }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      manifest: { type: 'string' },
      packs: { type: 'string' },
      wrong: { type: 'boolean', default: false },
    },
  })
  if (values.manifest === undefined)
    throw new Error('Name the labelled plates: npm run evaluate:plates -- --manifest FILE.csv')
  const root = path.resolve(import.meta.dirname, '../../../..')
  const beside = path.join(root, '..', 'shared', 'models')
  const installed = packFolder(path.resolve(root, process.env['WINNOW_DATA'] ?? 'data'))
  const detectors = await chooseDetectors(values.packs, {
    installed,
    files: process.env['WINNOW_TEST_MODELS'] ?? (existsSync(beside) ? beside : undefined),
  })
  const { plateNetworks } = await loadNetworks(installed)
  const plateDetectors = plateNetworks.map(detectorOf)
  restrictDecoders()
  print(`vehicles by ${detectors.map(({ id }) => id).join(', ')}`)
  print(`plates by ${plateDetectors.map(({ id }) => id).join(', ') || 'their characters'}`)
  const labels = readPlateManifest(values.manifest)
  const reader = createPlateReader(await loadRecogniser(), plateDetectors)
  const results = await runPlates(detectors, reader, labels, (count) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${count} of ${labels.length} `)
  })
  printFigures(plateFiguresOf('all', results))
  for (const figures of groupedPlateFigures(results, ({ label }) => label.condition)) printFigures(figures)
  for (const figures of groupedPlateFigures(results, widthGroup)) printFigures(figures)
  printCost(results)
  if (values.wrong) printWrong(results)
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
