import type { Box } from '../types.ts'
import type { GreyImage } from './grey-image.ts'

/** Smaller patches, in pixels a side, are grown: correlating a few pixels says nothing. */
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

/** Normalised cross-correlation of the same place in two pictures, −1…1; 0 when one of them is flat. */
function correlationAt(a: GreyImage, b: GreyImage, box: Box): number {
  const patch = patchOf(box, a)
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
 * How unchanged a place is: the smallest correlation of a frame's patch with the same place in every other distinct frame.
 * A parked car keeps 0.95 and more through noise and compression; whatever moved drops below.
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
    if (index !== frame && distinct[index]) smallest = Math.min(smallest, correlationAt(image, other, box))
  }
  return smallest
}
