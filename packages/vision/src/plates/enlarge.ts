import sharp from 'sharp'
import type { RgbImage } from '../decode/decoded-frame.ts'
import type { GreyImage } from '../motion/grey-image.ts'

/**
 * A grey copy of a picture in another size. Uses cubic interpolation, which keeps the edges of enlarged strokes sharper than linear
 * interpolation.
 */
export async function enlarge(picture: RgbImage, width: number, height: number): Promise<GreyImage> {
  const data = await sharp(picture.data, { raw: { width: picture.width, height: picture.height, channels: 3 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .greyscale()
    .extractChannel(0)
    .raw()
    .toBuffer()
  return { width, height, data: Float32Array.from(data) }
}
