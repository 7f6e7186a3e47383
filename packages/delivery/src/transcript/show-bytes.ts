/** Control characters other than tabs and ends of lines. PostgreSQL stores no NUL, and a terminal obeys the others. */
const CONTROL = /[^\P{Cc}\t\r\n]/gu

const asHex = (code: number): string => `\\x${code.toString(16).padStart(2, '0')}`

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCodePoint(byte) : asHex(byte))).join('')
  }
}

/** Bytes as text that people read: what is no text is written as `\x00`. The text can be stored. */
export function showBytes(what: string | Uint8Array): string {
  const text = typeof what === 'string' ? what.toWellFormed() : textOf(what)
  return text.replaceAll(CONTROL, (char) => asHex(char.codePointAt(0) ?? 0))
}
