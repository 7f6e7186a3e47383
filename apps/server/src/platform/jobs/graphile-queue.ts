import { sql } from 'kysely'
import { parse } from 'zod'
import type { Queue } from './queue.ts'

/** The queue in the same database, through graphile-worker's SQL functions. */
export const graphileQueue: Queue = {
  async enqueue(db, job, payload, options = {}) {
    parse(job.payload, payload)
    await sql`select graphile_worker.add_job(
      identifier => ${job.name},
      payload => ${JSON.stringify(payload)}::json,
      run_at => ${options.at ?? null}::timestamptz,
      max_attempts => ${job.maxAttempts}::int,
      job_key => ${options.key ?? null}::text
    )`.execute(db)
  },
  async cancel(db, key) {
    await sql`select graphile_worker.remove_job(${key})`.execute(db)
  },
}
