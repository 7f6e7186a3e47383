// npm run crash -- [--kills 300] [--seed TEXT]: kills the product at random points while cameras send, and counts what was lost.
import { parseArgs } from 'node:util'
import { runCrash } from './run-crash.ts'

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '300' }, seed: { type: 'string', default: '1' } },
})
const report = await runCrash({ kills: Number(values.kills), seed: values.seed, report: console.log })
const { lost, doubled, unread, undecided, calledLost, unsent, acknowledgedBy, ...counts } = report
const faults = { lost, doubled, unread, undecided, calledLost, unsent }
console.table({
  ...counts,
  ...acknowledgedBy,
  ...Object.fromEntries(Object.entries(faults).map(([what, keys]) => [what, keys.length])),
})
for (const [what, keys] of Object.entries(faults)) if (keys.length > 0) console.log(`${what}: ${keys.join(' ')}`)
process.exitCode = Object.values(faults).some((keys) => keys.length > 0) ? 1 : 0
