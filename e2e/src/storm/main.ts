// npm run storm -- [NAME …]: the long trials: all attacks at full size, all loads, crashes, and whole sweeps. npm test runs only samples of
// them. Without names, all trials run one after the other, and each reports whether the product held. If all attacks take too long,
// `--some N --seed TEXT` runs only N of them. The same seed selects the same attacks.
import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'
import { loadAttacks, startTarget } from '../../attacks/attack.ts'
import { loadScripts } from '../harness/load-scripts.ts'

/** A long trial with its own product. The file `<name>.storm.ts` in this folder exports it as `storm`. */
export interface Storm {
  title: string
  /** @throws when the product does not withstand the trial */
  run: (print: (line: string) => void) => Promise<void>
}

/** Each attack runs against a new product. */
const attackStorms = (await loadAttacks()).map(({ name, title, run }) => ({
  name,
  title,
  run: async (print: (line: string) => void) => {
    const target = await startTarget('whole', print)
    try {
      await run(target)
    } finally {
      await target.close()
    }
  },
}))
const storms: (Storm & { name: string })[] = [
  ...attackStorms,
  ...(await loadScripts<Storm>(import.meta.dirname, 'storm')),
]
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { some: { type: 'string' }, seed: { type: 'string', default: '' } },
})
const names = values.some === undefined ? positionals : drawNames(Number(values.some), values.seed)
const unknown = names.filter((name) => !storms.some((storm) => storm.name === name))
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}; there are ${storms.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}
let failed = 0
const chosen = storms.filter(({ name }) => names.length === 0 || names.includes(name))
for (const { name, title, run } of chosen) {
  const started = performance.now()
  const fault = await faultOf(run)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${fault === undefined ? '✓' : '✗'} ${name}: ${title} (${seconds} s)`)
  if (fault === undefined) continue
  failed += 1
  console.log(`    ${fault}`)
}
console.log(`${chosen.length - failed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

/** Names of some attacks, selected at random by a seed. */
function drawNames(count: number, seed: string): string[] {
  const lot = (name: string): string => createHash('sha256').update(`${seed} ${name}`).digest('hex')
  const drawn = attackStorms.map(({ name }) => name).toSorted((a, b) => lot(a).localeCompare(lot(b)))
  const some = drawn.slice(0, Math.max(1, count))
  console.log(`Drawn by seed "${seed}": ${some.join(', ')}`)
  return some
}

async function faultOf(run: Storm['run']): Promise<string | undefined> {
  try {
    await run((line) => console.log(`    ${line}`))
    return undefined
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : 'it threw no error'
  }
}
