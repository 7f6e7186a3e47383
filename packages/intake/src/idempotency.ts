import { createHash } from 'node:crypto'

/** The parts of a message's key. */
export interface KeyMaterial {
  channel: 'mail' | 'http'
  /** The sender's own key: `Idempotency-Key`, or a Message-ID. */
  senderKey: string | null
  mediaHashes: string[]
  event: string | null
  subject: string | null
  /** The device's own time of the event, or the Date header. */
  time: string | null
  text: string
  /** The whole raw message, since parts that were not understood may differ. */
  raw: Uint8Array
  /** Whether all of the message could be read. */
  isWhole: boolean
  receivedAt: Date
}

/** The key that identifies resends, and for how long. */
export interface MessageKey {
  idempotencyKey: string
  /** A later message with this key is a resend within this time; null: as long as keys are stored. */
  repeatWithinMs: number | null
}

/** Senders without a reply retry within seconds, or a minute. A later message is a new alarm. */
export const BARE_REPEAT_MS = 2 * 60_000

/**
 * The key that identifies resends. In doubt it gives one message two keys rather than two alarms the same key, since an alarm mistaken for
 * a resend would be lost:
 *
 * - An HTTP client's `Idempotency-Key` and a mail's Message-ID count together with the content. Some devices write the same one into every
 *   mail, and some gateways start again at one after each restart.
 * - Alarms are told apart by their pictures or the device's own time. A message without both may equal that of another alarm, so its key
 *   counts for two minutes only. A clock that is wrong by days is not used: it may restart with every power cut.
 * - Pictures without time or Message-ID may be a placeholder that a device always sends. They also count for two minutes.
 * - An HTTP request with neither key nor time is always new. One that is identified by its key alone is a resend only if all bytes are
 *   equal.
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
  if (channel === 'http' && senderKey === null && !hasTime) content.push(receivedAt.toISOString())
  const parts = senderKey === null ? [channel, ...content] : [`${channel}-key`, senderKey, ...content]
  return { idempotencyKey: digest(parts), repeatWithinMs: isSure ? null : BARE_REPEAT_MS }
}

function tellingKey({ channel, senderKey }: KeyMaterial): string | null {
  return senderKey !== null && (channel === 'http' || isTelling(senderKey)) ? senderKey : null
}

/** A Message-ID that can distinguish messages: `<1@camera>` and `<>` cannot. */
function isTelling(messageId: string): boolean {
  const local = messageId.replace(/^<|>$/g, '').split('@')[0] ?? ''
  return local.length >= 8 && new Set(local).size >= 4
}

/** Within two days of the receipt, more than any difference of time zones. */
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
