import type { Grants } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import type { BackgroundJobKind, FailedItem, JobItem, JobStep } from '../../platform/jobs/background-job.ts'
import { recordPlaced } from '../audit/index.ts'
import { publishLive } from '../live/index.ts'
import { factsOf, type JobRow } from './job-queries.ts'

/** The lease was lost, or somebody cancelled the job. The step is rolled back. */
export class StepRefused extends Error {}

/** An item of a job. `refused` is the error code of an item that fails without being tried, or null. */
export interface StoredItem extends JobItem {
  refused: string | null
  name: string | null
}

/** The next items of a job; empty when all are done. Items never change, so they may be read before the step's transaction. */
export async function nextItems(tx: Tx, row: JobRow, most: number): Promise<StoredItem[]> {
  const items = await tx
    .selectFrom('background_job_item')
    .select(['position', 'object_id', 'payload', 'refused', 'name'])
    .where('job_id', '=', row.id)
    .where('position', '>=', row.next_position)
    .orderBy('position')
    .limit(most)
    .execute()
  return items.map(({ object_id: objectId, ...item }) => ({ ...item, objectId }))
}

const MESSAGES: Record<string, string> = {
  NOT_FOUND: 'This camera does not exist, or you have no access',
  FORBIDDEN: 'You have no access for this action',
  VIEW_BY_API: 'Cameras created via the API are not configurable on the website.',
}

const refusalsOf = (items: readonly StoredItem[]): FailedItem[] =>
  items.flatMap(({ position, refused, name, objectId }) =>
    refused === null
      ? []
      : [
          {
            position,
            name: name ?? objectId ?? '',
            // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- stored from an ErrorCode
            code: refused as FailedItem['code'],
            message: MESSAGES[refused] ?? 'Not done',
          },
        ],
  )

async function storeFailures(
  { tx, kind, row }: Pick<Step, 'tx' | 'kind' | 'row'>,
  items: readonly JobItem[],
  failures: readonly FailedItem[],
): Promise<void> {
  if (failures.length === 0) return
  const objectIds = new Map(items.map(({ position, objectId }) => [position, objectId]))
  const rows = failures.map((failure) => {
    const objectId = objectIds.get(failure.position) ?? null
    const link = objectId === null || failure.code === 'NOT_FOUND' ? null : (kind.link?.(objectId) ?? null)
    return { ...failure, object_id: objectId, link }
  })
  await sql`
    insert into background_job_failure (company_id, job_id, position, object_id, name, place, link, code, message)
    select ${row.company_id}::uuid, ${row.id}::uuid, r.position, r.object_id, r.name,
      -- An item without a link may be one that the author of the job must not see.
      (select project.name || ' / ' || site.name from view join site on site.id = view.site_id
        join project on project.id = view.project_id where view.id = r.object_id and r.link is not null),
      r.link, r.code, r.message
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (position int, object_id uuid, name text, link text, code text, message text)`.execute(tx)
}

/** One step of a job: its transaction, and the job as it was read before. */
export interface Step {
  tx: Tx
  kind: BackgroundJobKind
  row: JobRow
  now: Date
  grants: Grants
  /** The items with the data that was prepared for them. Left out if nothing was prepared. */
  ready?: { items: readonly StoredItem[]; prepared: unknown }
  /** A smaller number of items than usual, to find the item that fails. */
  most?: number
}

function contextOf({ tx, row, now, grants }: Step): JobStep<unknown> {
  const job = factsOf(row)
  const requestId = row.request_id ?? undefined
  return {
    job,
    tx,
    now,
    grants,
    audit: (entries) => recordPlaced(tx, job.author, entries, { now, requestId }),
    publish: (message) => publishLive(tx, job.companyId, message),
  }
}

/**
 * Changes the job. Throws StepRefused if the job was changed since it was read: another process has done this step, or
 * somebody has cancelled the job.
 */
async function advance({ tx, row }: Pick<Step, 'tx' | 'row'>, to: Partial<JobRow>): Promise<JobRow> {
  const { plan_state: planState, ...columns } = to
  const changed = await tx
    .updateTable('background_job')
    .set({
      ...columns,
      ...(planState === undefined ? {} : { plan_state: JSON.stringify(planState) }),
    })
    .where('id', '=', row.id)
    .where('status', '<>', 'done')
    .where('next_position', '=', row.next_position)
    .where('queued', '=', row.queued)
    .where('planning', '=', row.planning)
    .where(sql<boolean>`lease_owner is not distinct from ${row.lease_owner}::uuid`)
    .returningAll()
    .executeTakeFirst()
  if (!changed) throw new StepRefused('the job was cancelled, or another process has it')
  return changed
}

