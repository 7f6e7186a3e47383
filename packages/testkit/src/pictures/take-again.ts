import { applySensor } from '../scenes/effects/sensor.ts'
import { createRandom } from '../scenes/random.ts'
import { toCanvas, toJpeg } from './picture-canvas.ts'

const SENSOR_NOISE = 1.2
const QUALITY = 80

/**
 * The picture that the same camera would have sent of the same scene at another moment: in other light (`light`, 1 is as it was), with
 * new noise, and compressed anew. The same seed gives the same picture.
 */
export async function takeAgain(jpeg: Uint8Array, light: number, seed: string): Promise<Buffer> {
  const canvas = await toCanvas(jpeg)
  for (let at = 0; at < canvas.rgb.length; at++) canvas.rgb[at] = canvas.rgb[at]! * light
  // Of a picture without colour so little becomes coloured that compression leaves nothing of it.
  applySensor(canvas, createRandom(`again ${seed}`), SENSOR_NOISE, false)
  return toJpeg(canvas, QUALITY)
}
