import type { Box, Detection } from '../types.ts'
import type { Look } from './plan-looks.ts'
import { squareAround, type Size } from './square-around.ts'

/** Measured on drawn rain, snow and webs: two looks find the people in rain, and four find no more. */
const LOOKS = 2
/** Sides of a crop, as shares of the picture's shorter side. An object that needs a larger one is not small. */
const CLOSE = { smallest: 0.35, largest: 0.55 }
/** Side of the crop, in the object's longest sides. */
const MARGIN = 2.5
/** A look that was wider by at most this factor has shown the object closely enough. */
const AS_CLOSE = 1.4

function isInside(box: Box, region: Box): boolean {
  return (
    box.x >= region.x &&
    box.y >= region.y &&
    box.x + box.width <= region.x + region.width &&
    box.y + box.height <= region.y + region.height
  )
}

/**
 * Plans closer looks at small objects with weak detections, for the end of a burst. Where rain, snow or a web moves all over the picture,
 * movement does not show where to look closely.
 * @param suspects detections, the strongest first
 * @param looks those that were already taken
 */
export function planCloserLooks(
  suspects: readonly Pick<Detection, 'frame' | 'box'>[],
  looks: readonly Look[],
  frames: readonly Size[],
): Look[] {
  const closer: Look[] = []
  for (const { frame, box } of suspects) {
    if (closer.length === LOOKS) break
    const size = frames[frame]
    if (size === undefined) continue
    const region = squareAround(box, size, MARGIN, CLOSE.smallest)
    const shorter = Math.min(size.width, size.height)
    if (region.width * size.width > CLOSE.largest * shorter) continue
    const isSeenClosely = [...looks, ...closer].some(
      (look) =>
        look.frame === frame &&
        look.region !== undefined &&
        isInside(box, look.region) &&
        look.region.width < AS_CLOSE * region.width,
    )
    if (!isSeenClosely) closer.push({ frame, region })
  }
  return closer
}
