import { RTSP_LIMIT_REACHED } from '@winnow/contract'
import { isFeatureOpen } from '@winnow/domain'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { presentUnlocks } from '../identity/index.ts'
import { STREAM_KIND } from './stream-settings.ts'

/**
 * Checks whether the company may read the stream of another camera. Its row is locked, so that two cameras that are set at the same time
 * do not share the last place.
 * @throws AppError PRODUCT_LOCKED, RTSP_LIMIT
 */
export async function requireRoomForStream(tx: Tx, companyId: string): Promise<void> {
  const company = await tx
    .selectFrom('company')
    .select(['unlocks', 'rtsp_cameras'])
    .where('id', '=', companyId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (!isFeatureOpen('rtsp', presentUnlocks(company.unlocks)))
    throw new AppError('PRODUCT_LOCKED', 'The company has no cameras with RTSP')
  if (company.rtsp_cameras === null) return
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from connection join view on view.id = connection.view_id
    where connection.company_id = ${companyId} and connection.kind = ${STREAM_KIND} and view.deleted_at is null`.execute(
    tx,
  )
  if ((rows[0]?.n ?? 0) >= company.rtsp_cameras) throw new AppError('RTSP_LIMIT', RTSP_LIMIT_REACHED)
}
