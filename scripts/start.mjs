// npm start: installs and builds what is missing, then runs the server and stays in front of it.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, root } from './install.mjs'

const [major] = process.versions.node.split('.').map(Number)
if (major < 20) {
  console.error(`Winnow needs Node.js 20 or newer to start; this is ${process.versions.node}.`)
  process.exit(1)
}

await ensureInstalled()
const { ensureConsole } = await import('./build-console.mjs')
await ensureConsole()
const { nodePath } = await import('./node-path.mjs')

// In a group of its own: a terminal sends Ctrl-C to its whole group and npm passes it on again, but the server should be
// asked once. The channel tells the server when this process is gone, however that came.
const server = spawn(nodePath(), [join(root, 'apps/server/src/main.ts'), ...process.argv.slice(2)], {
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  detached: true,
})

const ONCE_MS = 1000
const lastSent = new Map()
const pass = (signal) => {
  if (Date.now() - (lastSent.get(signal) ?? 0) < ONCE_MS) return
  lastSent.set(signal, Date.now())
  server.kill(signal)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => pass(signal))
// npm runs us through a shell, which passes no signals on: a `kill` of npm shows here only as another parent.
if (process.env.npm_lifecycle_event) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    pass('SIGTERM')
  }, 500)
}
server.once('error', (error) => {
  console.error(`The server could not be run: ${error.message}`)
  process.exit(1)
})
server.once('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
