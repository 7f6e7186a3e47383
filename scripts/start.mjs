// npm start: installs and builds what is missing, then runs the server as a child process and waits for it.
import { join } from 'node:path'
import { runInFront } from './in-front.mjs'
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

runInFront(nodePath(), [join(root, 'apps/server/src/main.ts'), ...process.argv.slice(2)])
