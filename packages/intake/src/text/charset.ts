import { isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'

/**
 * Decodes bytes in the charset that a device declares or, if the bytes are evidently written in another charset, in that one. Many devices
 * declare gb2312 and write UTF-8, or declare no charset. `ok` is false when the charset is unknown or the bytes do not fit it.
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

/** A declared charset in lower case. Null if none was declared, or ASCII, which cannot be right for a body with 8-bit bytes. */
function normalise(declared: string | null): string | null {
  const name = (declared ?? '').trim().toLowerCase().replace(/^"|"$/g, '')
  if (name === '' || name === 'us-ascii' || name === 'ascii' || name === '7bit' || name === '8bit') return null
  // gb18030 contains the older GB 2312 and GBK.
  return /^(gb2312|gbk|gb_2312|x-gbk|euc-cn|cp936)/.test(name) ? 'gb18030' : name
}

/**
 * Whether bytes that are valid UTF-8 are probably UTF-8. A Chinese double-byte text may also be valid UTF-8 if that has only two-byte
 * sequences, but hardly with a three-byte sequence. A text in a single-byte charset is practically never valid UTF-8.
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

/** Whether the bytes above 0x7f come in pairs from the rows that GB 2312 uses. */
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
