/** Charsets whose bytes are not those of ASCII: zeros and escapes are part of any text in them. */
const WIDE = /^(utf-?(16|32)|ucs-?2|iso-?2022|hz)/i
const MIN_BYTES = 1000
/** Control characters in a thousand bytes; a picture has a hundred, a text none. */
const MOST = 5

/** Whether what should be a text is rather what is left of a picture, of which the beginning was lost. */
export function isBinary(bytes: Uint8Array, charset: string | null): boolean {
  if (bytes.length < MIN_BYTES || WIDE.test(charset ?? '')) return false
  let controls = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte < 32 && (byte < 9 || byte > 13) && byte !== 27) controls++
  }
  return controls > (bytes.length / 1000) * MOST
}
