// Builds the console if its sources changed since the last build.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './install.mjs'
import { nodePath } from './node-path.mjs'

// All sources that can become part of the console.
const SOURCES = [
  'apps/web',
  'packages/contract',
  'packages/domain',
  'packages/i18n',
  'package-lock.json',
  'tsconfig.base.json',
]
const LEFT_OUT = /^(node_modules|dist.*|\.vite.*)$|\.test\.tsx?$/
const DIST = join(root, 'apps', 'web', 'dist')

/** Builds if needed. Ends the process with one clear line when that fails. */
export async function ensureConsole() {
  const wanted = hashOf(SOURCES)
  const stamp = join(DIST, '.built-from')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Building the console (some seconds, only when it changed) …')
  // Builds into another folder and then swaps. An interrupted build leaves no partial console, and a running server never serves one.
  const unfinished = `${DIST}.unfinished.${process.pid}`
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const args = [vite, 'build', 'apps/web', '--outDir', unfinished, '--emptyOutDir', '--logLevel', 'warn']
  if ((await run(nodePath(), args)) !== 0) {
    rmSync(unfinished, { recursive: true, force: true })
    console.error('The console could not be built; the messages stand above.')
    process.exit(1)
  }
  writeFileSync(join(unfinished, '.built-from'), wanted)
  rmSync(DIST, { recursive: true, force: true })
  renameSync(unfinished, DIST)
}

/** @param {string[]} paths */
function hashOf(paths) {
  const hash = createHash('sha256')
  const add = (path) => {
    const full = join(root, path)
    if (statSync(full).isDirectory()) {
      for (const name of readdirSync(full).toSorted()) if (!LEFT_OUT.test(name)) add(`${path}/${name}`)
    } else {
      hash.update(`${path}\0`).update(readFileSync(full)).update('\0')
    }
  }
  for (const path of paths) add(path)
  return hash.digest('hex')
}
