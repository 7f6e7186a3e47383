import type { PictureHeader } from './picture-header.ts'

/** Chunks of one still picture. Animations (`acTL`), gain maps and future extensions are excluded. */
const PLAIN_CHUNKS = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB cICP sBIT bKGD hIST pHYs sPLT tIME tEXt eXIf zTXt iTXt iCCP'.split(' '),
)
/** Texts and colour profiles are compressed too; a browser may unpack them. */
const MAX_OTHER_BYTES = 64 * 1024

/**
 * Reads all chunks of a PNG (ISO/IEC 15948). Undefined if there is no header, or if the chunks are not contiguous to
 * the end.
 */
export function readPngHeader(bytes: Buffer): PictureHeader | undefined {
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined
  const header = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  let isPlain = (bytes[24] ?? 0) <= 8
  let other = 0
  for (let at = 8; ;) {
    if (at + 12 > bytes.length) return { ...header, isPlain: false }
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (!PLAIN_CHUNKS.has(type)) isPlain = false
    if (type !== 'IDAT') other += length
    at += 12 + length
    if (type === 'IEND') return { ...header, isPlain: isPlain && other <= MAX_OTHER_BYTES }
  }
}
