import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findByLint } from './find-by-lint.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'winnow-lint-'))))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const body = (lines: number) => Array.from({ length: lines }, (_none, at) => `  console.log(${at})`).join('\n')

it('each function that is too long is found at its start', () => {
  const text = `// one\nexport function long() {\n${body(5)}\n}\nexport function short() {\n${body(2)}\n}\n`
  writeFileSync(join(folder, 'long.ts'), text)
  expect(findByLint(folder, 'max-lines-per-function', { max: 5 })).toEqual([
    { file: 'long.ts', line: 2, message: expect.stringContaining('`long`') },
  ])
})

it('each function with too many parameters is found, even if the file has other errors', () => {
  writeFileSync(join(folder, 'wide.ts'), 'var unused = 1\nexport const wide = (a, b, c) => a\n')
  expect(findByLint(folder, 'max-params', { max: 2 })).toMatchObject([{ file: 'wide.ts', line: 2 }])
})

it('generated files are left out', () => {
  writeFileSync(join(folder, 'narrow.ts'), 'export const narrow = (a) => a\n')
  writeFileSync(join(folder, 'wide.gen.ts'), 'export const wide = (a, b, c) => a\n')
  expect(findByLint(folder, 'max-params', { max: 2 })).toEqual([])
})

it('a rule that the linter does not know stops the check', () => {
  writeFileSync(join(folder, 'a.ts'), 'export const a = 1\n')
  expect(() => findByLint(folder, 'no-such-rule', {})).toThrow('no-such-rule')
})
