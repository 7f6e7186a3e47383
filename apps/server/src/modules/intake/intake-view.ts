import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

/** The settings of a camera that the intake needs. */
export interface IntakeView {
  id: string
  companyId: string
  projectId: string
  siteId: string
  mergeWindowMs: number
  masks: unknown
}

/** Locks a camera while one of its signals is filed. Otherwise two signals of one burst could both find no alarm and open one each. */
export async function lockView(tx: Tx, viewId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${viewId}, 1))`.execute(tx)
}

/**
 * Like {@link lockView}, for many cameras and without waiting.
 * @returns the ids of the cameras that are now locked; cameras that another transaction has locked are left out
 */
export async function lockIdleViews(tx: Tx, viewIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${viewIds}::uuid[]) as id where pg_try_advisory_xact_lock(hashtextextended(id::text, 1))`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

export async function loadView(tx: Tx, id: string): Promise<IntakeView | undefined> {
  const [view] = await loadViews(tx, [id])
  return view
}

export async function loadViews(tx: Tx, ids: readonly string[]): Promise<IntakeView[]> {
  const rows = await tx
    .selectFrom('view')
    .select([
      'view.id',
      'view.company_id',
      'view.project_id',
      'view.site_id',
      'view.merge_window_seconds',
      'view.masks',
    ])
    .where('view.id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    companyId: row.company_id,
    projectId: row.project_id,
    siteId: row.site_id,
    mergeWindowMs: row.merge_window_seconds * 1000,
    masks: row.masks,
  }))
}
