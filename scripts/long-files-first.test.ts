import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LONG_FILES, longFilesFirst } from './long-files-first.ts'

const ROOT = join(import.meta.dirname, '..')

test('the list of long files contains only existing files, each once', () => {
  expect(LONG_FILES.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  expect(new Set(LONG_FILES).size).toBe(LONG_FILES.length)
})

test('the long files come first in each project, the longest first; nothing else changes its order', () => {
  const files = [
    ['unit', 'packages/domain/src/csv/csv.test.ts'],
    ['unit', 'packages/vision/src/pool/analysis-pool.test.ts'],
    ['unit', 'bench/src/table.test.ts'],
    ['e2e', 'e2e/keyboard.browser.spec.ts'],
    ['e2e', 'e2e/crash.spec.ts'],
    ['e2e', 'e2e/users.browser.spec.ts'],
  ].map(([project, path = '']) => ({ project, path, moduleId: join(ROOT, path) }))
  expect(longFilesFirst(files, ROOT).map(({ path }) => path)).toEqual([
    'packages/vision/src/pool/analysis-pool.test.ts',
    'packages/domain/src/csv/csv.test.ts',
    'bench/src/table.test.ts',
    'e2e/users.browser.spec.ts',
    'e2e/crash.spec.ts',
    'e2e/keyboard.browser.spec.ts',
  ])
})
