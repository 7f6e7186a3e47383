import { createHash } from 'node:crypto'

/** What a message's key is made of. */
export interface KeyMaterial {
  channel: 'mail' | 'http'
  /** What the sender chose to tell its messages apart: `Idempotency-Key`, or a Message-ID. */
  senderKey: string | null
  mediaHashes: string[]
  event: string | null
  subject: string | null
  /** The device's own time of the event, or the Date header. */
  time: string | null
  text: string
  /** A digest of the whole message, where not all of it could be read: what was not understood may differ. */
  unread: string | null
  receivedAt: Date
}

/**
 * The key by which a resend is known. It errs towards two keys for one message rather than one key for two alarms, since an alarm taken
 * for a resend would be lost:
 *
 * - An HTTP client's `Idempotency-Key` and a mail's Message-ID count together with the content: there are devices that write the same one into
 *   every mail, and gateways that count from one again after each restart.
 * - Without either, a mail is told apart by its pictures, event, subject and time. Without a time the minute of its receipt stands in,
 *   and without pictures as well the very moment. A clock that is days off tells nothing apart without pictures: it may begin anew with
 *   every power cut.
 * - An HTTP request with neither key nor time is always new.
 */
export function idempotencyKey(material: KeyMaterial): string {
  const { channel, senderKey, time } = material
  const content = [...material.mediaHashes, material.event ?? '', material.subject ?? '', time ?? '', material.text]
  if (material.unread !== null) content.push(material.unread)
  if (channel === 'http' && senderKey !== null) return digest(['http-key', senderKey, ...content])
  if (senderKey !== null && isTelling(senderKey)) return digest(['message-id', senderKey, ...content])
  if (time !== null && (material.mediaHashes.length > 0 || isCredible(time, material.receivedAt))) {
    return digest([channel, ...content])
  }
  const moment = material.receivedAt.toISOString()
  const vague = channel === 'mail' && material.mediaHashes.length > 0
  return digest([channel, ...content, vague ? moment.slice(0, 16) : moment])
}

/** A Message-ID with something in it that can differ: `<1@camera>` and `<>` cannot. */
function isTelling(messageId: string): boolean {
  const local = messageId.replace(/^<|>$/g, '').split('@')[0] ?? ''
  return local.length >= 8 && new Set(local).size >= 4
}

/** Within two days of the receipt, which is more than any zone or summer time makes. */
function isCredible(time: string, receivedAt: Date): boolean {
  const zoned = /(Z|[+-]\d{2}:\d{2})$/.test(time) ? time : `${time}Z`
  return Math.abs(new Date(zoned).getTime() - receivedAt.getTime()) < 2 * 86_400_000
}

function digest(parts: string[]): string {
  const hash = createHash('sha256')
  // lengths keep ['ab', 'c'] and ['a', 'bc'] apart
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part)
  return hash.digest('hex')
}
