// npm test: installs what the tests need, runs all of them and prints the totals. Arguments go on to Vitest.
// What cannot be run here is named; with CI=true that is a failure.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled, root, run } from './install.mjs'

/** Tests that drive a browser are in these files; e2e has others that need none. */
const BROWSER_TESTS = 'e2e/**/*.browser.spec.ts'
/** Tests that need detector files which are not ours to hand out. */
const MODEL_TESTS = '**/*.models.test.ts'

await ensureInstalled()
const { nodePath } = await import('./node-path.mjs')
const { ensureConsole } = await import('./build-console.mjs')
const { findChromium, installChromium } = await import('./chromium.mjs')

const args = process.argv.slice(2)
const selected = (project) => !args.some((arg) => arg.startsWith('--project')) || args.join(' ').includes(project)
const leftOut = []
const exclude = []

if (selected('e2e')) {
  await ensureConsole()
  const missing = findChromium() ? undefined : await installChromium()
  if (missing) {
    leftOut.push(`the journeys in the browser (${BROWSER_TESTS}): ${missing}`)
    exclude.push('--exclude', BROWSER_TESTS)
  } else {
    process.env.CHROMIUM_PATH = findChromium()
  }
}
/** What is left out although it should be here; the rest only needs files that not everyone has. */
let faults = leftOut.length
if (selected('unit')) {
  // Beside the project, where who works on it keeps what must not be in it.
  const beside = join(root, '..', 'shared')
  const models = process.env.WINNOW_TEST_MODELS ?? join(beside, 'models')
  if (existsSync(models)) process.env.WINNOW_TEST_MODELS = models
  else {
    leftOut.push(
      `tests with detector files (${MODEL_TESTS}): there is no ${models}; WINNOW_TEST_MODELS names another folder`,
    )
    exclude.push('--exclude', MODEL_TESTS)
    if (existsSync(beside)) faults += 1
  }
}
const folder = mkdtempSync(join(tmpdir(), 'winnow-test-report-'))
const report = join(folder, 'report.json')
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
const code = await run(nodePath(), [vitest, 'run', ...reporters, ...exclude, ...args])
const totals = readTotals()
rmSync(folder, { recursive: true, force: true })

for (const line of leftOut) console.log(`Left out: ${line}`)
const strict = process.env.CI === 'true'
const failed = totals.failed + (strict ? faults : 0) + (code !== 0 && totals.failed === 0 ? 1 : 0)
console.log(`${totals.passed} passed, ${failed} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''}`)
process.exit(failed > 0 ? 1 : 0)

function readTotals() {
  if (!existsSync(report)) return { passed: 0, failed: 0, skipped: 0 }
  const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  // A file that breaks before its first test counts as one failure.
  const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length
  return { passed: numPassedTests, failed: numFailedTests + broken, skipped: numPendingTests }
}
