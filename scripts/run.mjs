// Runs a TypeScript file with the Node.js that Winnow ships with, so that commands work on any Node.js >= 20.
//   node scripts/run.mjs FILE [ARG …]
import { spawn } from 'node:child_process'
import { nodePath } from './node-path.mjs'

const [file, ...args] = process.argv.slice(2)
if (!file) {
  console.error('usage: node scripts/run.mjs FILE [ARG …]')
  process.exit(2)
}
const child = spawn(nodePath(), [file, ...args], { stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
