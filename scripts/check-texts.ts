// Reports errors in the texts of all languages on offer. docs/translating.md explains how to fix them.
import { checkTexts } from '../packages/i18n/src/check/check-texts.ts'
import { projectTexts } from '../packages/i18n/src/check/project-texts.ts'

const problems = await checkTexts(projectTexts)
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.stdout.write(problems.length === 0 ? 'The texts are complete.\n' : `${problems.length} problems\n`)
process.exitCode = problems.length === 0 ? 0 : 1
