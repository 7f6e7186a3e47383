import { RTSP_LIMIT_REACHED } from '@winnow/contract'
import { isFeatureOpen } from '@winnow/domain'
import type { Tx } from '../../platform/db/transaction.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { presentUnlocks } from '../identity/index.ts'
import { countStreams } from './stream-places.ts'

/**
 * Checks whether the mails of a company's cameras may trigger, with pictures of their streams.
 * @throws AppError PRODUCT_LOCKED
 */
export async function requireHybrid(tx: Tx, companyId: string): Promise<void> {
  const { unlocks } = await tx
    .selectFrom('company')
    .select('unlocks')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  if (!isFeatureOpen('rtspHybrid', presentUnlocks(unlocks)))
    throw new AppError('PRODUCT_LOCKED', 'The company has no cameras whose mails trigger with pictures of their stream')
}

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
  if ((await countStreams(tx, companyId)) >= company.rtsp_cameras) throw new AppError('RTSP_LIMIT', RTSP_LIMIT_REACHED)
}
