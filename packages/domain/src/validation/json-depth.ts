/** How deep lists and objects of JSON from outside may lie in each other. What is meant for us is a handful deep. */
export const MAX_JSON_DEPTH = 32

const QUOTE = 0x22
const BACKSLASH = 0x5c
/** `[` and `{`. Their bytes stand in no character of several bytes. */
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

/**
 * Whether lists and objects of a JSON text lie in each other deeper than `most`. Goes once over the bytes, as a parser would cost a
 * multiple of that for a text that is nothing but brackets. Says nothing about whether the text is JSON.
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
