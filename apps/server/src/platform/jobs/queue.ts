import type { $ZodType } from 'zod/v4/core'
import type { AnyHandle } from '../db/transaction.ts'
import type { Job, JobPayload } from './job.ts'

/** When a job runs, and a key by which it can be replaced or cancelled. */
export interface EnqueueOptions {
  /** The earliest time to run the job. Undefined: at once. */
  at?: Date
  /**
   * At most one waiting job has this key. Enqueuing again replaces its payload and time. A job in progress continues, and the new one runs
   * after it. Keys are shared by all companies, so each contains an id: `site.resume:0199…`.
   */
  key?: string
}

/**
 * A queue for work that need not be done at once: timers, mail, bulk operations, reports. Do not use it for the processing of alarms, which
 * has separate tables. Do not use it inside the intake's transaction either: notifying the workers takes a lock at the commit.
 */
export interface Queue {
  /** Adds a job in the caller's transaction: the job runs if and only if the transaction commits. The payload is validated here. */
  enqueue<S extends $ZodType>(
    db: AnyHandle,
    job: Job<S>,
    payload: JobPayload<S>,
    options?: EnqueueOptions,
  ): Promise<void>
  /** Removes a waiting job in the caller's transaction. A job in progress continues, but is not retried. */
  cancel(db: AnyHandle, key: string): Promise<void>
}
