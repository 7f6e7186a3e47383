import sharp from 'sharp'
import { createCanvas } from '../scenes/raster/canvas.ts'
import type { Canvas } from '../scenes/raster/canvas.ts'

/** Decodes a picture to draw on it. `spread` blurs it first by so many pixels, counted in a picture that is 1280 pixels wide. */
export async function toCanvas(jpeg: Uint8Array, spread = 0): Promise<Canvas> {
  const picture = sharp(jpeg).flatten().toColourspace('srgb')
  const { width } = await sharp(jpeg).metadata()
  const soft = (spread * width) / 1280
  const { data, info } = await (soft > 0.3 ? picture.blur(soft) : picture).raw().toBuffer({ resolveWithObject: true })
  const canvas = createCanvas(info.width, info.height)
  for (let at = 0; at < canvas.rgb.length; at++)
    canvas.rgb[at] = data[info.channels === 3 ? at : Math.floor(at / 3) * info.channels]!
  return canvas
}

/** Encodes the drawn picture as a JPEG, as a camera does. */
export async function toJpeg({ rgb, width, height }: Canvas, quality = 85): Promise<Buffer> {
  return sharp(rgb, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer()
}
