import { randomBytes } from 'node:crypto'
import { createRandom } from '../scenes/random.ts'

/**
 * The seed of what this run of tests draws: `WINNOW_TEST_SEED`, which `npm test` sets and prints, or a new one for a test that runs alone.
 * The same seed draws the same again.
 */
export function seedOfRun(): string {
  return (process.env['WINNOW_TEST_SEED'] ??= randomBytes(4).toString('hex'))
}

export interface SampleOptions {
  /** What the cases are, for the line that is printed. */
  of: string
  count: number
  /** Prints a line; to standard output unless given. */
  print?: (line: string) => void
}

const printLine = (line: string): void => void process.stdout.write(`${line}\n`)

/**
 * Draws some cases of a long sweep by the seed of the run, and prints seed and cases. The other runs draw the others; with
 * `WINNOW_SWEEPS=whole`, as `npm run storm` sets it, all cases are tried.
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
