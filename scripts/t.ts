// npm run t: runs only the tests for the current work.
//   npm run t -- PATTERN …        the tests whose path contains a pattern or, if there are none, whose title does
//   npm run t -- --changed[=REF]  the tests for the changes since the main branch (or since REF)
//   … --watch                     runs the tests again whenever a file that they use changes
// It installs nothing. Before the tests begin, it prints what was selected and what does not run.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { changedFiles } from './loop/changed-files.ts'
import { chooseTests } from './loop/choose-tests.ts'
import { findTests } from './loop/find-tests.ts'
import { readGraph } from './loop/import-graph.ts'
import { listSources, projectOf } from './loop/test-files.ts'

const USAGE = 'usage: npm run t -- PATTERN … [--watch]   or   npm run t -- --changed[=REF] [--watch]'
const root = dirname(dirname(fileURLToPath(import.meta.url)))

// `--changed` may have no value. parseArgs does not support this for an option that takes one.
const args = process.argv.slice(2).map((arg) => (arg === '--changed' ? '--changed=' : arg))
const { values, positionals } = parse(args)
const sources = listSources(root)
const texts = new Map<string, string>()
const { files, title } = values.changed === undefined ? named(positionals) : chosen(values.changed || undefined)
if (files.length === 0) process.exit(0)
await prepareBrowser(files)
process.exitCode = await run(files, title)

function parse(given: string[]) {
  try {
    const parsed = parseArgs({
      args: given,
      allowPositionals: true,
      options: {
        changed: { type: 'string' },
        watch: { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
      },
    })
    if ((parsed.values.changed === undefined) === (parsed.positionals.length === 0)) fail(USAGE)
    return parsed
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`)
  }
}

function fail(message: string): never {
  console.error(message)
  process.exit(2)
}

function textOf(file: string): string {
  const known = texts.get(file)
  if (known !== undefined) return known
  const path = join(root, file)
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  texts.set(file, text)
  return text
}

function named(patterns: string[]): { files: string[]; title?: string } {
  const tests = sources.filter((file) => projectOf(file) !== undefined)
  const found = findTests(tests, patterns, textOf)
  if (found.files.length === 0) fail(`No test has ${patterns.join(' ')} in its path or its title.`)
  console.log(
    `${count(found.files.length)}${found.title === undefined ? '' : `, tests whose title has "${found.title}"`}`,
  )
  return found
}

function chosen(since: string | undefined): { files: string[]; title?: string } {
  const { files: changed, base } = changedFiles(root, since)
  if (changed.length === 0) console.log(`Nothing has changed since ${base}.`)
  const {
    run: chosenFiles,
    left,
    untested,
    everywhere,
  } = chooseTests(changed, {
    files: sources,
    graph: readGraph(sources, textOf),
    textOf,
  })
  if (changed.length > 0) console.log(`${changed.length} changed since ${base}: ${count(chosenFiles.length)} to run`)
  if (left.length > 0)
    console.log(`Not run: ${left.length} more that may be reached (${shorten(left)}); npm test runs them.`)
  if (untested.length > 0) console.log(`No test is known of ${shorten(untested)}.`)
  if (everywhere.length > 0) console.log(`${everywhere.join(', ')} may change everything: run npm test.`)
  return { files: chosenFiles }
}

function count(some: number): string {
  return some === 1 ? '1 test file' : `${some} test files`
}

function shorten(paths: string[]): string {
  const names = paths.slice(0, 4).map((path) => path.split('/').at(-1) ?? path)
  return paths.length > names.length ? `${names.join(', ')}, …` : names.join(', ')
}

function sibling(name: string): string {
  return new URL(name, import.meta.url).href
}

/** Builds the console and finds a browser if journeys (`e2e`) will run, because they need both. */
async function prepareBrowser(tests: string[]): Promise<void> {
  if (!tests.some((file) => projectOf(file) === 'e2e')) return
  // These scripts also run before anything is installed, on any Node.js, and are therefore not TypeScript.
  const { ensureConsole }: { ensureConsole: () => Promise<void> } = await import(sibling('build-console.mjs'))
  const { findChromium }: { findChromium: () => string | undefined } = await import(sibling('chromium.mjs'))
  await ensureConsole()
  const chromium = findChromium()
  if (chromium === undefined && tests.some((file) => file.includes('.browser.')))
    fail('Chromium was not found in PATH; CHROMIUM_PATH names another place, and npm test installs it.')
  if (chromium !== undefined) process.env['CHROMIUM_PATH'] = chromium
}

async function run(tests: string[], name?: string): Promise<number> {
  if (values.list) {
    for (const file of tests) console.log(file)
    return 0
  }
  const projects = [...new Set(tests.map((file) => projectOf(file)))].flatMap((project) => ['--project', project ?? ''])
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  // Vitest takes the title as a regular expression. Users type plain words, in any case.
  const pattern = name
    ?.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/\p{L}/gu, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`)
  const byTitle = pattern === undefined ? [] : ['-t', pattern]
  const child = spawn(process.execPath, [vitest, values.watch ? 'watch' : 'run', ...projects, ...byTitle, ...tests], {
    cwd: root,
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? (signal === 'SIGINT' ? 130 : 1)))
  })
}
