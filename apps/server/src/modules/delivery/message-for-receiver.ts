import { severityChoice } from '@winnow/contract'
import { chosenSeverity, type DeliveryAlarm } from '@winnow/delivery'
import { z } from 'zod'
import type { Tx } from '../../platform/db/transaction.ts'
import { shareWithReceiver } from '../alarm-links/index.ts'
import type { DeliveryDeps } from './delivery-deps.ts'

interface Told {
  id: string
  name: string
  config: unknown
}

const severities = z.object(severityChoice)

/** The alarm of which a message tells: its own, or that with which a tampering began. */
function alarmOf({ type, id, tampering }: DeliveryAlarm): string | undefined {
  return type === 'alarm.created' || type === 'alarm.corrected' ? id : tampering?.alarmId
}

/** The message as one receiver gets it: with the severity that its settings name, and with the link that shows the alarm without a login, if it asks for it. */
export async function messageForReceiver(
  tx: Tx,
  { keys, publicUrl }: Pick<DeliveryDeps, 'keys' | 'publicUrl'>,
  { receiver, payload }: { receiver: Told; payload: DeliveryAlarm },
  now: Date,
): Promise<DeliveryAlarm> {
  const lines = severities.safeParse(receiver.config).data?.severities ?? []
  const message = { ...payload, severity: chosenSeverity(payload, lines) }
  const alarmId = alarmOf(payload)
  if (alarmId === undefined || Object(receiver.config)['sharedLink'] !== true) return message
  const since = new Date(payload.receivedAt)
  const path = await shareWithReceiver(tx, keys, { since, companyId: payload.company.id, alarmId, receiver }, now)
  return { ...message, sharedUrl: publicUrl() + path }
}
