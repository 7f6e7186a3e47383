import sharp from 'sharp'
import { createCanvas } from '../scenes/raster/canvas.ts'
import type { Canvas } from '../scenes/raster/canvas.ts'

/** A picture to draw on, blurred first by this number of pixels of a picture 1280 wide. */
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

/** The drawn picture in a camera's format. */
export async function toJpeg({ rgb, width, height }: Canvas, quality = 85): Promise<Buffer> {
  return sharp(rgb, { raw: { width, height, channels: 3 } })
    .jpeg({ quality })
    .toBuffer()
}
