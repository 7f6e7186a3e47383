import { decrypt } from './cipher.ts'
import { crc16 } from './crc.ts'
import { parseTime } from './time.ts'

/** Longer answers are no answers: an encrypted acknowledgement has about 150 bytes. */
const MAX_ANSWER = 1024

/** What a receiver said. `other`: bytes that are no answer to this message. */
export type Answer = { kind: 'ack' } | { kind: 'nak'; at: Date | undefined } | { kind: 'duh' } | { kind: 'other' }

const OTHER: Answer = { kind: 'other' }
const BODY =
  /^"(\*?)(ACK|NAK|DUH)"(\d{4})(?:R[0-9A-Fa-f]{1,6})?(?:L[0-9A-Fa-f]{1,6})?(?:[#A][0-9A-Fa-f]{1,16})?\[(.*)$/s

function bodyOf(frame: Buffer): string | undefined {
  const head = /^([0-9A-Fa-f]{4})0([0-9A-Fa-f]{3})/.exec(frame.toString('latin1', 0, 8))
  if (!head) return undefined
  const body = frame.subarray(8)
  if (body.length !== Number.parseInt(head[2] ?? '', 16) || crc16(body) !== Number.parseInt(head[1] ?? '', 16))
    return undefined
  return body.toString('latin1')
}

/**
 * Reads one answer, without its line feed and carriage return. An acknowledgement must carry the number of the message. That of an
 * encrypted message must be encrypted with the same key, so that nobody on the way can acknowledge in the receiver's name. A refusal is
 * never encrypted by the standard, and its number is 0000.
 */
export function readAnswer(frame: Buffer, sent: { sequence: number; key?: Uint8Array | undefined }): Answer {
  const match = BODY.exec(bodyOf(frame) ?? '')
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

/**
 * Collects bytes until a frame is complete. Bytes before a line feed are dropped, as is a frame that grows too long.
 * @returns a function that takes bytes and returns the complete frames
 */
export function createFrameReader(): (bytes: Buffer) => Buffer[] {
  let held = Buffer.alloc(0)
  return (bytes) => {
    const frames: Buffer[] = []
    held = Buffer.concat([held, bytes])
    for (;;) {
      const begin = held.indexOf(0x0a)
      const end = begin < 0 ? -1 : held.indexOf(0x0d, begin)
      if (end < 0) break
      frames.push(held.subarray(held.lastIndexOf(0x0a, end) + 1, end))
      held = held.subarray(end + 1)
    }
    if (held.length > MAX_ANSWER) held = Buffer.alloc(0)
    return frames
  }
}
