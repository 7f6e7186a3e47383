import { sql, type Selectable } from 'kysely'
import { inSystem, type Db, type Tx } from '../../platform/db/transaction.ts'
import type { DetectorTask as TaskTable } from '../../platform/db/types.generated.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { newId } from '../../platform/ids.ts'
import type { Author } from '../audit/index.ts'

export type TaskRow = Selectable<TaskTable>
export type TaskKind = 'add' | 'add-files' | 'check' | 'compare'

/** Somebody cancelled the task. Its result is not stored. */
export class TaskGivenUp extends Error {
  override readonly name = 'TaskGivenUp'
}

/** Stores a task. @throws AppError CONFLICT while another one runs */
export async function startTask(
  tx: Tx,
  task: { kind: TaskKind; subject: string; asked: unknown },
  author: Author,
  now: Date,
): Promise<string> {
  const id = newId(now.getTime())
  // A finished task is kept until the next task of its kind starts.
  await tx
    .deleteFrom('detector_task')
    .where('kind', '=', task.kind)
    .where('state', 'not in', ['waiting', 'running'])
    .where((eb) => eb.or([eb('kind', '<>', 'compare'), eb('result', 'is', null)]))
    .execute()
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('detector_task')
    .values({
      id,
      kind: task.kind,
      subject: task.subject,
      asked: JSON.stringify(task.asked),
      company_id: author.companyId,
      user_id: author.userId ?? null,
      user_name: author.name,
      address: author.address ?? null,
      created_at: now,
    })
    .onConflict((taken) => taken.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n)
    throw new AppError('CONFLICT', 'Something else is under way with the detectors: wait for it, or cancel it')
  return id
}

/** Checks that no task runs. @throws AppError CONFLICT while a task runs */
export async function requireNoTask(tx: Tx): Promise<void> {
  const row = await tx
    .selectFrom('detector_task')
    .select('id')
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst()
  if (row) throw new AppError('CONFLICT', 'Something is under way with the detectors: wait for it, or cancel it')
}

/** Starts a task, or continues one whose process ended. Undefined when the task has ended. */
export async function beginTask(db: Db, id: string): Promise<TaskRow | undefined> {
  return inSystem(db, (tx) =>
    tx
      .updateTable('detector_task')
      .set({ state: 'running', step: null, pack: null, done: 0, total: null })
      .where('id', '=', id)
      .where('state', 'in', ['waiting', 'running'])
      .returningAll()
      .executeTakeFirst(),
  )
}

export interface Progress {
  step: 'fetch' | 'try' | 'store' | 'current' | 'candidate' | 'hold'
  pack: string | null
  done: number
  total: number | null
}

/** Stores the progress of a task. @returns false when the task was cancelled */
export async function writeProgress(db: Db, id: string, progress: Progress): Promise<boolean> {
  const { numUpdatedRows } = await inSystem(db, (tx) =>
    tx
      .updateTable('detector_task')
      .set({ ...progress })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .executeTakeFirst(),
  )
  return numUpdatedRows === 1n
}

/** Ends a task in the transaction that stores its result. @throws TaskGivenUp when the task was cancelled before */
export async function settleTask(
  tx: Tx,
  id: string,
  end: { state: 'done' | 'failed'; result?: unknown; problem?: string },
  now: Date,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('detector_task')
    .set({
      state: end.state,
      problem: end.problem ?? null,
      result: end.result === undefined ? null : JSON.stringify(end.result),
      finished_at: now,
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new TaskGivenUp('the task was given up')
}

/** Ends the running task. The process that works on it notices that by itself. */
export async function cancelTask(tx: Tx, now: Date): Promise<void> {
  await tx
    .updateTable('detector_task')
    .set({ state: 'cancelled', finished_at: now })
    .where('state', 'in', ['waiting', 'running'])
    .execute()
}

/** The running task, or else the task that ended last. */
export async function latestTask(tx: Tx): Promise<TaskRow | undefined> {
  return tx
    .selectFrom('detector_task')
    .selectAll()
    .orderBy(sql`coalesce(finished_at, 'infinity')`, 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The result of the last comparison that was completed. */
export async function latestComparison(tx: Tx): Promise<TaskRow | undefined> {
  return tx
    .selectFrom('detector_task')
    .selectAll()
    .where('kind', '=', 'compare')
    .where('state', '=', 'done')
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
