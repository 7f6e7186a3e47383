import { isFeatureOpen } from '@winnow/domain'
import { inSystemAtOnce, type Db } from '../../platform/db/transaction.ts'
import { presentUnlocks } from '../identity/index.ts'
import type { LivePlace } from './called-cameras.ts'
import { STREAM_KIND } from './stream-settings.ts'

/** Where the streams of cameras stand now, of those that still have one and whose company may read streams. */
export async function findLivePlaces(db: Db, viewIds: readonly string[]): Promise<Map<string, LivePlace>> {
  const rows = await inSystemAtOnce(
    db,
    db
      .selectFrom('connection')
      .innerJoin('view', 'view.id', 'connection.view_id')
      .innerJoin('company', 'company.id', 'view.company_id')
      .select([
        'view.id',
        'view.company_id',
        'view.site_id',
        'connection.id as connection_id',
        'connection.version',
        'company.unlocks',
      ])
      .where('view.id', 'in', [...viewIds])
      .where('view.deleted_at', 'is', null)
      .where('connection.kind', '=', STREAM_KIND)
      .compile(),
  )
  return new Map(
    rows
      .filter(({ unlocks }) => isFeatureOpen('rtsp', presentUnlocks(unlocks)))
      .map(({ id, company_id: companyId, site_id: siteId, connection_id: connectionId, version }) => [
        id,
        { companyId, siteId, connectionId, version },
      ]),
  )
}
