import { execFileSync } from 'node:child_process'
import { findBreaches } from '../walls/find-breaches.ts'
import { isTest } from '../walls/is-test.ts'
import type { Finding } from './compare-counts.ts'
import { findByLint } from './find-by-lint.ts'
import { findHandMadeForms } from './hand-made-forms.ts'
import { findLooksPastCompany } from './looks-past-company.ts'
import { findPlainHandlers } from './plain-handlers.ts'
import { findPlainTables } from './plain-tables.ts'

/** A rule that the code breaks too often. The count of each file may only fall; scripts/ratchets.json records it. */
export interface Counter {
  rule: string
  find: (root: string) => readonly Finding[]
}

/** All files that git tracks or could add. A file that is not added yet counts too. */
const sources = (root: string): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
    .split('\n')
    .filter((file) => file !== '')

const outsideTests = (findings: readonly Finding[]): Finding[] => findings.filter(({ file }) => !isTest(file))

export const COUNTERS: readonly Counter[] = [
  { rule: 'walls', find: (root) => findBreaches(root, sources(root)) },
  {
    // Lines of code: neither blank ones nor comments.
    rule: 'max-lines-per-function',
    find: (root) =>
      outsideTests(findByLint(root, 'max-lines-per-function', { max: 60, skipBlankLines: true, skipComments: true })),
  },
  { rule: 'plain-handlers', find: (root) => outsideTests(findPlainHandlers(root, sources(root))) },
  {
    rule: 'looks-past-company',
    find: (root) =>
      findLooksPastCompany(
        root,
        sources(root).filter((file) => !isTest(file)),
      ),
  },
  { rule: 'hand-made-forms', find: (root) => outsideTests(findHandMadeForms(root, sources(root))) },
  { rule: 'plain-tables', find: (root) => outsideTests(findPlainTables(root, sources(root))) },
  { rule: 'max-params', find: (root) => outsideTests(findByLint(root, 'max-params', { max: 4 })) },
]
