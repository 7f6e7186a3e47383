import { createHash } from 'node:crypto'

/** The values from which the key of a message is computed. */
export interface KeyMaterial {
  channel: 'mail' | 'http' | 'ftp' | 'hikvision' | 'digitalwatchdog' | 'milestone' | 'dc09' | 'videofied'
  /** The key that the sender wrote: an `Idempotency-Key` (HTTP) or a Message-ID (mail); null if there is none. */
  senderKey: string | null
  mediaHashes: string[]
  event: string | null
  subject: string | null
  /** The time of the event by the device's clock, or the Date header; null if the message contains neither. */
  time: string | null
  text: string
  /** The whole raw message, since parts that were not understood may differ. */
  raw: Uint8Array
  /** Whether all of the message could be read. */
  isWhole: boolean
  receivedAt: Date
  /** The name under which an HTTP request is stored. It differs for requests that arrive in the same millisecond. */
  storedAs?: string | undefined
}

/** The key that identifies resends of a message, and the time for which it does. */
export interface MessageKey {
  idempotencyKey: string
  /** A later message with the same key is a resend if it comes within this many milliseconds; null: as long as keys are stored. */
  repeatWithinMs: number | null
}

/**
 * The time in milliseconds in which a device sends a message again if it got no reply: some wait for seconds, others for a minute. A later
 * message is a new alarm.
 */
export const BARE_REPEAT_MS = 2 * 60_000

/**
 * Returns the key that identifies resends of a message. If two alarms got the same key, the second one would be taken for a resend and
 * lost. In doubt, a message and its resend therefore get different keys:
 *
 * - An HTTP client's `Idempotency-Key` and a mail's Message-ID are combined with the content. They do not suffice alone: some devices write
 *   the same Message-ID into every mail, and some gateways number their requests from one again after each restart.
 * - Two alarms differ in their pictures or in the time that the device wrote. A message with neither pictures nor a time may equal the
 *   message of another alarm, so its key is valid for two minutes only. A device's time that is wrong by days is not used, because such a
 *   clock may restart with every power cut.
 * - A message with pictures but without time and Message-ID may contain a placeholder that the device always sends. Its key is also valid
 *   for two minutes only.
 * - An HTTP request with neither `Idempotency-Key` nor time is always new. A request that is identified by its `Idempotency-Key` alone is a
 *   resend only if all its bytes are equal.
 */
export function messageKey(material: KeyMaterial): MessageKey {
  const { channel, time, receivedAt } = material
  const senderKey = tellingKey(material)
  const hasMedia = material.mediaHashes.length > 0
  const hasTime = time !== null && (hasMedia || isCredible(time, receivedAt))
  const words = [material.event ?? '', material.subject ?? '', time ?? '', material.text]
  const content: (string | Uint8Array)[] = [...material.mediaHashes, ...words]
  const isSure = hasTime || (hasMedia && senderKey !== null)
  if (!material.isWhole || (channel === 'http' && !isSure)) content.push(material.raw)
  if (channel === 'http' && senderKey === null && !hasTime)
    content.push(receivedAt.toISOString(), material.storedAs ?? '')
  const parts = senderKey === null ? [channel, ...content] : [`${channel}-key`, senderKey, ...content]
  return { idempotencyKey: digest(parts), repeatWithinMs: isSure ? null : BARE_REPEAT_MS }
}

function tellingKey({ channel, senderKey }: KeyMaterial): string | null {
  return senderKey !== null && (channel === 'http' || isTelling(senderKey)) ? senderKey : null
}

/** Whether a Message-ID can distinguish messages. `<1@camera>` and `<>` cannot. */
function isTelling(messageId: string): boolean {
  const local = messageId.replace(/^<|>$/g, '').split('@')[0] ?? ''
  return local.length >= 8 && new Set(local).size >= 4
}

/** Whether a time is within two days of the receipt. Time zones differ by less than that. */
function isCredible(time: string, receivedAt: Date): boolean {
  const zoned = /(Z|[+-]\d{2}:\d{2})$/.test(time) ? time : `${time}Z`
  return Math.abs(new Date(zoned).getTime() - receivedAt.getTime()) < 2 * 86_400_000
}

function digest(parts: (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  // Lengths distinguish ['ab', 'c'] from ['a', 'bc'].
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part)
  return hash.digest('hex')
}
