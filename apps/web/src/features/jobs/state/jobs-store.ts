import type { BackgroundJob } from '@winnow/contract'
import { createStore } from '../../../lib/create-store.ts'
import { type JobWatch, NO_JOBS } from '../model/job-watch.ts'

/** The displayed jobs. */
export const jobsStore = createStore(NO_JOBS)

let current: JobWatch | undefined

/** Sets the watch that follows the jobs; undefined while nobody is logged in. */
export const setWatch = (watch: JobWatch | undefined): void => {
  current = watch
}

/** Shows the progress of a job that was just started. */
export const trackJob = (job: BackgroundJob): void => current?.track(job)

export const lookAtJobs = (): void => current?.look()
export const dismissJob = (id: string): void => current?.dismiss(id)

/** Whether the list of all jobs is open. */
export const historyStore = createStore(false)
