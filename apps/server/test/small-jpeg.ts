/** Size of 0 × 0 pixels, one channel of 8 bits. */
const FRAME = 'ffc0000b080000000001011100'
const SCAN = 'ffda000c'

/** A JPEG header with the given size, in a few bytes, for tests that never decode it. `mark` makes its bytes unique. */
export function smallJpeg({ width = 640, height = 480, mark = '' } = {}): Buffer {
  const bytes = Buffer.from(`ffd8${FRAME}${SCAN}${Buffer.from(mark).toString('hex')}ffd9`, 'hex')
  bytes.writeUInt16BE(height, 7)
  bytes.writeUInt16BE(width, 9)
  return bytes
}

/** The mark of such a JPEG. */
export const markOf = (jpeg: Uint8Array): string => Buffer.from(jpeg.subarray(smallJpeg().length - 2, -2)).toString()
