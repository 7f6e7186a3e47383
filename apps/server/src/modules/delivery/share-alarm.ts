import type { DeliveryAlarm } from '@winnow/delivery'
import type { Tx } from '../../platform/db/transaction.ts'
import { shareWithReceiver } from '../alarm-links/index.ts'
import type { DeliveryDeps } from './delivery-deps.ts'

interface Sharing {
  id: string
  name: string
  config: unknown
}

/** The alarm of which a message tells: its own, or that with which a tampering began. */
function alarmOf({ type, id, tampering }: DeliveryAlarm): string | undefined {
  return type === 'alarm.created' || type === 'alarm.corrected' ? id : tampering?.alarmId
}

/** The message with a link that shows its alarm without a login, if the receiver asks for it. */
export async function shareAlarm(
  tx: Tx,
  { keys, publicUrl }: Pick<DeliveryDeps, 'keys' | 'publicUrl'>,
  { receiver, payload }: { receiver: Sharing; payload: DeliveryAlarm },
  now: Date,
): Promise<DeliveryAlarm> {
  const alarmId = alarmOf(payload)
  if (alarmId === undefined || Object(receiver.config)['sharedLink'] !== true) return payload
  const since = new Date(payload.receivedAt)
  const path = await shareWithReceiver(tx, keys, { since, companyId: payload.company.id, alarmId, receiver }, now)
  return { ...payload, sharedUrl: publicUrl() + path }
}
