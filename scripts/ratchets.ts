// Counts that may only fall: imports that cross the wall of a module, long functions, long lists of parameters, handlers that open
// transactions by themselves, and handlers that bypass row-level security. `--check` (npm run check) fails if a file's count differs
// from scripts/ratchets.json in either direction. Without it, lower counts are written to that file.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { checkRatchets } from './ratchets/check-ratchets.ts'
import { COUNTERS } from './ratchets/counters.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const file = join(root, 'scripts/ratchets.json')
const countsSchema = z.record(z.string(), z.record(z.string(), z.int().positive()))

const written = existsSync(file) ? countsSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : {}
const findings = Object.fromEntries(COUNTERS.map(({ rule, find }) => [rule, find(root)] as const))
const { ok, lines, counts } = checkRatchets(written, findings)

const isCheck = process.argv.includes('--check')
if (isCheck || counts === undefined) for (const line of lines) console.log(line)
if (isCheck) {
  process.exitCode = ok ? 0 : 1
} else if (counts === undefined) {
  console.log('Nothing was written: a count may only fall.')
  process.exitCode = 1
} else {
  writeFileSync(file, `${JSON.stringify(counts, null, 2)}\n`)
  const sums = Object.entries(findings).map(([rule, some]) => `${rule} ${some.length}`)
  console.log(`Written down: ${sums.join(', ')}.`)
}
