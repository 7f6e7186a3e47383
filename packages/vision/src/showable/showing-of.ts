import { isTooLarge } from '../decode/is-too-large.ts'
import { LIMITS } from '../limits.ts'
import { sniffMedia } from '../sniff.ts'
import { readJpegHeader } from './jpeg-header.ts'
import type { PictureHeader } from './picture-header.ts'
import { readPngHeader } from './png-header.ts'
import { readWebpHeader } from './webp-header.ts'

/**
 * How a still may reach a browser: as it is, as a smaller picture that we make of it, or not at all, since it has more pixels than
 * anyone decodes here.
 */
export type Showing = 'as-it-is' | 'redrawn' | 'never'

/** The size of a GIF's canvas or of a BMP: enough to see that it is too large. What else is in them is not read. */
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
 * Judges a file by its header alone and runs no decoder: a picture of 31 KB may take a browser gigabytes. Only what is known to be one
 * still picture of a size that every browser takes goes out as it came; whatever is unusual or cannot be followed is redrawn.
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
