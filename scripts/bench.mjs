// npm run bench: builds the console if it changed, since some benches open it in a browser, and runs the benches.
import { ensureConsole } from './build-console.mjs'
import { findChromium } from './chromium.mjs'
import { root, run } from './install.mjs'
import { join } from 'node:path'

await ensureConsole()
const chromium = findChromium()
if (chromium !== undefined) process.env.CHROMIUM_PATH = chromium
process.exitCode = await run(process.execPath, [
  join(root, 'scripts', 'run.mjs'),
  join(root, 'bench', 'src', 'main.ts'),
  ...process.argv.slice(2),
])
