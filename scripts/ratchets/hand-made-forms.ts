import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Finding } from './compare-counts.ts'

const IN_CONSOLE = /^apps\/web\/src\/.+\.tsx$/
/** The file with the only `<form>` element, which all forms use. */
const SHARED = 'apps/web/src/ui/form/form.tsx'
const HAND_MADE = /<form\b|\buseDraft[(<]/g

/** Finds forms of the console that do not use `ui/form`: docs/decisions/0165-forms.md. */
export const findHandMadeForms = (root: string, files: readonly string[]): Finding[] =>
  files
    .filter((file) => IN_CONSOLE.test(file) && file !== SHARED)
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      return Array.from(text.matchAll(HAND_MADE), ({ index }) => ({
        file,
        line: text.slice(0, index).split('\n').length,
        message: 'is to be a form of ui/form',
      }))
    })
