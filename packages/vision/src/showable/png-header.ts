import type { PictureHeader } from './picture-header.ts'

/** The chunk types of a plain still picture, without animations (`acTL`), gain maps and future extensions. */
const PLAIN_CHUNKS = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB cICP sBIT bKGD hIST pHYs sPLT tIME tEXt eXIf zTXt iTXt iCCP'.split(' '),
)
/**
 * The largest size of all other chunks together, in bytes. Limited because texts and colour profiles are compressed and a browser may
 * unpack them.
 */
const MAX_OTHER_BYTES = 64 * 1024

/**
 * Reads the header and all chunks of a PNG (ISO/IEC 15948). Returns undefined if there is no header. The picture is not plain if the file
 * ends before the last chunk.
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