async function planMore(step: Step): Promise<JobRow> {
  const { tx, kind, row } = step
  if (!kind.plan) return advance(step, { planning: false })
  const { items, next } = await kind.plan(contextOf(step), row.plan_state)
  if (items.length > 0) {
    const rows = items.map(({ objectId = null, payload = null, refused }, at) => ({
      position: row.queued + at,
      object_id: objectId,
      payload,
      refused: refused?.code ?? null,
      name: refused?.name ?? null,
    }))
    await sql`
      insert into background_job_item (company_id, job_id, position, object_id, payload, refused, name)
      select ${row.company_id}::uuid, ${row.id}::uuid, r.position, r.object_id, r.payload, r.refused, r.name
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r (position int, object_id uuid, payload jsonb, refused text, name text)`.execute(tx)
  }
  return advance(step, { queued: row.queued + items.length, planning: next !== null, plan_state: next as never })
}

/** Ends a job, and records its counts. */
async function end(step: Omit<Step, 'grants'>, error: string | null): Promise<JobRow> {
  const { tx, row, now } = step
  const done = await advance(step, {
    status: 'done',
    finished_at: now,
    error,
    planning: false,
    lease_owner: null,
    lease_until: null,
  })
  const counts = { count: row.queued, processed: row.processed, failed: row.failed }
  await recordPlaced(
    tx,
    factsOf(row).author,
    [
      {
        action: 'job.finished',
        objectType: 'job',
        objectId: row.id,
        objectName: row.type,
        after: { ...counts, ...(error === null ? {} : { error }) },
        place: {},
      },
    ],
    { now, requestId: row.request_id ?? undefined },
  )
  return done
}

/** Ends a job in its last step. */
async function finish(step: Step): Promise<JobRow> {
  await step.kind.finish?.(contextOf(step))
  return end(step, null)
}

const announce = ({ tx }: Pick<Step, 'tx'>, { id: jobId, company_id: companyId, status }: JobRow): Promise<void> =>
  publishLive(tx, companyId, { type: 'job.changed', jobId, status: status as 'queued' | 'running' | 'done' })

/** Ends a job that cannot go on, for example because its items cannot be planned. */
export async function endWithError(step: Omit<Step, 'grants'>, error: string): Promise<JobRow> {
  const ended = await end(step, error)
  await announce(step, ended)
  return ended
}

async function apply(step: Step, items: readonly StoredItem[]): Promise<JobRow> {
  const { kind, row, ready } = step
  const refusals = refusalsOf(items)
  const open = items.filter(({ refused }) => refused === null)
  const failed = open.length === 0 ? [] : await kind.apply(contextOf(step), open, ready?.prepared)
  const failures = [...refusals, ...failed]
  await storeFailures(step, items, failures)
  return advance(step, {
    next_position: (items.at(-1)?.position ?? row.next_position) + 1,
    processed: row.processed + items.length,
    failed: row.failed + failures.length,
  })
}

/** Counts an item as failed, without trying it again. */
export async function giveUpItem(step: Omit<Step, 'grants'>, item: StoredItem): Promise<JobRow> {
  const failure = { position: item.position, name: item.name ?? item.objectId ?? '', code: 'INTERNAL' as const }
  await storeFailures(step, [item], [{ ...failure, message: 'The server met an unexpected error' }])
  const { row } = step
  return advance(step, { next_position: item.position + 1, processed: row.processed + 1, failed: row.failed + 1 })
}

/**
 * Takes the next step of a job: plans more items, processes some, or ends the job. All changes and the job's progress are
 * written in one transaction.
 * @returns the job after the step
 * @throws StepRefused when another process continues the job, or it was cancelled
 */
export async function takeStep(step: Step): Promise<JobRow> {
  const { tx, kind, row } = step
  const items = row.planning ? [] : (step.ready?.items ?? (await nextItems(tx, row, step.most ?? kind.batch)))
  const after = row.planning ? await planMore(step) : items.length === 0 ? await finish(step) : await apply(step, items)
  await announce(step, after)
  return after
}
