// The linter finds circular imports, with the project's own settings.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'winnow-circles-'))
  cpSync(join(ROOT, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function lint(files: Readonly<Record<string, string>>) {
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
  return spawnSync(join(ROOT, 'node_modules/.bin/oxlint'), ['--deny-warnings'], { cwd: folder, encoding: 'utf8' })
}

it.each([
  [
    'values',
    "import { b } from './b.ts'\nexport const a = () => b",
    "import { a } from './a.ts'\nexport const b = () => a",
  ],
  [
    'types',
    "import type { B } from './b.ts'\nexport interface A {\n  b: B\n}",
    "import type { A } from './a.ts'\nexport interface B {\n  a: A\n}",
  ],
])('a circle of %s is an error', (_what, a, b) => {
  const { status, stdout } = lint({ 'a.ts': a, 'b.ts': b })
  expect(stdout).toContain('Dependency cycle detected')
  expect(status).toBe(1)
})

it('imports in one direction only are no error', () => {
  const files = {
    'a.ts': "import type { B } from './b.ts'\nexport interface A {\n  b: B\n}",
    'b.ts': 'export interface B {\n  c: number\n}',
  }
  expect(lint(files)).toMatchObject({ status: 0 })
})
