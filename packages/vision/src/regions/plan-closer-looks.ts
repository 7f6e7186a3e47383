import type { Box, Detection } from '../types.ts'
import type { Look } from './plan-looks.ts'
import { squareAround, type Size } from './square-around.ts'

/** The largest number of closer looks. On drawn rain, snow and spider webs, two looks found the people in rain, and four found no more. */
const LOOKS = 2
/** Sides of a crop, as shares of the picture's shorter side. An object that needs a larger one is not small. */
const CLOSE = { smallest: 0.35, largest: 0.55 }
/** The side of the crop, as a multiple of the object's longer side. */
const MARGIN = 2.5
/** The factor up to which an earlier, wider look has shown the object closely enough. */
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
 * Plans closer looks at small objects with weak detections, for the end of a burst. They are needed if rain, snow or a spider web moves all
 * over the picture, because then the motion does not show where a closer look is useful.
 * @param suspects detections, the strongest first
 * @param looks the looks that were already taken
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
