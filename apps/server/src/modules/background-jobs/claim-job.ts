import { sql } from 'kysely'
import { hasRunOut } from '../../platform/db/has-run-out.ts'
import { inSystem, type Db } from '../../platform/db/transaction.ts'
import type { JobRow } from './job-queries.ts'

/**
 * Length of the lease on a job, in milliseconds. The process that runs the job renews the lease. When that process dies, another one claims
 * the job after this time, plus the time until it polls.
 */
export const LEASE_MS = 15_000

interface Claim {
  /** The kinds of jobs that this process knows. */
  kinds: readonly string[]
  owner: string
  /** Whether only jobs that have begun are claimed: those whose process died or gave them back. */
  begunOnly?: boolean
}

/**
 * Claims a job and gives it a lease. Jobs that have begun come first. Then comes the oldest waiting job of a company that has no running job,
 * then the oldest waiting job: a company gets a second place only if no other company waits.
 */
export async function claimJob(
  db: Db,
  { kinds, owner, begunOnly = false }: Claim,
  now: Date,
): Promise<JobRow | undefined> {
  const leaseUntil = new Date(now.getTime() + LEASE_MS)
  const isFree = hasRunOut('lease_until', now, LEASE_MS)
  return inSystem(db, async (tx) => {
    // One claim at a time, so that each one sees the jobs that the others have claimed.
    await sql`select pg_advisory_xact_lock(hashtext('background_job.claim'))`.execute(tx)
    return tx
      .updateTable('background_job')
      .set({
        status: 'running',
        started_at: sql<Date>`coalesce(started_at, ${now})`,
        lease_owner: owner,
        lease_until: leaseUntil,
      })
      .where('id', '=', (eb) =>
        eb
          .selectFrom('background_job')
          .select('id')
          .where('status', begunOnly ? '=' : '<>', begunOnly ? 'running' : 'done')
          .where('kind', 'in', kinds)
          .where(isFree)
          .orderBy(sql`status = 'running'`, 'desc')
          .orderBy((of) =>
            of(
              'company_id',
              'in',
              of
                .selectFrom('background_job')
                .select('company_id')
                .where('status', '<>', 'done')
                .where(sql<boolean>`not ${isFree}`),
            ),
          )
          .orderBy('id')
          .limit(1)
          .forUpdate()
          .skipLocked(),
      )
      .returningAll()
      .executeTakeFirst()
  })
}

/** Extends the lease. Returns whether the process still owns the job. */
export async function renewLease(db: Db, id: string, owner: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await inSystem(db, (tx) =>
    tx
      .updateTable('background_job')
      .set({ lease_until: new Date(now.getTime() + LEASE_MS) })
      .where('id', '=', id)
      .where('lease_owner', '=', owner)
      .where('status', '<>', 'done')
      .executeTakeFirst(),
  )
  return numUpdatedRows > 0n
}

/** Releases a job, so that another process can continue it at once. */
export async function releaseJob(db: Db, id: string, owner: string): Promise<void> {
  await inSystem(db, (tx) =>
    tx
      .updateTable('background_job')
      .set({ lease_owner: null, lease_until: null })
      .where('id', '=', id)
      .where('lease_owner', '=', owner)
      .where('status', '<>', 'done')
      .execute(),
  )
}
