// npm test: installs what the tests need, runs all of them and prints the totals. Arguments are passed on to Vitest.
// Skipped tests are listed with the reason. With CI=true a skipped test is an error, except for reasons that a machine
// may have.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ensureInstalled, root, run } from './install.mjs'

/** Tests that need a browser. Other tests in e2e need none. */
const BROWSER_TESTS = 'e2e/**/*.browser.spec.ts'

/** Number of files to list at the end of a whole run. */
const SLOWEST = 20

await ensureInstalled()
const { nodePath } = await import('./node-path.mjs')
const { ensureConsole } = await import('./build-console.mjs')
const { findModels, MODEL_TESTS, skippedTests } = await import('./left-out.mjs')
const { findChromium, installChromium } = await import('./chromium.mjs')

const args = process.argv.slice(2)
const selected = (project) => !args.some((arg) => arg.startsWith('--project')) || args.join(' ').includes(project)
/** With a filter by name, all other tests are skipped, which is not reported. */
const isByName = args.some((arg) => /^(-t|--testNamePattern)/.test(arg))
const leftOut = []
const exclude = []

if (selected('e2e')) {
  await ensureConsole()
  const missing = findChromium() ? undefined : await installChromium()
  if (missing) {
    leftOut.push({ line: `the journeys in the browser (${BROWSER_TESTS}): ${missing}`, isFault: true })
    exclude.push(BROWSER_TESTS)
  } else {
    process.env.CHROMIUM_PATH = findChromium()
  }
}
if (selected('unit')) {
  const found = findModels(root, process.env.WINNOW_TEST_MODELS)
  if ('models' in found) process.env.WINNOW_TEST_MODELS = found.models
  else {
    leftOut.push(found)
    exclude.push(MODEL_TESTS)
  }
}
// A run tries only a sample of some long sweeps (packages/testkit, drawSample). All its processes use the same seed.
process.env.WINNOW_TEST_SEED ??= randomBytes(4).toString('hex')
// Tests start many processes with the same files, which need not compile them again (e2e/src/harness/product.ts uses the same folder).
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'winnow-compiled')
if (exclude.length > 0) process.env.WINNOW_TESTS_LEFT_OUT = exclude.join(' ')
const folder = mkdtempSync(join(tmpdir(), 'winnow-test-report-'))
const file = join(folder, 'report.json')
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const reasons = join(root, 'scripts', 'keep-skip-reasons.mjs')
const reporters = ['--reporter=default', `--reporter=${reasons}`, '--reporter=json', `--outputFile.json=${file}`]
const code = await run(nodePath(), [vitest, 'run', ...reporters, ...args])
const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
rmSync(folder, { recursive: true, force: true })
if (report && !isByName) leftOut.push(...skippedTests(report))

// The slowest files of a whole run. A run of chosen files prints its durations anyway.
if (report && args.length === 0) printSlowest(report)
for (const { line } of leftOut) console.log(`Left out: ${line}`)
console.log(`Samples were drawn by WINNOW_TEST_SEED=${process.env.WINNOW_TEST_SEED}`)
const faults = process.env.CI === 'true' ? leftOut.filter(({ isFault }) => isFault).length : 0
const totals = readTotals()
const failed = totals.failed + faults + (code !== 0 && totals.failed === 0 ? 1 : 0)
console.log(`${totals.passed} passed, ${failed} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''}`)
process.exit(failed > 0 ? 1 : 0)

function readTotals() {
  if (!report) return { passed: 0, failed: 0, skipped: 0 }
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = report
  // A file that breaks before its first test counts as one failure.
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length
  return { passed: numPassedTests, failed: numFailedTests + broken, skipped: numPendingTests }
}

function printSlowest({ testResults }) {
  const files = testResults.map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST)
  console.log(`The ${slowest.length} slowest files:`)
  for (const { name, seconds } of slowest) console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${relative(root, name)}`)
}
