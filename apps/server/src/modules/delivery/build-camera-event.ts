import type { CameraCondition, DeliveryAlarm } from '@winnow/delivery'
import type { Tx } from '../../platform/db/transaction.ts'
import type { DeliveryDeps } from './delivery-deps.ts'
import { PLACE_COLUMNS, placeOf } from './place-of-message.ts'

/**
 * Builds the message about what happened to a camera. It has the form of a message about an alarm, without pictures and findings.
 * @returns undefined when the camera no longer exists
 */
export async function buildCameraEvent(
  tx: Tx,
  { publicUrl }: Pick<DeliveryDeps, 'publicUrl'>,
  deliveryId: string,
): Promise<DeliveryAlarm | undefined> {
  const found = await tx
    .selectFrom('delivery')
    .innerJoin('view', 'view.id', 'delivery.view_id')
    .innerJoin('site', 'site.id', 'view.site_id')
    .innerJoin('project', 'project.id', 'view.project_id')
    .innerJoin('company', 'company.id', 'delivery.company_id')
    .select([
      'delivery.alarm_id as id',
      'delivery.type',
      'delivery.created_at',
      'view.id as viewId',
      'view.name as viewName',
      ...PLACE_COLUMNS,
    ])
    .where('delivery.id', '=', deliveryId)
    .executeTakeFirst()
  if (!found) return undefined
  const stands = await tx
    .selectFrom('camera_condition')
    .select('condition')
    .where('view_id', '=', found.viewId)
    .where('is_told', '=', true)
    .execute()
  const at = found.created_at.toISOString()
  return {
    id: found.id ?? deliveryId,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table allows the types of messages alone
    type: found.type as DeliveryAlarm['type'],
    at,
    // As in a test: nothing was judged.
    verdict: 'unverified',
    score: null,
    reasons: [],
    ...placeOf(found),
    view: { id: found.viewId, name: found.viewName },
    receivedAt: at,
    deviceTime: null,
    rules: [],
    detections: [],
    tracks: [],
    pictures: [],
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table allows these alone
    conditions: stands.map(({ condition }) => condition as CameraCondition),
    consoleUrl: `${publicUrl()}/cams/clients/u?cam=${found.viewId}`,
  }
}
