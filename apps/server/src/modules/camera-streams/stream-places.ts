import { RTSP_LIMIT_REACHED } from '@winnow/contract'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { STREAM_KIND } from './stream-settings.ts'

/**
 * The number of cameras with a stream that a company may have. A deleted camera keeps its stream and has no place, so its place can be
 * taken before it is restored.
 */
export interface StreamPlaces {
  /**
   * Restores what was deleted, unless that gives the company more cameras with a stream than it may have.
   * @throws AppError RTSP_LIMIT
   */
  restore(tx: Tx, companyId: string, restore: () => Promise<void>): Promise<void>
  /** Those of the deleted cameras that have a stream, but no place for it: the last ones in the order of ids. */
  withoutPlace(tx: Tx, companyId: string, viewIds: readonly string[]): Promise<ReadonlySet<string>>
}

/** Locks the row of a company, so that nobody takes a place meanwhile. @returns the most streams; null: as many as there are */
async function lockLimit(tx: Tx, companyId: string): Promise<number | null> {
  const { rtsp_cameras: most } = await tx
    .selectFrom('company')
    .select('rtsp_cameras')
    .where('id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return most
}

/** How many cameras of a company have a stream. */
export async function countStreams(tx: Tx, companyId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from connection join view on view.id = connection.view_id
    where connection.company_id = ${companyId} and connection.kind = ${STREAM_KIND} and view.deleted_at is null`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}

export const streamPlaces: StreamPlaces = {
  async restore(tx, companyId, restore) {
    const most = await lockLimit(tx, companyId)
    if (most === null) return restore()
    const before = await countStreams(tx, companyId)
    await restore()
    const after = await countStreams(tx, companyId)
    // A limit that was lowered below the number of streams refuses nothing that has none.
    if (after > before && after > most) throw new AppError('RTSP_LIMIT', RTSP_LIMIT_REACHED)
  },
  async withoutPlace(tx, companyId, viewIds) {
    const most = await lockLimit(tx, companyId)
    if (most === null || viewIds.length === 0) return new Set()
    const room = Math.max(0, most - (await countStreams(tx, companyId)))
    const rows = await tx
      .selectFrom('connection')
      .select('view_id')
      .where('view_id', 'in', [...viewIds])
      .where('kind', '=', STREAM_KIND)
      .orderBy('view_id')
      .execute()
    return new Set(rows.slice(room).flatMap(({ view_id: id }) => (id === null ? [] : [id])))
  },
}
