import type { PictureHeader } from './picture-header.ts'

/** Reads the header of a WebP. Only the two simple forms are plain. The extended form may contain an animation and two different sizes. */
export function readWebpHeader(bytes: Buffer): PictureHeader | undefined {
  if (bytes.length < 30) return undefined
  const form = bytes.toString('latin1', 12, 16)
  if (form === 'VP8X')
    return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1, isPlain: false }
  if (form === 'VP8L') {
    if (bytes[20] !== 0x2f) return undefined
    const sizes = bytes.readUInt32LE(21)
    return { width: (sizes & 0x3fff) + 1, height: ((sizes >>> 14) & 0x3fff) + 1, isPlain: true }
  }
  if (form !== 'VP8 ' || bytes.readUIntBE(23, 3) !== 0x9d012a) return undefined
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff, isPlain: true }
}
