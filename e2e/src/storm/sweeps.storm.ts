import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Storm } from './main.ts'

const ROOT = join(import.meta.dirname, '../../..')
/** The script of `npm test`, which makes sure that the console is built and that there is a browser. */
const TEST = join(ROOT, 'scripts/test.mjs')

/** The test files that run a sample of their cases, selected by `drawSample`. */
async function sampled(): Promise<string[]> {
  const files: string[] = []
  const patterns = ['packages/*/src/**/*.test.ts', 'apps/*/src/**/*.test.{ts,tsx}', 'e2e/**/*.spec.ts']
  for await (const file of glob(patterns, { cwd: ROOT, exclude: (path) => path.includes('node_modules') }))
    if ((await readFile(join(ROOT, file), 'utf8')).includes(' = drawSample(')) files.push(file)
  return files.toSorted()
}

export const storm: Storm = {
  title: 'all cases of the sweeps of which npm test runs only a sample',
  async run(print) {
    const files = await sampled()
    if (files.length === 0) throw new Error('no test draws a sample')
    for (const file of files) print(file)
    const env = { ...process.env, WINNOW_SWEEPS: 'whole' }
    const child = spawn(process.execPath, [TEST, ...files], { cwd: ROOT, stdio: 'inherit', env })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error('a sweep failed; see above')
  },
}
