import type { Module } from '../../platform/modules/module.ts'
import type { Platform } from '../../platform/create-platform.ts'
import { registerJobs } from './job-routes.ts'
import { startJob } from './start-job.ts'
import type { StartBackgroundJob } from './start-background-job.ts'

/** The number of days for which ended jobs are listed. For as long a deletion by a job can be undone. */
const KEEP_DAYS = 30

export const backgroundJobsModule: Module<object, Pick<Platform, 'wakes'>, { startJob: StartBackgroundJob }> = {
  name: 'background-jobs',
  tables: {
    background_job: {
      // Their items and failures go with them.
      rows: [{ kind: 'days', column: 'finished_at', days: KEEP_DAYS, batch: 20 }],
    },
    background_job_item: { rows: 'kept' },
    background_job_failure: { rows: 'kept' },
  },
  make: ({ wakes }) => ({
    services: {
      startJob: (starting, kind, options) => startJob(starting, kind, { ...options, wake: () => wakes.wake('jobs') }),
    },
  }),
  routes: registerJobs,
}
