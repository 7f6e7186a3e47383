import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import type { ClaimedSignal } from './claim-signal.ts'

/** The settings of a camera that the intake needs, and its place when a message was received. */
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

/** A message, as far as it says to which camera and site it was sent. */
type Addressed = Pick<ClaimedSignal, 'id' | 'view_id' | 'site_id'>

/** Loads the camera of a message; undefined if it was deleted for good. Its place is the one where it was when the message was received. */
export async function loadView(tx: Tx, signal: Addressed): Promise<IntakeView | undefined> {
  return (await loadViewsOf(tx, [signal])).get(signal.id)
}

/** Does the same as {@link loadView} for many messages, by the id of the message. */
export async function loadViewsOf(tx: Tx, signals: readonly Addressed[]): Promise<Map<string, IntakeView>> {
  const views = new Map(
    (
      await loadViews(
        tx,
        signals.flatMap(({ view_id: id }) => id ?? []),
      )
    ).map((view) => [view.id, view]),
  )
  const placed = signals.flatMap(({ id, view_id: viewId, site_id: siteId }) => {
    const view = views.get(viewId ?? '')
    return view ? [{ id, siteId, view }] : []
  })
  // Cameras are rarely moved while one of their messages waits.
  const left = placed.filter(({ siteId, view }) => siteId !== view.siteId).map(({ siteId }) => siteId)
  const clients = left.length === 0 ? new Map<string, string>() : await clientsOf(tx, left)
  return new Map(
    placed.map(({ id, siteId, view }) => {
      const projectId = clients.get(siteId)
      return [id, projectId === undefined ? view : { ...view, siteId, projectId }]
    }),
  )
}

/** The client of each of these sites. Sites that were deleted for good are left out. */
async function clientsOf(tx: Tx, siteIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('site')
    .select(['id', 'project_id'])
    .where('id', '=', sql<string>`any(${siteIds}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row.project_id]))
}

async function loadViews(tx: Tx, ids: readonly string[]): Promise<IntakeView[]> {
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
