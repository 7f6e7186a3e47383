import { randomBytes } from 'node:crypto'
import { createRandom } from '../scenes/random.ts'

/**
 * The seed with which this run of tests draws its samples: `WINNOW_TEST_SEED`, which `npm test` sets and prints, or a new seed if it is not
 * set, for example if a test runs alone. The same seed draws the same samples.
 */
export function seedOfRun(): string {
  return (process.env['WINNOW_TEST_SEED'] ??= randomBytes(4).toString('hex'))
}

export interface SampleOptions {
  /** A name for the cases, which is printed. */
  of: string
  count: number
  /** Prints a line; by default to standard output. */
  print?: (line: string) => void
}

const printLine = (line: string): void => void process.stdout.write(`${line}\n`)

/**
 * Draws some cases of a long sweep by the seed of the run, and prints the seed and the cases. Other runs draw other cases.
 * With `WINNOW_SWEEPS=whole`, which `npm run storm` sets, all cases are returned.
 * @returns the drawn cases in their order
 */
export function drawSample<T>(cases: readonly T[], { of, count, print = printLine }: SampleOptions): T[] {
  if (process.env['WINNOW_SWEEPS'] === 'whole') return [...cases]
  const seed = seedOfRun()
  const random = createRandom(`${seed} ${of}`)
  const lots = cases.map((_, index) => ({ index, lot: random.next() })).toSorted((a, b) => a.lot - b.lot)
  const drawn = new Set(lots.slice(0, count).map(({ index }) => index))
  print(`Drawn by WINNOW_TEST_SEED=${seed}: ${drawn.size} of ${cases.length} ${of}`)
  return cases.filter((_, index) => drawn.has(index))
}
