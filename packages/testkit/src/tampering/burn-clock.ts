import sharp from 'sharp'
import { drawClock } from '../scenes/effects/clock-overlay.ts'
import type { ClockPlace } from '../scenes/effects/clock-overlay.ts'
import { createCanvas } from '../scenes/raster/canvas.ts'

/** Draws a time into a picture, as a camera does that still shows the time when its picture is frozen. */
export async function burnClock(jpeg: Uint8Array, time: Date, place?: ClockPlace): Promise<Buffer> {
  const { data, info } = await sharp(jpeg)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const canvas = createCanvas(info.width, info.height)
  canvas.rgb.set(data)
  drawClock(canvas, time, place)
  return sharp(canvas.rgb, { raw: { width: info.width, height: info.height, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer()
}
