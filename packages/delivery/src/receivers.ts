import { RECEIVERS, type ReceiverKind } from '@winnow/contract'
import { digifortReceiver } from './digifort/digifort-receiver.ts'
import { digitalWatchdogReceiver } from './digital-watchdog/digital-watchdog-receiver.ts'
import { emailReceiver } from './email/email-receiver.ts'
import { immixReceiver } from './immix/immix-receiver.ts'
import { milestoneReceiver } from './milestone/milestone-receiver.ts'
import type { ReceiverAdapter } from './receiver.ts'
import { mqttReceiver } from './mqtt/mqtt-receiver.ts'
import { productApiReceiver } from './product-api/product-api-receiver.ts'
import { relayReceiver } from './relay/relay-receiver.ts'
import { sentinelReceiver } from './sentinel/sentinel-receiver.ts'
import { siaDc09Receiver } from './sia-dc09/sia-dc09-receiver.ts'
import { syslogReceiver } from './syslog/syslog-receiver.ts'
import { webhookReceiver } from './webhook/webhook-receiver.ts'

/** The adapter of each kind of receiver. What its `parse` makes of the settings that the contract defines is its own. */
const ADAPTERS: { readonly [K in ReceiverKind]: ReceiverAdapter<unknown> } = {
  webhook: webhookReceiver,
  email: emailReceiver,
  'sia-dc09': siaDc09Receiver,
  immix: immixReceiver,
  sentinel: sentinelReceiver,
  relay: relayReceiver,
  mqtt: mqttReceiver,
  milestone: milestoneReceiver,
  digifort: digifortReceiver,
  'digital-watchdog': digitalWatchdogReceiver,
  syslog: syslogReceiver,
  'product-api': productApiReceiver,
}

/** A kind of receiver with its adapter. */
export interface Receiver extends ReceiverAdapter<unknown> {
  readonly kind: ReceiverKind
}

/** All kinds of receivers. */
export const receivers: readonly Receiver[] = RECEIVERS.map(({ id }) => ({
  ...ADAPTERS[id],
  kind: id,
}))

/** The receiver of a kind; undefined if this version does not know it. */
export function findReceiver(kind: string): Receiver | undefined {
  return receivers.find((receiver) => receiver.kind === kind)
}
