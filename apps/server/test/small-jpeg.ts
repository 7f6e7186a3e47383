/** The frame header of a JPEG with 0 × 0 pixels and one channel of 8 bits, in hex. */
const FRAME = 'ffc0000b080000000001011100'
const SCAN = 'ffda000c'

/** A JPEG of a few bytes, with the given size in its header, for tests that do not decode it. `mark` makes its bytes unique. */
export function smallJpeg({ width = 640, height = 480, mark = '' } = {}): Buffer {
  const bytes = Buffer.from(`ffd8${FRAME}${SCAN}${Buffer.from(mark).toString('hex')}ffd9`, 'hex')
  bytes.writeUInt16BE(height, 7)
  bytes.writeUInt16BE(width, 9)
  return bytes
}

/** Reads the mark of a JPEG of {@link smallJpeg}. */
export const markOf = (jpeg: Uint8Array): string => Buffer.from(jpeg.subarray(smallJpeg().length - 2, -2)).toString()
