import { isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'

/**
 * Decodes bytes in the charset a device names, or in the one they are evidently written in: many devices say gb2312 and write
 * UTF-8, or name nothing at all. `ok` is false when the charset is unknown or the bytes do not fit it.
 */
export function decodeText(bytes: Uint8Array, declared: string | null): { text: string; ok: boolean } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const charset = normalise(declared)
  const eightBit = buffer.some((byte) => byte > 0x7f)
  const wide = charset !== null && /^(utf-?(16|32)|ucs-?2|iso-?2022|utf-?7|hz)/.test(charset)
  if (!wide && !eightBit) return { text: buffer.toString('latin1'), ok: true }
  if (!wide && isUtf8(buffer) && looksMeant(buffer, charset)) return { text: buffer.toString('utf8'), ok: true }
  if (charset === null)
    return { text: iconv.decode(buffer, looksDoubleByte(buffer) ? 'gb18030' : 'windows-1252'), ok: true }
  if (!iconv.encodingExists(charset)) return { text: iconv.decode(buffer, 'windows-1252'), ok: false }
  const text = iconv.decode(buffer, charset)
  return { text, ok: !text.includes('\ufffd') }
}

/** Null for "not named" and for plain ASCII, which a body with 8-bit bytes is not. */
function normalise(declared: string | null): string | null {
  const name = (declared ?? '').trim().toLowerCase().replace(/^"|"$/g, '')
  if (name === '' || name === 'us-ascii' || name === 'ascii' || name === '7bit' || name === '8bit') return null
  // gb18030 reads everything written in the older two
  return /^(gb2312|gbk|gb_2312|x-gbk|euc-cn|cp936)/.test(name) ? 'gb18030' : name
}

/**
 * Whether bytes that are valid UTF-8 are meant so. Two-byte sequences alone also occur in Chinese double-byte text, three-byte
 * ones practically do not; single-byte text is valid UTF-8 only when it is UTF-8.
 */
function looksMeant(buffer: Buffer, charset: string | null): boolean {
  if (
    charset === null ||
    charset.startsWith('utf') ||
    charset.startsWith('windows-125') ||
    charset.startsWith('iso-8859')
  )
    return true
  return buffer.some((byte) => byte >= 0xe0)
}

/** Bytes above 0x7f that come in pairs within the rows GB 2312 uses. */
function looksDoubleByte(buffer: Buffer): boolean {
  let pairs = 0
  let singles = 0
  for (let i = 0; i < buffer.length; i++) {
    const byte = buffer[i] ?? 0
    if (byte < 0x80) continue
    const next = buffer[i + 1] ?? 0
    if (byte >= 0xa1 && byte <= 0xf7 && next >= 0xa1 && next <= 0xfe) {
      pairs++
      i++
    } else singles++
  }
  return pairs > singles
}
