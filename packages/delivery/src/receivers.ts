import { RECEIVERS, type ReceiverConfig, type ReceiverKind } from '@winnow/contract'
import { emailReceiver } from './email/email-receiver.ts'
import type { ReceiverAdapter } from './receiver.ts'
import { webhookReceiver } from './webhook/webhook-receiver.ts'

/** The adapter of each kind of receiver. Its settings are those that the contract defines, plus values that the server adds. */
const ADAPTERS: { readonly [K in ReceiverKind]: ReceiverAdapter<ReceiverConfig<K>> } = {
  webhook: webhookReceiver,
  email: emailReceiver,
}

/** A kind of receiver with its adapter. */
export interface Receiver extends ReceiverAdapter<unknown> {
  readonly kind: ReceiverKind
}

/** All kinds of receivers. */
export const receivers: readonly Receiver[] = RECEIVERS.map(({ id }) => ({
  ...(ADAPTERS[id] as ReceiverAdapter<unknown>),
  kind: id,
}))

/** The receiver of a kind; undefined if this version does not know it. */
export function findReceiver(kind: string): Receiver | undefined {
  return receivers.find((receiver) => receiver.kind === kind)
}
