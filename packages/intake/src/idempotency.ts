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
  /** The whole message as it came: what was not understood of it may differ. */
  raw: Uint8Array
  /** Whether all of the message could be read. */
  isWhole: boolean
  receivedAt: Date
}

/** The key by which a resend is known, and for how long. */
export interface MessageKey {
  idempotencyKey: string
  /** Of two messages with this key the later one is a resend if at most this much later; null: as long as keys are kept. */
  repeatWithinMs: number | null
}

/** Senders that got no answer try again within seconds, or a minute; whoever rings again later means it. */
export const BARE_REPEAT_MS = 2 * 60_000

/**
 * The key by which a resend is known. It errs towards two keys for one message rather than one key for two alarms, since an alarm taken
 * for a resend would be lost:
 *
 * - An HTTP client's `Idempotency-Key` and a mail's Message-ID count together with the content: there are devices that write the same one into
 *   every mail, and gateways that count from one again after each restart.
 * - What tells one alarm from the next is its pictures or the device's own time. A message with neither may be word for word that of another
 *   alarm, so its key counts for two minutes only. A clock that is days off tells nothing apart: it may begin anew with every power cut.
 * - Pictures alone, without time or Message-ID, may be a placeholder that a device sends each time: they count for two minutes, too.
 * - An HTTP request with neither key nor time is always new, and one that is told apart by its key alone is a resend byte for byte only.
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

function digest(parts: (string | Uint8Array)[]): string {
  const hash = createHash('sha256')
  // lengths keep ['ab', 'c'] and ['a', 'bc'] apart
  for (const part of parts) hash.update(`${Buffer.byteLength(part)}:`).update(part)
  return hash.digest('hex')
}
