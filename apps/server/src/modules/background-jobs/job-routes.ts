import {
  cancelJob,
  getJobState,
  listActiveJobs,
  listJobFailures,
  listJobs,
  type BackgroundJob,
  type QueryOf,
} from '@winnow/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { AppError, notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { findFailures, findJob, mayRead, presentJob, presentJobs, type JobRow } from './job-queries.ts'

async function getJob(tx: Tx, actor: Actor, id: string): Promise<JobRow> {
  const job = await findJob(tx, actor, id)
  if (!job) throw notFound()
  return job
}

const visible = (tx: Tx, actor: Actor) =>
  tx.selectFrom('background_job').where('company_id', '=', actor.companyId).where(mayRead(actor))

async function pageOf(tx: Tx, actor: Actor, { status, page, limit }: QueryOf<typeof listJobs>) {
  const fitting =
    status === undefined
      ? visible(tx, actor)
      : visible(tx, actor).where('status', status === 'active' ? '<>' : '=', 'done')
  const rows = await fitting
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { n } = await fitting.select((eb) => eb.fn.countAll<string>().as('n')).executeTakeFirstOrThrow()
  return { rows: await presentJobs(tx, rows), count: Number(n), countIsExact: true, page, limit }
}

async function activeOf(tx: Tx, actor: Actor, watched: readonly string[]): Promise<BackgroundJob[]> {
  const rows = await visible(tx, actor)
    .selectAll()
    .where((eb) => eb.or([eb('status', '<>', 'done'), sql<boolean>`id = any(${[...watched]}::uuid[])`]))
    .orderBy('id')
    .execute()
  return presentJobs(tx, rows)
}

/** Whether the caller may end a job: their own one, or any one if they may change the whole company. */
const mayCancel = ({ grants, userId }: Actor, job: JobRow): boolean =>
  (job.user_id !== null && job.user_id === userId) || (grants.all && grants.permission === 'write')

export function registerJobs(register: Register): void {
  register.read(listJobs, ({ tx, actor, query }) => pageOf(tx, actor, query))

  register.read(getJobState, async ({ tx, actor, params }) => presentJob(tx, await getJob(tx, actor, params.id)))

  register.read(listActiveJobs, ({ tx, actor, body }) => activeOf(tx, actor, body.watchIds ?? []))

  register.read(listJobFailures, async ({ tx, actor, params, query: { page, limit } }) => {
    const job = await getJob(tx, actor, params.id)
    const rows = await findFailures(tx, job.id, { limit, offset: (page - 1) * limit })
    return { rows, count: job.failed, countIsExact: true, page, limit }
  })

  register.write(cancelJob, async ({ tx, actor, params, now, audit, publish }) => {
    if (!mayCancel(actor, await getJob(tx, actor, params.id)))
      throw new AppError('FORBIDDEN', 'You have no access for this action')
    // A step in progress finds before its commit that the job is done, and is rolled back.
    const cancelled = await tx
      .updateTable('background_job')
      .set({ status: 'done', finished_at: now, cancelled_by: actor.name, lease_owner: null, lease_until: null })
      .where('id', '=', params.id)
      .where('status', '<>', 'done')
      .returningAll()
      .executeTakeFirst()
    const job = cancelled ?? (await getJob(tx, actor, params.id))
    if (cancelled) {
      const counts = { count: job.queued, processed: job.processed, failed: job.failed }
      const entry = { action: 'job.cancelled', objectType: 'job' as const, objectId: job.id, objectName: job.type }
      await audit({ ...entry, after: counts })
      await publish({ type: 'job.changed', jobId: job.id, status: 'done' })
    }
    return presentJob(tx, job)
  })
}
