import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

// The script runs before anything is installed, on any Node.js, so it is not TypeScript.
const { findModels, MODEL_TESTS }: { findModels: (root: string, given?: string) => object; MODEL_TESTS: string } =
  await import(new URL('left-out.mjs', import.meta.url).href)
const ROOT = fileURLToPath(new URL('..', import.meta.url))

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'winnow-left-out-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('npm test', () => {
  /** Runs npm test with the files of this test in place of the files of the project. */
  function runTests(ci: boolean, ...args: string[]) {
    const config = `export default {
      root: ${JSON.stringify(folder)},
      test: { projects: [{ test: { name: 'unit', globals: true, include: ['*.fixture.mjs'] } }] },
    }`
    const tests = `
      it('passes', () => {})
      it('may not write', ({ skip }) => skip(true, 'root may write anywhere'))
      describe('the moon', () => it('shines', ({ skip }) => skip(true, 'the moon is not up')))
      it.skip('was switched off', () => {})`
    writeFileSync(join(folder, 'vitest.config.mjs'), config)
    writeFileSync(join(folder, 'some.fixture.mjs'), tests)
    const command = ['scripts/test.mjs', '--project', 'unit', '--config', join(folder, 'vitest.config.mjs'), ...args]
    const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], WINNOW_TEST_MODELS: folder, CI: String(ci) }
    const { status, stdout } = spawnSync(process.execPath, command, { encoding: 'utf8', env })
    const lines = stdout.trim().split('\n')
    return { status, leftOut: lines.filter((line) => line.startsWith('Left out: ')), totals: lines.at(-1) }
  }

  const NAMED = [
    'Left out: may not write: root may write anywhere',
    'Left out: the moon shines: the moon is not up',
    'Left out: was switched off: no reason was given',
  ]

  it('lists every skipped test with the reason', () => {
    expect(runTests(false)).toEqual({ status: 0, leftOut: NAMED, totals: '1 passed, 0 failed, 3 skipped' })
  })

  it('fails with CI=true for every skipped test except those with an accepted reason', () => {
    expect(runTests(true)).toEqual({ status: 1, leftOut: NAMED, totals: '1 passed, 2 failed, 3 skipped' })
  })

  it('does not list tests that were not selected by name', () => {
    expect(runTests(true, '-t', 'passes')).toEqual({ status: 0, leftOut: [], totals: '1 passed, 0 failed, 3 skipped' })
  })
})

describe('tests outside the selected tier', () => {
  /** The files of two tiers that Vitest would run. */
  function listFiles(leftOut?: string): string[] {
    const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')
    const command = [vitest, 'list', '--filesOnly', '--project', 'unit', '--project', 'e2e']
    const env = {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      ...(leftOut && { WINNOW_TESTS_LEFT_OUT: leftOut }),
    }
    const { stdout } = spawnSync(process.execPath, command, { cwd: ROOT, encoding: 'utf8', env })
    const files = stdout.split('\n').flatMap((line) => /\S+\.(?:test|spec)\.ts$/.exec(line)?.[0] ?? [])
    return files.toSorted()
  }

  it('do not run, and all other tests do', () => {
    const all = listFiles()
    const models = all.filter((file) => file.endsWith('.models.test.ts'))
    const journeys = all.filter((file) => file.endsWith('.browser.spec.ts'))
    expect([models.length, journeys.length]).not.toContain(0)
    const others = all.filter((file) => !models.includes(file) && !journeys.includes(file))
    expect(listFiles(`${MODEL_TESTS} e2e/**/*.browser.spec.ts`)).toEqual(others)
  })
})

describe('detector files for tests', () => {
  const project = () => join(folder, 'project')

  it('are found beside the project, or in the configured folder', () => {
    mkdirSync(join(folder, 'shared', 'models'), { recursive: true })
    expect(findModels(project())).toEqual({ models: join(folder, 'shared', 'models') })
    expect(findModels(project(), folder)).toEqual({ models: folder })
  })

  it('are an error if they are missing although the folder beside the project exists', () => {
    expect(findModels(project())).toMatchObject({ isFault: false, line: expect.stringContaining('there is no') })
    mkdirSync(join(folder, 'shared'))
    expect(findModels(project())).toMatchObject({ isFault: true })
  })
})
