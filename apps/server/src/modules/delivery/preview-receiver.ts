import { previewReceiver } from '@winnow/contract'
import { chosenSeverity, previewBody, type DeliveryAlarm } from '@winnow/delivery'
import type { Tx } from '../../platform/db/transaction.ts'
import { notFound } from '../../platform/http/app-error.ts'
import type { Register } from '../../platform/http/register.ts'
import { newId } from '../../platform/ids.ts'
import { buildPayload } from './build-payload.ts'
import type { DeliveryDeps } from './delivery-deps.ts'
import { findSiteForTest, testPayload } from './send-test.ts'

/** An alarm of a site as a receiver that is added now would get it. @throws AppError NOT_FOUND if it is of another site */
async function ofAlarm(
  tx: Tx,
  deps: DeliveryDeps,
  ids: { companyId: string; siteId: string; alarmId: string },
  now: Date,
): Promise<DeliveryAlarm> {
  const { companyId, siteId, alarmId } = ids
  const outgoing = {
    id: newId(),
    receiverId: newId(),
    companyId,
    alarmId,
    alarmVersion: 0,
    type: 'alarm.created' as const,
    previousVerdict: null,
  }
  const payload = await buildPayload(tx, deps, outgoing, now)
  if (payload?.site.id !== siteId) throw notFound()
  // A preview must not open the pictures to whoever copies it.
  return { ...payload, pictures: payload.pictures.map((each) => ({ ...each, url: each.url.replace(/\?.*$/, '?…') })) }
}

/** Shows what a template makes of an alarm, while it is edited. */
export function registerPreview(register: Register, deps: DeliveryDeps): void {
  register.read(
    previewReceiver,
    async ({ tx, companyId, params, body: { alarmId, severities = [], ...settings }, now }) => {
      const alarm =
        alarmId === undefined
          ? testPayload(deps, await findSiteForTest(tx, companyId, params.id), newId(now.getTime()), now)
          : await ofAlarm(tx, deps, { companyId, siteId: params.id, alarmId }, now)
      const told = { ...alarm, severity: chosenSeverity(alarm, severities) }
      return previewBody(settings, told, { id: newId(), ...(alarm.pictures.length > 0 ? { picture: '…' } : {}) })
    },
  )
}
