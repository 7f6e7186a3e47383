import sharp from 'sharp'
import type { RgbImage } from '../decode/decoded-frame.ts'

/** Brightness 0–255 in rows. */
export interface GreyImage {
  width: number
  height: number
  data: Float32Array
}

/** The width for comparing frames: a person at 40 m is still a dozen pixels high, and a frame costs a few milliseconds. */
const GREY_WIDTH = 480
/** A corridor camera's picture is almost twice as high as wide. Longer ones are compared at a smaller width. */
const GREY_PIXELS = 2 * GREY_WIDTH ** 2
const LEAST_SIDE = 16

/** The size of the grey copy of a picture. */
export function greySizeOf({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const shape = height / width
  const wide = Math.min(GREY_WIDTH, Math.sqrt(GREY_PIXELS / shape))
  return { width: Math.max(LEAST_SIDE, Math.round(wide)), height: Math.max(LEAST_SIDE, Math.round(wide * shape)) }
}

/** Rec. 601 luma, in shares of 1. */
const RED = 0.299
const GREEN = 0.587
const BLUE = 0.114

/** A small grey copy of a picture, stretched to the given size. */
export async function toGrey(
  picture: RgbImage,
  { width, height }: { width: number; height: number },
): Promise<GreyImage> {
  // Reduced first and converted here: libvips would convert each pixel of the large picture through linear light.
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
 * A buffer for use until the caller returns. It is reused: new memory outside V8's heap for every frame would cause constant garbage
 * collection.
 */
export function floats(length: number): Float32Array {
  if (scratch.length < length) scratch = new Float32Array(length)
  return scratch.subarray(0, length)
}

/** Mean over 3 × 3 pixels. Smooths sensor noise and JPEG blocks before a comparison. */
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

/** Whether the mean absolute difference is at most `limit`. Stops as soon as it must be larger. */
export function isAlike(a: GreyImage, b: GreyImage, limit: number): boolean {
  let left = limit * a.data.length
  for (let index = 0; index < a.data.length && left >= 0; index += 1) left -= Math.abs(a.data[index]! - b.data[index]!)
  return left >= 0
}
