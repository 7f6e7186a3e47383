import { type output, parse } from 'zod'
import type { $ZodType } from 'zod/v4/core'
import type { Job, JobHandler, RegisteredJob } from './job.ts'

/**
 * Says what does a job.
 * @param load gives the handler; asked for it at the first job, so that `import()` can stand in it.
 */
export function registerJob<S extends $ZodType>(
  job: Job<S>,
  load: () => JobHandler<S> | Promise<JobHandler<S>>,
): RegisteredJob {
  let handler: JobHandler<S> | undefined
  return {
    job,
    async run(payload, context) {
      const told: output<S> = parse(job.payload, payload)
      handler ??= await load()
      await handler(told, context)
    },
  }
}
