import type { Box } from '../types.ts'
import type { GreyImage } from './grey-image.ts'

/**
 * The smallest side of a compared patch in pixels. Smaller patches are enlarged, because the correlation of a few pixels is meaningless.
 */
const MIN_SIDE = 12

interface Patch {
  left: number
  top: number
  right: number
  bottom: number
}

function patchOf(box: Box, image: GreyImage): Patch {
  const { width, height } = image
  const centreX = (box.x + box.width / 2) * width
  const centreY = (box.y + box.height / 2) * height
  const halfWidth = Math.max(box.width * width, MIN_SIDE) / 2
  const halfHeight = Math.max(box.height * height, MIN_SIDE) / 2
  return {
    left: Math.max(0, Math.round(centreX - halfWidth)),
    top: Math.max(0, Math.round(centreY - halfHeight)),
    right: Math.min(width, Math.round(centreX + halfWidth)),
    bottom: Math.min(height, Math.round(centreY + halfHeight)),
  }
}

/** Returns the normalised cross-correlation of one place in two pictures, −1…1. 0 if the place is uniform in one of them. */
function correlationAt(a: GreyImage, b: GreyImage, patch: Patch): number {
  let n = 0
  let sa = 0
  let sb = 0
  let saa = 0
  let sbb = 0
  let sab = 0
  for (let y = patch.top; y < patch.bottom; y += 1) {
    for (let x = patch.left; x < patch.right; x += 1) {
      const va = a.data[y * a.width + x]!
      const vb = b.data[y * b.width + x]!
      n += 1
      sa += va
      sb += vb
      saa += va * va
      sbb += vb * vb
      sab += va * vb
    }
  }
  const spread = Math.sqrt(Math.max(0, n * saa - sa * sa) * Math.max(0, n * sbb - sb * sb))
  return spread < 1e-6 * n * n ? 0 : (n * sab - sa * sb) / spread
}

/**
 * Measures how unchanged a place is. Returns the smallest correlation of its patch with the same place in every other distinct frame. A
 * parked car has 0.95 or more despite noise and compression, and moving objects have less.
 */
export function stillnessAt(
  images: readonly GreyImage[],
  distinct: readonly boolean[],
  frame: number,
  box: Box,
): number {
  const image = images[frame]
  if (image === undefined) return -1
  let smallest = 1
  for (const [index, other] of images.entries()) {
    if (index !== frame && distinct[index])
      smallest = Math.min(smallest, correlationAt(image, other, patchOf(box, image)))
  }
  return smallest
}

/** Half the size of the area whose mean is the light of a place, in pixels: wider than an edge, narrower than a shadow. */
const LIGHT_REACH = 6
/** Grey levels added before the logarithm, so that noise of dark places does not count as texture. */
const DARKNESS = 20

/**
 * Removes the light from a part of a picture. Returns the logarithms of the pixels minus their local mean. The light is a factor of the
 * pixels, and therefore a summand of their logarithms, which the subtraction removes.
 */
function withoutLight(image: GreyImage, patch: Patch): GreyImage {
  const left = Math.max(0, patch.left - LIGHT_REACH)
  const top = Math.max(0, patch.top - LIGHT_REACH)
  const width = Math.min(image.width, patch.right + LIGHT_REACH) - left
  const height = Math.min(image.height, patch.bottom + LIGHT_REACH) - top
  const levels = new Float32Array(width * height)
  // An integral image, so that each mean needs only four values.
  const sums = new Float64Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y += 1) {
    let row = 0
    for (let x = 0; x < width; x += 1) {
      const level = Math.log(Math.max(0, image.data[(top + y) * image.width + left + x]!) + DARKNESS)
      levels[y * width + x] = level
      row += level
      sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1]! + row
    }
  }
  const out = new Float32Array((patch.right - patch.left) * (patch.bottom - patch.top))
  let at = 0
  for (let y = patch.top - top; y < patch.bottom - top; y += 1) {
    const above = Math.max(0, y - LIGHT_REACH) * (width + 1)
    const below = Math.min(height, y + LIGHT_REACH + 1) * (width + 1)
    for (let x = patch.left - left; x < patch.right - left; x += 1) {
      const before = Math.max(0, x - LIGHT_REACH)
      const after = Math.min(width, x + LIGHT_REACH + 1)
      const sum = sums[below + after]! - sums[above + after]! - sums[below + before]! + sums[above + before]!
      const count = ((below - above) / (width + 1)) * (after - before)
      out[at] = levels[y * width + x]! - sum / count
      at += 1
    }
  }
  return { width: patch.right - patch.left, height: patch.bottom - patch.top, data: out }
}

/**
 * Measures how unchanged the texture of a place is. Works like {@link stillnessAt}, but does not depend on cloud shadows, headlights and
 * dusk, which do not change the edges of a parked car. In measurements, drawn parked cars under these conditions had 0.98, including noise
 * (0.92 with `stillnessAt`). The slowest traffic of the labelled alarms had up to 0.969.
 */
export function textureStillnessAt(
  images: readonly GreyImage[],
  distinct: readonly boolean[],
  frame: number,
  box: Box,
): number {
  const image = images[frame]
  if (image === undefined) return -1
  const patch = patchOf(box, image)
  const own = withoutLight(image, patch)
  const whole = { left: 0, top: 0, right: own.width, bottom: own.height }
  let smallest = 1
  for (const [index, other] of images.entries()) {
    if (index !== frame && distinct[index])
      smallest = Math.min(smallest, correlationAt(own, withoutLight(other, patch), whole))
  }
  return smallest
}
