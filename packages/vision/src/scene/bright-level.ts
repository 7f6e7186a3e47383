import type { GreyImage } from '../motion/grey-image.ts'

/** The share of the pixels that are ignored as too bright, because a lamp or a clock does not light the scene. */
const BRIGHTER = 0.02
/** Every third pixel is a sufficient sample. */
const STEP = 3

/** Returns the brightness that only 2 % of the pixels exceed, 0–255. */
export function brightLevel(image: GreyImage): number {
  const histogram = new Uint32Array(256)
  const { data } = image
  for (let at = 0; at < data.length; at += STEP) {
    const level = Math.min(255, Math.trunc(data[at]! + 0.5))
    histogram[level] = histogram[level]! + 1
  }
  let left = (data.length * BRIGHTER) / STEP
  let level = 255
  while (level > 0 && (left -= histogram[level]!) > 0) level -= 1
  return level
}
