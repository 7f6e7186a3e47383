// npm run check: runs all checks of the code that are not tests. Each step prints one line. --only NAME runs one step. Packages that came
// into the lock file since the last installation are installed first, as npm test does.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bin = (name: string) => join(root, 'node_modules', '.bin', name)
const script = (file: string, ...args: string[]) => [process.execPath, join(root, file), ...args]

interface Step {
  name: string
  what: string
  command: string[]
}

const steps: Step[] = [
  { name: 'format', what: 'files are formatted', command: [bin('oxfmt'), '--check'] },
  { name: 'lint', what: 'lint rules hold', command: [bin('oxlint'), '--type-aware', '--deny-warnings'] },
  {
    name: 'ratchets',
    what: 'imports keep the walls, and what may only fall has not grown',
    command: script('scripts/ratchets.ts', '--check'),
  },
  { name: 'types', what: 'types fit and are made quickly', command: script('scripts/types.ts') },
  { name: 'dead-code', what: 'nothing is unused', command: [bin('knip')] },
  { name: 'packages', what: 'the lock file knows every build', command: script('scripts/check-lock.ts') },
  { name: 'contract', what: 'docs/openapi.json is up to date', command: script('scripts/openapi.ts', '--check') },
  { name: 'database', what: 'migrations run and types fit them', command: script('scripts/db-types.ts', '--check') },
  { name: 'texts', what: 'every language is complete', command: script('scripts/check-texts.ts') },
]

const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined
const chosen = steps.filter((step) => only === undefined || step.name === only)
if (chosen.length === 0) {
  console.error(`There is no step ${only}; there are ${steps.map((step) => step.name).join(', ')}.`)
  process.exit(2)
}

// This script also runs before anything is installed, and is therefore not TypeScript.
const { ensureInstalled }: { ensureInstalled: () => Promise<void> } = await import(
  new URL('install.mjs', import.meta.url).href
)
await ensureInstalled()

let failed = 0
for (const step of chosen) {
  const started = performance.now()
  const { code, output } = await run(step.command)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${code === 0 ? '✓' : '✗'} ${step.name}: ${step.what} (${seconds} s)`)
  if (code === 0) continue
  failed += 1
  console.log(output.trimEnd().replaceAll(/^/gm, '    '))
}
console.log(`${chosen.length - failed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

async function run([program, ...args]: string[]): Promise<{ code: number; output: string }> {
  const file = args[0]
  if (program === process.execPath && file !== undefined && !existsSync(file)) {
    return { code: 1, output: `${file} is missing` }
  }
  return new Promise((resolve) => {
    const child = spawn(program ?? '', args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.once('error', (error) => resolve({ code: 127, output: error.message }))
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
