// npm run i18n:check: every language is complete, and no text is left over.
import { join } from 'node:path'
import { checkTexts } from './check-texts.ts'

const root = join(import.meta.dirname, '../../../..')
const problems = checkTexts(join(root, 'packages/i18n/locales'), [
  join(root, 'apps/web/src'),
  join(root, 'apps/server/src'),
])
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.stdout.write(problems.length === 0 ? 'The texts are complete.\n' : `${problems.length} problems\n`)
process.exitCode = problems.length === 0 ? 0 : 1
