import { type output, parse } from 'zod'
import type { $ZodType } from 'zod/v4/core'
import type { Job, JobHandler, RegisteredJob } from './job.ts'

/**
 * Registers the handler of a job.
 * @param load returns the handler; called for the first job, so it can use `import()`
 */
export function registerJob<S extends $ZodType>(
  job: Job<S>,
  load: () => JobHandler<S> | Promise<JobHandler<S>>,
): RegisteredJob {
  let handler: JobHandler<S> | undefined
  return {
    job,
    async run(payload, context) {
      const parsed: output<S> = parse(job.payload, payload)
      handler ??= await load()
      await handler(parsed, context)
    },
  }
}
