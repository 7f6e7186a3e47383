/** Charsets that are not compatible with ASCII. Texts in them normally contain zeros and escapes. */
const WIDE = /^(utf-?(16|32)|ucs-?2|iso-?2022|hz)/i
const MIN_BYTES = 1000
/** The most control characters per thousand bytes of a text. A picture has about a hundred, a text usually none. */
const MOST = 5

/** Whether bytes that are declared as a text are probably the rest of a picture whose beginning was lost. */
export function isBinary(bytes: Uint8Array, charset: string | null): boolean {
  if (bytes.length < MIN_BYTES || WIDE.test(charset ?? '')) return false
  let controls = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte < 32 && (byte < 9 || byte > 13) && byte !== 27) controls++
  }
  return controls > (bytes.length / 1000) * MOST
}
