import { isTooLarge } from '../decode/is-too-large.ts'
import { LIMITS } from '../limits.ts'
import { sniffMedia } from '../sniff.ts'
import { readJpegHeader } from './jpeg-header.ts'
import type { PictureHeader } from './picture-header.ts'
import { readPngHeader } from './png-header.ts'
import { readWebpHeader } from './webp-header.ts'

/**
 * How a still may be sent to a browser: unchanged (`as-it-is`), as a new picture that is created from it (`redrawn`), or not at all
 * (`never`), because it is no picture or too large to be decoded.
 */
export type Showing = 'as-it-is' | 'redrawn' | 'never'

/** Reads the size of a GIF's canvas or of a BMP, to detect that it is too large. Reads no other content. */
function readCanvas(bytes: Buffer, type: string): PictureHeader | undefined {
  if (type === 'image/gif' && bytes.length >= 10)
    return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8), isPlain: false }
  if (type === 'image/bmp' && bytes.length >= 26)
    return { width: Math.abs(bytes.readInt32LE(18)), height: Math.abs(bytes.readInt32LE(22)), isPlain: false }
  return undefined
}

function readHeader(bytes: Buffer, type: string): PictureHeader | undefined {
  if (type === 'image/jpeg') return readJpegHeader(bytes)
  if (type === 'image/png') return readPngHeader(bytes)
  if (type === 'image/webp') return readWebpHeader(bytes)
  return readCanvas(bytes, type)
}

/**
 * Decides how a file may be sent to a browser. Reads only its header and runs no decoder. This check is necessary because a browser may
 * need gigabytes of memory for a picture of 31 KB. A file is sent unchanged only if it is certainly a single still picture of a size that
 * every browser can show. Unusual or unreadable pictures are redrawn.
 */
export function showingOf(file: Uint8Array): Showing {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const { kind, type } = sniffMedia(bytes.subarray(0, 512))
  if (kind !== 'image' || bytes.length > LIMITS.stillBytes) return 'never'
  const header = readHeader(bytes, type)
  if (header === undefined) return 'redrawn'
  const { width, height, isPlain } = header
  if (isTooLarge(width, height)) return 'never'
  const fits = width > 0 && height > 0 && Math.max(width, height) <= LIMITS.shownSide
  return isPlain && fits ? 'as-it-is' : 'redrawn'
}
