// npm run dev: installs missing packages, then runs the server and the console. The server restarts when its sources change. The console
// reloads changes as they are saved.
import { join } from 'node:path'
import { runInFront } from './in-front.mjs'
import { ensureInstalled, root } from './install.mjs'

await ensureInstalled()
const { nodePath } = await import('./node-path.mjs')

runInFront(nodePath(), [join(root, 'scripts/loop/dev.ts')])
