/** The maximum nesting of lists and objects in JSON from outside. Valid requests need only a few levels. */
export const MAX_JSON_DEPTH = 32

const QUOTE = 0x22
const BACKSLASH = 0x5c
/** `[` and `{`. Their bytes never occur inside a multi-byte character. */
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

/**
 * Whether a JSON text is nested deeper than `most`. A single pass over the bytes: a parser would need many times as long for a text of
 * brackets only. Does not check whether the text is JSON.
 */
export function isDeeplyNested(json: Uint8Array, most = MAX_JSON_DEPTH): boolean {
  let depth = 0
  let inText = false
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] ?? 0
    if (inText) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) inText = false
    } else if (byte === QUOTE) inText = true
    else if (OPENING.has(byte)) {
      if (++depth > most) return true
    } else if (CLOSING.has(byte)) depth--
  }
  return false
}
