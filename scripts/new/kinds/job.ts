import type { Draft } from '../draft.ts'
import { addJobs } from '../module-object.ts'
import { nameInModule } from '../name.ts'

/** Drafts a job of an existing module: MODULE.NAME. */
export function newJob(draft: Draft, text: string): string[] {
  const { module, name } = nameInModule(text)
  const base = `apps/server/src/modules/${module.kebab}/${name.kebab}-job`
  draft.create(
    `${base}.ts`,
    `import { z } from 'zod'
import { defineJob, type RegisteredJob } from '../../platform/jobs/job.ts'
import { registerJob } from '../../platform/jobs/register-job.ts'

export const ${name.camel}Job = defineJob('${module.kebab}.${name.kebab}', z.object({ companyId: z.uuid() }))

/** A job may run twice, so a second run must have the same result as one run. */
export function ${name.camel}Jobs(): RegisteredJob[] {
  return [
    registerJob(${name.camel}Job, () => async ({ companyId }, { log }) => {
      log.info({ companyId }, '${name.words.toLowerCase()}: done')
    }),
  ]
}
`,
  )
  draft.create(
    `${base}.test.ts`,
    `import { expect, it } from 'vitest'
import { createLogger } from '../../platform/log.ts'
import { ${name.camel}Job, ${name.camel}Jobs } from './${name.kebab}-job.ts'

const COMPANY = '01900000-0000-7000-8000-000000000001'

it('does its work for the company in its payload', async () => {
  const lines: string[] = []
  const log = createLogger({ level: 'info', write: (line) => lines.push(line) })
  const [registered] = ${name.camel}Jobs()
  expect(registered?.job).toBe(${name.camel}Job)
  await registered?.run({ companyId: COMPANY }, { attempt: 1, isLastAttempt: false, signal: new AbortController().signal, log })
  expect(lines.join()).toContain(COMPANY)
})
`,
  )
  addJobs(draft, module.kebab, { jobs: `${name.camel}Jobs`, from: `./${name.kebab}-job.ts` })
  return [`Enqueue ${name.camel}Job in the transaction of the change that needs it.`]
}
