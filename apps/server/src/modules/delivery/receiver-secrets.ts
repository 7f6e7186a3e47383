import { findReceiverKind } from '@winnow/contract'
import type { WebhookSecret } from '@winnow/delivery'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import { openSecret, sealSecret } from '../../platform/crypto/seal-secret.ts'

/** Stored settings of a receiver: the open part, and the sealed part with the secrets. */
export interface StoredConfig {
  open: Record<string, unknown>
  secret: ReceiverSecrets
}

/** The secret fields of the kind and, for kinds that sign, the signing secrets, newest first. */
export interface ReceiverSecrets {
  [field: string]: unknown
  secrets?: WebhookSecret[]
}

/** The context in which the secrets of a receiver are sealed. */
export const receiverContext = (receiverId: string): string => `receiver:${receiverId}:secrets`

/** Separates settings into open and secret fields, by the definition of the receiver's kind. */
export function splitConfig(kind: string, config: Record<string, unknown>): StoredConfig {
  const secretFields: readonly string[] = ['secrets', ...(findReceiverKind(kind)?.secretFields ?? [])]
  const entries = Object.entries(config).filter(([, value]) => value !== undefined)
  return {
    open: Object.fromEntries(entries.filter(([field]) => !secretFields.includes(field))),
    secret: Object.fromEntries(entries.filter(([field]) => secretFields.includes(field))),
  }
}

export function sealReceiverSecrets(keys: KeyRing, receiverId: string, secret: ReceiverSecrets): string | null {
  return Object.keys(secret).length === 0 ? null : sealSecret(keys, JSON.stringify(secret), receiverContext(receiverId))
}

export function openReceiverSecrets(keys: KeyRing, receiverId: string, sealed: string | null): ReceiverSecrets {
  return sealed === null ? {} : (JSON.parse(openSecret(keys, sealed, receiverContext(receiverId))) as ReceiverSecrets)
}

/** The complete settings, for sending. */
export function openReceiverConfig(
  keys: KeyRing,
  receiver: { id: string; config: unknown; secrets: string | null },
): Record<string, unknown> {
  return { ...(receiver.config as object), ...openReceiverSecrets(keys, receiver.id, receiver.secrets) }
}

/** Names of the secrets that are set, without their values: `password`, `headers.Authorization`. */
export function secretNames(secret: ReceiverSecrets): string[] {
  const { secrets, ...fields } = secret
  const named = Object.entries(fields).flatMap(([field, value]) => {
    if (typeof value === 'object' && value !== null) return Object.keys(value).map((name) => `${field}.${name}`)
    return value === undefined || value === '' ? [] : [field]
  })
  return [...(secrets?.length ? ['secrets'] : []), ...named]
}
