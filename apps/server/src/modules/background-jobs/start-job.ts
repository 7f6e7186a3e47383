import type { BulkReply } from '@winnow/contract'
import { parse, type $ZodType } from 'zod/v4/core'
import { sql, type RawBuilder } from 'kysely'
import type { AuditEntry } from '../../platform/audit-entry.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { LiveMessage } from '../../platform/events/live-message.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import type { JobParams, StartableKind } from '../../platform/jobs/background-job.ts'
import { presentJob, type JobRow } from './job-queries.ts'
import { takeStep } from './take-step.ts'

/** The context of a handler that starts a job. */
export interface Starting {
  tx: Tx
  actor: Actor
  companyId: string
  now: Date
  requestId: string
  audit: (entry: AuditEntry) => Promise<void>
  publish: (message: LiveMessage) => Promise<void>
  afterCommit: (run: () => void) => void
}

/** How a job is started. */
export interface StartOptions<S extends $ZodType> {
  params: JobParams<S>
  /**
   * A query for the items. Its columns are `object_id`, `refused` (the error code of an item that fails without being tried, or null) and
   * `name`. Left out for kinds of jobs that plan their items themselves.
   */
  items?: RawBuilder<unknown>
  /** Does the whole job now, in the caller's transaction. The start is refused if there are more items than `most`. */
  atOnce?: { most: number }
}

const MAX_FIELD = 'asBackgroundJob'

async function insertJob<S extends $ZodType>(
  { tx, actor, companyId, now, requestId }: Starting,
  kind: StartableKind<S>,
  { params, items }: StartOptions<S>,
): Promise<JobRow> {
  const row = await tx
    .insertInto('background_job')
    .values({
      id: newId(now.getTime()),
      company_id: companyId,
      line: kind.line,
      kind: kind.name,
      type: kind.typeOf(params),
      category: kind.category,
      job_group: kind.group,
      params: JSON.stringify(parse(kind.params, params)),
      status: 'queued',
      planning: items === undefined,
      user_id: actor.userId,
      token_id: actor.tokenId,
      user_name: actor.name,
      impersonator_id: actor.impersonator?.userId ?? null,
      impersonator_name: actor.impersonator?.name ?? null,
      address: actor.address,
      request_id: requestId,
      created_at: now,
    })
    // A unique index allows one active job of each `line`. The insert of a second job waits here for the commit of the first.
    .onConflict((taken) => taken.doNothing())
    .returningAll()
    .executeTakeFirst()
  if (row) return row
  throw new AppError('JOB_RUNNING', 'Unable to proceed. Please wait until the previous action is complete.')
}

/** Stores the items in a fixed order, and counts them. @throws AppError if no item can be processed */
async function insertItems(tx: Tx, job: JobRow, items: RawBuilder<unknown>): Promise<JobRow> {
  const { rows } = await sql<{ n: number; refused: number }>`
    with stored as (
      insert into background_job_item (company_id, job_id, position, object_id, refused, name)
      select ${job.company_id}::uuid, ${job.id}::uuid, row_number() over () - 1, i.object_id, i.refused, i.name
      from (${items}) i returning refused
    ) select count(*)::int as n, count(refused)::int as refused from stored`.execute(tx)
  const [{ n, refused } = { n: 0, refused: 0 }] = rows
  if (n === 0) throw new AppError('NO_VIEWS_MATCHED', 'No views matched the requested operation')
  if (n === refused) throw new AppError('NO_VALID_VIEWS', 'No valid cameras found or permission missing')
  return tx
    .updateTable('background_job')
    .set({ queued: n })
    .where('id', '=', job.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Takes all steps of a job in the transaction that created the job. */
async function doAtOnce(starting: Starting, kind: StartableKind<$ZodType>, job: JobRow): Promise<BulkReply> {
  const { tx, now, actor } = starting
  for (let row: JobRow = job; row.status !== 'done';) row = await takeStep({ tx, kind, now, row, grants: actor.grants })
  const { processed, failed } = await tx
    .selectFrom('background_job')
    .select(['processed', 'failed'])
    .where('id', '=', job.id)
    .executeTakeFirstOrThrow()
  return { numberOfAffectedCameras: processed - failed }
}

/**
 * Creates a job in the caller's transaction. A worker runs it after the commit, unless `options.atOnce` is set.
 * @param wake notifies the workers
 * @throws AppError when the company already has an active job of the kind's `line`, nothing matches, or too much matches for `atOnce`
 */
export async function startJob<S extends $ZodType>(
  starting: Starting,
  kind: StartableKind<S>,
  options: StartOptions<S> & { wake: () => void },
): Promise<BulkReply> {
  const { tx, audit, publish, afterCommit } = starting
  const { items, atOnce } = options
  let job = await insertJob(starting, kind, options)
  if (items) job = await insertItems(tx, job, items)
  if (atOnce && job.queued > atOnce.most) {
    const message = `More than ${atOnce.most} cameras need asBackgroundJob`
    throw new AppError('VALIDATION', message, { fields: [{ field: MAX_FIELD, message }] })
  }
  await audit({
    action: 'job.started',
    objectType: 'job',
    objectId: job.id,
    objectName: job.type,
    after: { params: job.params, ...(items ? { count: job.queued } : {}) },
  })
  await publish({ type: 'job.changed', jobId: job.id, status: 'queued' })
  if (atOnce) return doAtOnce(starting, kind, job)
  afterCommit(options.wake)
  return { job: await presentJob(tx, job) }
}
