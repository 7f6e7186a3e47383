import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from './compare-counts.ts'

const IN_CONSOLE = /^apps\/web\/src\/.+\.tsx?$/
/** The file with the only list, which all list pages use. */
const SHARED = 'apps/web/src/ui/list-screen/'
const IMPORT = /from '[^']*\/data-table\.tsx'/g

/**
 * Finds tables of the console that do not use `ui/list-screen`. docs/decisions/0166-list-screen.md lists the
 * exceptions.
 */
export const findPlainTables = (root: string, files: readonly string[]): Finding[] =>
  files
    .filter((file) => IN_CONSOLE.test(file) && !file.startsWith(SHARED))
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      return Array.from(text.matchAll(IMPORT), ({ index }) => ({
        file,
        line: text.slice(0, index).split('\n').length,
        message: 'is to be a list of ui/list-screen',
      }))
    })
