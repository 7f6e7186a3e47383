import { receivers, type WebhookSecret } from '@winnow/delivery'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import type { SealedColumn } from '../../platform/crypto/reseal-column.ts'
import { openSecret, sealSecret } from '../../platform/crypto/seal-secret.ts'

/** Settings of a receiver as they are stored: the open part, and the sealed part with what must never be shown. */
export interface StoredConfig {
  open: Record<string, unknown>
  secret: ReceiverSecrets
}

export interface ReceiverSecrets {
  /** Signing secrets of a webhook, newest first. */
  secrets?: WebhookSecret[]
  headers?: Record<string, string>
}

const context = (receiverId: string): string => `receiver:${receiverId}:secrets`

/** Where receivers keep their secrets, for sealing them again under a new key. */
export const sealedReceivers: SealedColumn = { table: 'receiver', column: 'secrets', contextOf: context }

/** Parts settings by what the receiver's kind calls secret. */
export function splitConfig(kind: string, config: Record<string, unknown>): StoredConfig {
  const secretFields = receivers.find((adapter) => adapter.id === kind)?.secretFields ?? []
  const entries = Object.entries(config).filter(([, value]) => value !== undefined)
  return {
    open: Object.fromEntries(entries.filter(([field]) => !secretFields.includes(field))),
    secret: Object.fromEntries(entries.filter(([field]) => secretFields.includes(field))),
  }
}

export function sealReceiverSecrets(keys: KeyRing, receiverId: string, secret: ReceiverSecrets): string | null {
  return Object.keys(secret).length === 0 ? null : sealSecret(keys, JSON.stringify(secret), context(receiverId))
}

export function openReceiverSecrets(keys: KeyRing, receiverId: string, sealed: string | null): ReceiverSecrets {
  return sealed === null ? {} : (JSON.parse(openSecret(keys, sealed, context(receiverId))) as ReceiverSecrets)
}

/** The whole settings, for sending. */
export function openReceiverConfig(
  keys: KeyRing,
  receiver: { id: string; config: unknown; secrets: string | null },
): Record<string, unknown> {
  return { ...(receiver.config as object), ...openReceiverSecrets(keys, receiver.id, receiver.secrets) }
}

/** Names of the secrets that are set, never their values. */
export function secretNames(secret: ReceiverSecrets): string[] {
  const headers = Object.keys(secret.headers ?? {}).map((name) => `headers.${name}`)
  return [...(secret.secrets?.length ? ['secrets'] : []), ...headers]
}
