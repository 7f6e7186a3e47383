import { applySensor } from '../scenes/effects/sensor.ts'
import { createRandom } from '../scenes/random.ts'
import { toCanvas, toJpeg } from './picture-canvas.ts'

const SENSOR_NOISE = 1.2
const QUALITY = 80

/**
 * Makes a variation of a picture: the same camera and scene at another moment, with other light (`light` is a factor),
 * new noise and new compression. The same seed gives the same picture.
 */
export async function takeAgain(jpeg: Uint8Array, light: number, seed: string): Promise<Buffer> {
  const canvas = await toCanvas(jpeg)
  for (let at = 0; at < canvas.rgb.length; at++) canvas.rgb[at] = canvas.rgb[at]! * light
  // In a grey picture this adds so little colour that compression removes it.
  applySensor(canvas, createRandom(`again ${seed}`), SENSOR_NOISE, false)
  return toJpeg(canvas, QUALITY)
}
