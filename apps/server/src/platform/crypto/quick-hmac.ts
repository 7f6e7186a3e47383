import { hash } from 'node:crypto'

/** The block of SHA-256 in bytes. */
const BLOCK = 64
const [INNER, OUTER] = [0x36, 0x5c]

interface Pads {
  inner: Buffer
  outer: Buffer
}

const known = new WeakMap<Buffer, Pads>()

function padsOf(key: Buffer): Pads {
  const before = known.get(key)
  if (before) return before
  if (key.length > BLOCK) throw new RangeError('the key is longer than a block')
  const padded = Buffer.concat([key, Buffer.alloc(BLOCK - key.length)])
  const made = {
    inner: Buffer.from(padded.map((byte) => byte ^ INNER)),
    outer: Buffer.from(padded.map((byte) => byte ^ OUTER)),
  }
  known.set(key, made)
  return made
}

/**
 * HMAC-SHA256 (RFC 2104) of a short text, by two hashes at once. `createHmac` makes an object for each, which takes four times as long: for an import
 * of plates there are 13 for each of them. The key must not be changed afterwards.
 * @throws RangeError for a key of more than 64 bytes
 */
export function quickHmac(key: Buffer, text: string): Buffer {
  const { inner, outer } = padsOf(key)
  const first = hash('sha256', Buffer.concat([inner, Buffer.from(text)]), 'buffer')
  return hash('sha256', Buffer.concat([outer, first]), 'buffer')
}
