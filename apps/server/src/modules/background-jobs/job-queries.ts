import type { BackgroundJob, JobFailure } from '@winnow/contract'
import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely'
import type { Author } from '../../platform/audit-entry.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { BackgroundJob as Table } from '../../platform/db/types.generated.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { JobFacts } from '../../platform/jobs/background-job.ts'

export type JobRow = Selectable<Table>

/** The largest number of failures that are sent with a job. */
const FIRST_FAILURES = 100

/** The user who started the job, as the audit names them. */
const authorOf = (row: JobRow): Author => ({
  companyId: row.company_id,
  name: row.user_name,
  userId: row.user_id,
  ...(row.address === null ? {} : { address: row.address }),
  ...(row.impersonator_id === null
    ? {}
    : { impersonator: { userId: row.impersonator_id, name: row.impersonator_name ?? '' } }),
})

/** The data of a job for its steps. */
export const factsOf = (row: JobRow): JobFacts<unknown> => ({
  id: row.id,
  companyId: row.company_id,
  author: authorOf(row),
  createdAt: row.created_at,
  params: row.params,
})

/**
 * SQL condition on `background_job` for the jobs that the caller may see: their own jobs, or all jobs if they see the whole company. Other
 * jobs are hidden, since their failures name cameras that the caller might not see.
 */
export const mayRead = ({ grants, userId }: Pick<Actor, 'grants' | 'userId'>): RawBuilder<SqlBool> =>
  grants.all ? sql<SqlBool>`true` : sql<SqlBool>`background_job.user_id = ${userId}::uuid`

interface FailureRow {
  object_id: string | null
  name: string
  place: string | null
  link: string | null
  code: string
  message: string
}
const presentFailure = ({ object_id: id, name, place, link, code, message }: FailureRow): JobFailure => ({
  id,
  name,
  place,
  link,
  code,
  message,
})

/** Some failures of a job, in the order of its items. */
export async function findFailures(
  tx: Tx,
  jobId: string,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<JobFailure[]> {
  const rows = await tx
    .selectFrom('background_job_failure')
    .select(['object_id', 'name', 'place', 'link', 'code', 'message'])
    .where('job_id', '=', jobId)
    .orderBy('position')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(presentFailure)
}

/** A job as the API returns it. */
export async function presentJob(tx: Tx, row: JobRow): Promise<BackgroundJob> {
  return {
    id: row.id,
    group: row.job_group,
    type: row.type,
    category: row.category,
    status: row.status as BackgroundJob['status'],
    statQueued: row.queued,
    statProcessed: row.processed,
    statFailed: row.failed,
    logFailed: row.failed === 0 ? [] : await findFailures(tx, row.id, { limit: FIRST_FAILURES }),
    cancelledBy: row.cancelled_by,
    error: row.error,
    userName: row.user_name,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  }
}

export async function presentJobs(tx: Tx, rows: readonly JobRow[]): Promise<BackgroundJob[]> {
  const jobs: BackgroundJob[] = []
  for (const row of rows) jobs.push(await presentJob(tx, row))
  return jobs
}

/** A job of the company that the caller may see. */
export const findJob = (tx: Tx, actor: Actor, id: string): Promise<JobRow | undefined> =>
  tx
    .selectFrom('background_job')
    .selectAll()
    .where('company_id', '=', actor.companyId)
    .where('id', '=', id)
    .where(mayRead(actor))
    .executeTakeFirst()
