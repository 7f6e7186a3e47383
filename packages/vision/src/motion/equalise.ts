import type { GreyImage } from './grey-image.ts'

const STEP = 5
/** The range of gains that another exposure can cause. Outside of it, the pictures are too different. */
const MIN_GAIN = 0.4
const MAX_GAIN = 2.5

interface Line {
  gain: number
  offset: number
}

/** Fits `reference ≈ gain · image + offset` by least squares, over the pixels whose residual to `previous` is at most `limit`. */
function fit(reference: GreyImage, image: GreyImage, previous: Line, limit: number): Line {
  let n = 0
  let sx = 0
  let sy = 0
  let sxx = 0
  let sxy = 0
  for (let index = 0; index < image.data.length; index += STEP) {
    const x = image.data[index]!
    const y = reference.data[index]!
    if (Math.abs(y - previous.gain * x - previous.offset) > limit) continue
    n += 1
    sx += x
    sy += y
    sxx += x * x
    sxy += x * y
  }
  const spread = n * sxx - sx * sx
  if (n < 50 || spread < n * n) return n === 0 ? previous : { gain: 1, offset: (sy - sx) / n }
  const gain = (n * sxy - sx * sy) / spread
  return { gain, offset: (sy - gain * sx) / n }
}

/** Returns the median of the pixels' differences in brightness: reference minus picture. */
function medianOffset(reference: GreyImage, image: GreyImage): number {
  const step = STEP * 5
  const sample = new Float32Array(Math.ceil(image.data.length / step))
  for (let index = 0, at = 0; at < image.data.length; index += 1, at += step)
    sample[index] = reference.data[at]! - image.data[at]!
  return sample.toSorted()[sample.length >> 1] ?? 0
}

/**
 * Adjusts the brightness of a picture to the reference, so that auto-exposure and clouds do not look like motion. The fit is repeated
 * without outliers, which are pixels of moving objects.
 */
export function equalise(reference: GreyImage, image: GreyImage): GreyImage {
  let line: Line = { gain: 1, offset: medianOffset(reference, image) }
  for (const limit of [50, 30, 20]) line = fit(reference, image, line, limit)
  if (!(line.gain > MIN_GAIN && line.gain < MAX_GAIN)) return image
  if (Math.abs(line.gain - 1) < 0.005 && Math.abs(line.offset) < 0.5) return image
  const { gain, offset } = line
  const data = new Float32Array(image.data.length)
  for (let index = 0; index < data.length; index += 1) data[index] = image.data[index]! * gain + offset
  return { width: image.width, height: image.height, data }
}
