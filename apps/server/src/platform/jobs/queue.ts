import type { $ZodType } from 'zod/v4/core'
import type { Db, Tx } from '../db/transaction.ts'
import type { Job, JobPayload } from './job.ts'

/** When a job runs, and under which key it can be replaced or cancelled. */
export interface EnqueueOptions {
  /** Not before this time; at once without. */
  at?: Date
  /**
   * At most one waiting job has this key: enqueuing again replaces payload and time. One that runs already is left alone, and
   * the new one runs after it. Keys are common to all companies, so an id stands in each: `site.resume:0199…`.
   */
  key?: string
}

/**
 * Where work is put that need not be done now: timers, mail, bulk operations, reports. Not for the way of an alarm, which has
 * tables of its own, and not for the transaction of the intake: telling the workers takes a lock at the commit.
 */
export interface Queue {
  /** Adds a job in the caller's transaction: it runs if and only if that commits. The payload is checked here and now. */
  enqueue<S extends $ZodType>(db: Db | Tx, job: Job<S>, payload: JobPayload<S>, options?: EnqueueOptions): Promise<void>
  /** Takes a waiting job back in the caller's transaction. One that runs already ends, but is not tried again. */
  cancel(db: Db | Tx, key: string): Promise<void>
}
