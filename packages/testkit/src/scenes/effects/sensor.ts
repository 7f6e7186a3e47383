import type { Canvas } from '../raster/canvas.ts'
import { createRandom } from '../random.ts'
import type { Random } from '../random.ts'

const TABLE = 1 << 16
let gauss: Float32Array | undefined

function gaussTable(): Float32Array {
  if (gauss) return gauss
  const random = createRandom('sensor')
  gauss = Float32Array.from({ length: TABLE }, () => {
    const radius = Math.sqrt(-2 * Math.log(1 - random.next()))
    return radius * Math.cos(2 * Math.PI * random.next())
  })
  return gauss
}

/** Adds the sensor noise of one frame (`sigma` in grey levels; darker places are noisier). With `grey`, removes the colours. */
export function applySensor(canvas: Canvas, random: Random, sigma: number, grey: boolean): void {
  const table = gaussTable()
  const { rgb, width, height } = canvas
  for (let y = 0; y < height; y++) {
    let at = Math.floor(random.next() * TABLE)
    let smooth = 0
    for (let x = 0; x < width; x++) {
      const i = (y * width + x) * 3
      // Neighbouring pixels share a part of the noise, as after the denoising in a camera.
      smooth = 0.45 * smooth + table[at]!
      at = (at + 1) & (TABLE - 1)
      const luma = 0.3 * rgb[i]! + 0.59 * rgb[i + 1]! + 0.11 * rgb[i + 2]!
      const noise = smooth * sigma * (1.25 - luma / 340)
      if (grey) {
        const value = luma + noise
        rgb[i] = value
        rgb[i + 1] = value
        rgb[i + 2] = value
        continue
      }
      const tint = table[(at + 4099) & (TABLE - 1)]! * sigma * 0.35
      rgb[i] = rgb[i]! + noise + tint
      rgb[i + 1] = rgb[i + 1]! + noise
      rgb[i + 2] = rgb[i + 2]! + noise - tint
    }
  }
}
