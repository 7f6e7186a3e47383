/** The decoded bytes of a part, and whether its content matched its transfer encoding. */
export interface Decoded {
  bytes: Buffer
  ok: boolean
}

/** Undoes the transfer encoding of a part. With an unknown encoding, the bytes stay unchanged and `ok` is false. */
export function decodeTransfer(body: Uint8Array, encoding: string): Decoded {
  const name = encoding.trim().toLowerCase()
  const buffer = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  if (name.startsWith('base64')) return decodeBase64(buffer)
  if (name === 'quoted-printable') return { bytes: decodeQuotedPrintable(buffer), ok: true }
  return { bytes: buffer, ok: name === '' || /^(7bit|8bit|binary|none)/.test(name) }
}

/**
 * Decodes base64 as devices write it: with line ends anywhere, and sometimes in chunks that are padded separately. A decoder that stops at
 * the first `=` would lose all later chunks.
 */
function decodeBase64(buffer: Buffer): Decoded {
  const bytes = isPaddedInside(buffer) ? decodePadded(buffer) : Buffer.from(buffer.toString('latin1'), 'base64')
  return { bytes, ok: fits(buffer.length, bytes.length) }
}

function isPaddedInside(buffer: Buffer): boolean {
  const padding = buffer.indexOf(0x3d)
  return padding >= 0 && buffer.subarray(padding).some((byte) => byte !== 0x3d && byte > 0x20)
}

const DIGITS = digitTable()

function digitTable(): Int8Array {
  const table = new Int8Array(256).fill(-1)
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  for (let i = 0; i < alphabet.length; i++) table[alphabet.charCodeAt(i)] = i
  return table
}

/** Decodes base64 with padding inside: each `=` ends a chunk, and the next chunk starts at a whole byte. */
function decodePadded(buffer: Buffer): Buffer {
  const out = Buffer.allocUnsafe(Math.ceil(buffer.length * 0.75))
  let length = 0
  let bits = 0
  let held = 0
  for (const byte of buffer) {
    if (byte === 0x3d) held = 0
    const digit = DIGITS[byte] ?? -1
    if (digit < 0) continue
    bits = ((bits << 6) | digit) & 0xfff
    held += 6
    if (held < 8) continue
    held -= 8
    out[length++] = bits >> held
  }
  return out.subarray(0, length)
}

/** Whether the number of decoded bytes fits. Four characters give three bytes; far fewer mean that most characters were not base64. */
function fits(characters: number, bytes: number): boolean {
  return characters < 64 || bytes >= characters * 0.6
}

function decodeQuotedPrintable(buffer: Buffer): Buffer {
  const out = Buffer.allocUnsafe(buffer.length)
  let length = 0
  for (let i = 0; i < buffer.length; i++) {
    const byte = buffer[i] ?? 0
    if (byte !== 0x3d) {
      out[length++] = byte
      continue
    }
    const next = buffer[i + 1]
    if (next === 0x0a) i += 1
    else if (next === 0x0d && buffer[i + 2] === 0x0a) i += 2
    else {
      const high = hex(next)
      const low = hex(buffer[i + 2])
      if (high < 0 || low < 0) out[length++] = byte
      else {
        out[length++] = high * 16 + low
        i += 2
      }
    }
  }
  return out.subarray(0, length)
}

function hex(byte: number | undefined): number {
  if (byte === undefined) return -1
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}
