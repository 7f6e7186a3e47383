// npm run types: checks the types of the server, the packages and the console. Both programs run in parallel with one checker each.
// Checkers share nothing, so every further one would compute the types of the contract and the libraries again.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
/**
 * The maximum number of type instantiations of each program per operation of the contract: 1.5 million at 128 operations. Above it the types
 * have become more expensive, and the product has not just grown. To find the reason, use `tsc --generateTrace` and leave files out.
 */
const INSTANTIATIONS_PER_OPERATION = 1_500_000 / 128

const openApi = z
  .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
  .parse(JSON.parse(readFileSync(join(root, 'docs', 'openapi.json'), 'utf8')))
const operationCount = Object.values(openApi.paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0)
const maxInstantiations = Math.round(INSTANTIATIONS_PER_OPERATION * operationCount)

const programs = [
  { name: 'server, packages, journeys and scripts', config: 'tsconfig.json' },
  { name: 'console', config: 'apps/web/tsconfig.json' },
]

async function check(config: string): Promise<{ code: number; output: string }> {
  const tsc = join(root, 'node_modules', '.bin', 'tsc')
  const args = ['--noEmit', '-p', config, '--checkers', '1', '--extendedDiagnostics', '--pretty', 'false']
  return new Promise((resolve) => {
    const child = spawn(tsc, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.once('error', (error) => resolve({ code: 127, output: error.message }))
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

const results = await Promise.all(programs.map(async ({ name, config }) => ({ name, ...(await check(config)) })))
for (const { name, code, output } of results) {
  // tsc prints errors first, then the figures.
  const [errors = ''] = output.split(/^Files: /m)
  const made = Number(/^Instantiations:\s*(\d+)/m.exec(output)?.[1])
  // A figure that cannot be parsed is an error too. Otherwise the limit would silently stop working.
  const isTooMany = !(made <= maxInstantiations)
  if (code !== 0 || isTooMany) process.exitCode = 1
  if (errors.trim() !== '') console.log(errors.trimEnd())
  console.log(`${name}: ${made} instantiations${isTooMany ? `, more than ${maxInstantiations}` : ''}`)
}
