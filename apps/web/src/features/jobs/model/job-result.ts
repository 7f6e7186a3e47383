import type { BackgroundJob } from '@winnow/contract'

/** The state of a job that its notification shows. */
export type JobResult = 'queued' | 'running' | 'success' | 'warning' | 'error' | 'cancelled'

export const isActive = ({ status }: Pick<BackgroundJob, 'status'>): boolean => status !== 'done'

type Counted = Pick<BackgroundJob, 'status' | 'statQueued' | 'statFailed' | 'cancelledBy' | 'error'>

/** Returns the result of a job, or its status while it has no result yet. */
export function resultOf(job: Counted): JobResult {
  if (job.status !== 'done') return job.status
  if (job.error !== null) return 'error'
  if (job.cancelledBy !== null) return 'cancelled'
  if (job.statFailed === 0) return 'success'
  return job.statFailed === job.statQueued ? 'error' : 'warning'
}

/** Whether the list of failures can be opened. */
export const hasDetails = (job: Counted): boolean => job.status === 'done' && job.statFailed > 0
