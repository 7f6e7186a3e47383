// npm run bench [-- NAME …] [--size small|full] [--explain]
import { loadavg, cpus, totalmem } from 'node:os'
import { parseArguments, USAGE } from './arguments.ts'
import { BENCHES } from './benches.ts'

const parsed = parseArguments(process.argv.slice(2), Object.keys(BENCHES))
if (!parsed.ok) {
  console.error(`${parsed.problem}\n\n${USAGE}\nBenches: ${Object.keys(BENCHES).join(', ')}`)
  process.exit(2)
}
const { names, options } = parsed
const load = (): string | undefined => loadavg()[0]?.toFixed(1)
const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'CPU'}, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}`
console.log(`${machine}; size ${options.size}`)
for (const name of names) {
  console.log(`\n## ${name} (load of the machine when it began: ${load()})`)
  const loaded = await BENCHES[name]?.()
  await loaded?.bench(options)
  console.log(`\nLoad of the machine when it ended: ${load()}`)
}
