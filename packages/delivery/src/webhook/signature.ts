import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/

/** A signing secret. A secret that was replaced has an end: `until` is the ISO 8601 time after which it no longer signs. */
export interface WebhookSecret {
  secret: string
  until?: string
}

/** A new signing secret: 32 random bytes in the format of the Standard Webhooks specification. */
export function createWebhookSecret(): string {
  return PREFIX + randomBytes(32).toString('base64')
}

/** The key in a `whsec_` secret; `undefined` when it is invalid. The specification requires 24 to 64 bytes. */
export function secretKey(secret: string): Uint8Array | undefined {
  const encoded = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : undefined
  if (encoded === undefined || !BASE64.test(encoded)) return undefined
  const key = Buffer.from(encoded, 'base64')
  return key.length >= 24 && key.length <= 64 ? key : undefined
}

/**
 * Adds a new secret at the front. The previous one also signs for `overlapMs` (default a day), so that the receiver can switch without
 * missing a message. Older secrets are removed.
 */
export function rotateWebhookSecret(
  secrets: readonly WebhookSecret[],
  next: string,
  now: Date,
  overlapMs = 86_400_000,
): WebhookSecret[] {
  const [current] = secrets
  if (!current) return [{ secret: next }]
  return [{ secret: next }, { secret: current.secret, until: new Date(now.getTime() + overlapMs).toISOString() }]
}

/**
 * The `webhook-signature` header of the Standard Webhooks specification: for every valid secret a `v1,` and the base64 of
 * HMAC-SHA256 over `id.timestamp.body`, separated by blanks.
 */
export function signWebhook(
  secrets: readonly WebhookSecret[],
  message: { id: string; now: Date; body: string },
): { timestamp: string; signature: string } {
  const timestamp = String(Math.floor(message.now.getTime() / 1000))
  const signature = secrets
    .filter(({ until }) => until === undefined || Date.parse(until) > message.now.getTime())
    .flatMap(({ secret }) => secretKey(secret) ?? [])
    .map(
      (key) => `v1,${createHmac('sha256', key).update(`${message.id}.${timestamp}.${message.body}`).digest('base64')}`,
    )
    .join(' ')
  return { timestamp, signature }
}
