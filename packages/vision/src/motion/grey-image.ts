import sharp from 'sharp'
import type { RgbImage } from '../decode/decoded-frame.ts'

/** Brightness 0–255 in rows. */
export interface GreyImage {
  width: number
  height: number
  data: Float32Array
}

/** Width at which frames are compared: a person 40 m away is still a dozen pixels high, and a frame costs a few milliseconds. */
export const GREY_WIDTH = 480

/** A small grey copy of a picture, stretched to the given size. */
export async function toGrey(picture: RgbImage, width: number, height: number): Promise<GreyImage> {
  const { data, info } = await sharp(picture.data, {
    raw: { width: picture.width, height: picture.height, channels: 3 },
  })
    .resize(width, height, { fit: 'fill', kernel: 'linear' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const grey = new Float32Array(width * height)
  for (let index = 0; index < grey.length; index += 1) grey[index] = data[index * info.channels] ?? 0
  return { width, height, data: grey }
}

/** Mean over 3 × 3 pixels: takes the edge off sensor noise and JPEG blocks before anything is compared. */
export function blur(image: GreyImage): GreyImage {
  const { width, height, data } = image
  const rows = new Float32Array(data.length)
  const out = new Float32Array(data.length)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x
      const left = data[x > 0 ? at - 1 : at]!
      const right = data[x < width - 1 ? at + 1 : at]!
      rows[at] = (left + data[at]! + right) / 3
    }
  }
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x
      const above = rows[y > 0 ? at - width : at]!
      const below = rows[y < height - 1 ? at + width : at]!
      out[at] = (above + rows[at]! + below) / 3
    }
  }
  return { width, height, data: out }
}

/** Mean of absolute differences, over every `step`-th pixel. */
export function meanDifference(a: GreyImage, b: GreyImage, step = 1): number {
  let sum = 0
  let count = 0
  for (let index = 0; index < a.data.length; index += step) {
    sum += Math.abs(a.data[index]! - b.data[index]!)
    count += 1
  }
  return count === 0 ? 0 : sum / count
}
