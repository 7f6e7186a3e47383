import type { CameraCondition, DeliveryAlarm } from '@winnow/delivery'
import type { Tx } from '../../platform/db/transaction.ts'
import { findAlarm } from '../alarms/index.ts'
import { findTampering } from '../tampering/index.ts'
import { picturesOf } from './build-payload.ts'
import type { DeliveryDeps } from './delivery-deps.ts'
import { PLACE_COLUMNS, placeOf } from './place-of-message.ts'

/** The alarm with which a tampering began, as far as it is still there, and what is known of the tampering. */
async function tamperingFacts(
  tx: Tx,
  deps: Pick<DeliveryDeps, 'keys' | 'publicUrl'>,
  { id, companyId }: { id: string; companyId: string },
  now: Date,
): Promise<Partial<DeliveryAlarm>> {
  const tampering = await findTampering(tx, id)
  if (!tampering) return {}
  const { alarmId, reported, kinds, startedAt, endedAt } = tampering
  const times = { startedAt: startedAt.toISOString(), endedAt: endedAt?.toISOString() ?? null }
  const facts = { tampering: { alarmId, reported, kinds, ...times } }
  const alarm = await findAlarm(tx, companyId, alarmId)
  if (!alarm) return facts
  return { ...facts, pictures: picturesOf(deps, alarm, now), consoleUrl: `${deps.publicUrl()}/cams/alarms/${alarmId}` }
}

/**
 * Builds the message about what happened to a camera. It has the form of a message about an alarm, without findings; that
 * of a tampering has the pictures of its alarm.
 * @returns undefined when the camera no longer exists
 */
export async function buildCameraEvent(
  tx: Tx,
  deps: Pick<DeliveryDeps, 'keys' | 'publicUrl'>,
  deliveryId: string,
  now: Date,
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
  const about = found.type.startsWith('tampering') ? found.id : null
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
    consoleUrl: `${deps.publicUrl()}/cams/clients/u?cam=${found.viewId}`,
    ...(about === null ? {} : await tamperingFacts(tx, deps, { id: about, companyId: found.companyId }, now)),
  }
}
