const HEADER_BYTES = 13
const EXTENSION = 0x21
const PICTURE = 0x2c
const END = 0x3b
const PICTURE_HEADER_BYTES = 10

/** Returns the number of bytes of the colour table that a flags byte announces. */
const coloursIn = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/**
 * Whether a GIF ends before its trailer (GIF89a specification, section 27, "Trailer"). If it ends between two pictures, a decoder reports
 * no error.
 */
export function isCutGif(bytes: Uint8Array): boolean {
  let at = HEADER_BYTES + coloursIn(bytes[10] ?? 0)
  while (at < bytes.length) {
    const kind = bytes[at]
    if (kind === END) return false
    // Any other block is damage, which decoders report.
    if (kind === EXTENSION) at += 2
    else if (kind === PICTURE) at += PICTURE_HEADER_BYTES + coloursIn(bytes[at + PICTURE_HEADER_BYTES - 1] ?? 0) + 1
    else return false
    while ((bytes[at] ?? 0) > 0) at += 1 + bytes[at]!
    at += 1
  }
  return true
}
