import { decrypt, openFrame, parseTime } from '@winnow/domain/sia-dc09'

/** What a receiver said. `other`: bytes that are no answer to this message. */
export type Answer = { kind: 'ack' } | { kind: 'nak'; at: Date | undefined } | { kind: 'duh' } | { kind: 'other' }

const OTHER: Answer = { kind: 'other' }
const BODY =
  /^"(\*?)(ACK|NAK|DUH)"(\d{4})(?:R[0-9A-Fa-f]{1,6})?(?:L[0-9A-Fa-f]{1,6})?(?:[#A][0-9A-Fa-f]{1,16})?\[(.*)$/s

/**
 * Reads one answer, without its line feed and carriage return. An acknowledgement must carry the number of the message. That of an
 * encrypted message must be encrypted with the same key, so that nobody on the way can acknowledge in the receiver's name. A refusal is
 * never encrypted by the standard, and its number is 0000.
 */
export function readAnswer(frame: Buffer, sent: { sequence: number; key?: Uint8Array | undefined }): Answer {
  const match = BODY.exec(openFrame(frame) ?? '')
  if (!match) return OTHER
  const [, star, kind, number, rest = ''] = match
  if (kind === 'DUH') return { kind: 'duh' }
  if (kind === 'NAK') return { kind: 'nak', at: parseTime(/_([0-9:,-]{19})$/.exec(rest)?.[1] ?? '') }
  if (Number(number) !== sent.sequence) return OTHER
  if (!sent.key) return star === '' ? { kind: 'ack' } : OTHER
  if (star === '') return OTHER
  // Some receivers fill the last block up with control characters, as common libraries do.
  const clear = decrypt(rest, sent.key)?.replace(/[\p{Cc}]+$/u, '')
  return clear !== undefined && /^\](\[[^\]]*\])*_[0-9:,-]{19}$/.test(clear) ? { kind: 'ack' } : OTHER
}
