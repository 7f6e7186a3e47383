import sharp from 'sharp'
import type { RgbImage } from '../decode/decoded-frame.ts'

/** A picture of brightness values 0–255, row-major. */
export interface GreyImage {
  width: number
  height: number
  data: Float32Array
}

/** The width for comparing frames: a person at 40 m is still a dozen pixels high, and a frame costs a few milliseconds. */
const GREY_WIDTH = 480
/** The largest number of pixels of a grey copy. It is enough for a corridor camera, whose pictures are almost twice as high as wide. */
const GREY_PIXELS = 2 * GREY_WIDTH ** 2
const LEAST_SIDE = 16

/** Returns the size of the grey copy of a picture. */
export function greySizeOf({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const shape = height / width
  const wide = Math.min(GREY_WIDTH, Math.sqrt(GREY_PIXELS / shape))
  return { width: Math.max(LEAST_SIDE, Math.round(wide)), height: Math.max(LEAST_SIDE, Math.round(wide * shape)) }
}

/** The weights of the colours in the luma of Rec. 601. */
const RED = 0.299
const GREEN = 0.587
const BLUE = 0.114

/** Creates a small grey copy of a picture, stretched to the given size. */
export async function toGrey(
  picture: RgbImage,
  { width, height }: { width: number; height: number },
): Promise<GreyImage> {
  // The picture is reduced first and then converted to grey by our own code. libvips would convert each pixel of the large picture, which
  // is slow.
  const rgb = await sharp(picture.data, { raw: { width: picture.width, height: picture.height, channels: 3 } })
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer()
  const grey = new Float32Array(width * height)
  for (let index = 0, at = 0; index < grey.length; index += 1, at += 3)
    grey[index] = RED * rgb[at]! + GREEN * rgb[at + 1]! + BLUE * rgb[at + 2]!
  return { width, height, data: grey }
}

let scratch = new Float32Array(0)

/**
 * Returns a buffer that the caller may use until it returns. The buffer is reused, because allocating memory outside V8's heap for every
 * frame would cause frequent garbage collections.
 */
export function floats(length: number): Float32Array {
  if (scratch.length < length) scratch = new Float32Array(length)
  return scratch.subarray(0, length)
}

/** Replaces each pixel by the mean of 3 × 3 pixels. This smooths sensor noise and JPEG blocks before a comparison. */
export function blur(image: GreyImage): GreyImage {
  const { width, height, data } = image
  const rows = floats(data.length)
  const out = new Float32Array(data.length)
  for (let y = 0; y < height; y += 1) {
    const first = y * width
    const last = first + width - 1
    for (let at = first; at <= last; at += 1)
      rows[at] = (data[at > first ? at - 1 : at]! + data[at]! + data[at < last ? at + 1 : at]!) / 9
  }
  for (let y = 0; y < height; y += 1) {
    const first = y * width
    const above = y > 0 ? -width : 0
    const below = y < height - 1 ? width : 0
    for (let at = first; at < first + width; at += 1) out[at] = rows[at + above]! + rows[at]! + rows[at + below]!
  }
  return { width, height, data: out }
}

/** Whether the mean absolute difference is at most `limit`. Stops as soon as the difference is known to be larger. */
export function isAlike(a: GreyImage, b: GreyImage, limit: number): boolean {
  let left = limit * a.data.length
  for (let index = 0; index < a.data.length && left >= 0; index += 1) left -= Math.abs(a.data[index]! - b.data[index]!)
  return left >= 0
}
